import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ownerUrlOf } from '#server/embedded-postgres.ts'
import { type Product, startProduct } from './product.ts'

/** Keeps the DATA_DIR of a stopped server aside, so that further servers can begin with its town instead of building one. */
export function keepTown(dataDir: string): { folder: string; remove(): void } {
  const folder = copyOf(dataDir, 'peach-town-')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Starts a server of its own with a demo town of its own, for whoever moves the clock, kills it, or counts every row. */
export function startOwnProduct(options: { env?: Record<string, string> } = {}): Promise<Product> {
  const { PEACH_TOWN } = process.env
  return startProduct({ ...options, ...(PEACH_TOWN ? { dataDir: copyOf(PEACH_TOWN, 'peach-own-') } : {}) })
}

/** Looks into the embedded database of a running product, as its owner. */
export async function openOwner(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrlOf(join(dataDir, 'postgres')) })
  // A server that leaves takes its database along; the connection's end is no news then.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** With owners and modes: the database's files belong to an account of their own where root runs the tests. */
function copyOf(dataDir: string, prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  execFileSync('cp', ['-a', `${dataDir}/.`, folder])
  return folder
}
