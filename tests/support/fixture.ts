import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ownerUrlOf } from '#server/embedded-postgres.ts'
import { type Product, startProduct } from './product.ts'

/**
 * Builds a demo town and answers the DATA_DIR of its stopped server, so that further servers begin with a copy of it. All pictures have
 * their sizes by then: a town opens before, and each server that began with such a copy would cut the rest anew beside its journeys.
 */
export async function buildTestData(): Promise<string> {
  const first = await startProduct({ readyWithin: 300_000 })
  try {
    const owner = await openOwner(first.dataDir)
    await untilPicturesAreCut(owner)
    await owner.end()
    await first.stop()
  } catch (error) {
    await first.remove()
    throw error
  }
  return first.dataDir
}

/** It runs behind all other tests and gets what they leave of the processors. */
const MOST_MINUTES = 30

async function untilPicturesAreCut(owner: pg.Client): Promise<void> {
  const abandon = Date.now() + MOST_MINUTES * 60_000
  for (;;) {
    const { rows } = await owner.query(`select count(*)::int as left from media where state = 'processing'`)
    if (rows[0].left === 0) return
    if (Date.now() > abandon)
      throw new Error(`${rows[0].left} pictures of the town have no sizes after ${MOST_MINUTES} minutes`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Starts a server of its own with a demo town of its own, for whoever moves the clock, kills it, or counts every row. */
export function startOwnProduct(options: { env?: Record<string, string> } = {}): Promise<Product> {
  const { PEACH_TEST_DATA } = process.env
  return startProduct({
    ...options,
    // All people of all journeys come from this machine, and read faster than people.
    env: { BUDGET_FACTOR: '100', ...options.env },
    ...(PEACH_TEST_DATA ? { dataDir: copyOf(PEACH_TEST_DATA, 'peach-own-') } : {}),
  })
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
