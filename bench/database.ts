import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { closeDatabase, openDatabase } from '#app/platform/db.server.ts'
import { createDatabase, startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { migrate } from '#server/migrate.ts'

export type BenchDatabase = { owner: pg.Client; ownerUrl: string; serverUrl: string; remove(): Promise<void> }

/**
 * The product's own database as a first start makes it, durable and with the product's settings, in a folder that is removed afterwards.
 */
export async function makeDatabase(options: { max?: number } = {}): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'peach-bench-'))
  const cluster = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  await createDatabase(cluster.ownerUrl)
  await migrate(cluster.ownerUrl, { serverPassword: cluster.serverPassword })
  openDatabase(cluster.serverUrl, options)
  const owner = new pg.Client({ connectionString: cluster.ownerUrl })
  await owner.connect()
  return {
    owner,
    ownerUrl: cluster.ownerUrl,
    serverUrl: cluster.serverUrl,
    remove: async () => {
      await closeDatabase()
      await owner.end()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const INSTALLED = '/usr/lib/postgresql'

/** PostgreSQL's own load generator, of the newest version that the system has, or null. */
export function findPgbench(): string | null {
  const versions = existsSync(INSTALLED)
    ? readdirSync(INSTALLED)
        .map(Number)
        .sort((a, b) => b - a)
    : []
  return (
    versions.map((version) => join(INSTALLED, String(version), 'bin', 'pgbench')).find((path) => existsSync(path)) ??
    null
  )
}

export function lacksPgbench(): string | null {
  return findPgbench() ? null : 'pgbench is missing: apt-get install -y postgresql-15'
}
