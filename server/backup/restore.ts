import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { addUpLedger } from '#app/domain/ledger/add-up.server.ts'
import { holdDataDir, OF_PROCESSES } from '../data-dir.ts'
import { chownToCluster, startEmbeddedPostgres } from '../embedded-postgres.ts'
import { ensureServerRole, knownMigrations } from '../migrate.ts'
import { type Manifest, PARTS, readManifest, unpack } from './archive.ts'
import { postgresTool } from './postgres-tool.ts'

type Target = { dataDir: string; databaseUrl: string | null }
export type Restored = { manifest: Manifest; accounts: number; entries: number; keptAside: string | null }

/**
 * Replaces the existing data with a backup and keeps the old data below DATA_DIR. The product must not run meanwhile. Before it reports
 * success, it opens the database once and adds up its ledger.
 */
export async function restore(target: Target, file: string): Promise<Restored> {
  if (!existsSync(file)) throw new Error(`there is no ${file}`)
  const hold = holdDataDir(target.dataDir, { shared: false })
  const staging = mkdtempSync(join(hold.path, '.restore-'))
  try {
    await unpack(resolve(file), staging)
    const manifest = readManifest(staging)
    const problem = validateManifest(manifest, target)
    if (problem) throw new Error(problem)
    const aside = join(hold.path, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
    mkdirSync(aside, { mode: 0o700 })
    if (target.databaseUrl) await restoreDump(target.databaseUrl, manifest, staging, aside)
    for (const name of readdirSync(hold.path))
      if (isReplaced(name, manifest)) renameSync(join(hold.path, name), join(aside, name))
    if (manifest.store) await unpack(join(staging, PARTS.store), hold.path)
    const counted = target.databaseUrl ? await addUp(target.databaseUrl) : await restoreCluster(hold.path, staging)
    const kept = readdirSync(aside).length > 0
    if (!kept) rmSync(aside, { recursive: true })
    return { manifest, ...counted, keptAside: kept ? aside : null }
  } finally {
    rmSync(staging, { recursive: true, force: true })
    hold.release()
  }
}

function validateManifest(manifest: Manifest, target: Target): string | null {
  const unknown = manifest.migrations.find((name) => !knownMigrations().includes(name))
  if (unknown) return `this backup is newer than the product: it knows ${unknown}`
  if (manifest.kind === 'external' && !target.databaseUrl)
    return 'this backup is of an external database: set DATABASE_URL'
  if (manifest.kind === 'embedded' && target.databaseUrl)
    return 'this backup is of the embedded database: unset DATABASE_URL'
  return null
}

function isReplaced(name: string, manifest: Manifest): boolean {
  if (OF_PROCESSES.includes(name) || name.startsWith('before-restore-') || name.startsWith('.restore-')) return false
  return name === 'postgres' ? manifest.kind === 'embedded' : manifest.store
}

/** The copy becomes consistent when the cluster, which finds its starting point in the label, has read the log beside it. */
async function restoreCluster(dataDir: string, staging: string): Promise<{ accounts: number; entries: number }> {
  const folder = join(dataDir, 'postgres')
  const cluster = join(folder, 'cluster')
  mkdirSync(folder)
  await unpack(join(staging, PARTS.cluster), folder)
  for (const name of readdirSync(join(staging, PARTS.wal)))
    copyFileSync(join(staging, PARTS.wal, name), join(cluster, 'pg_wal', name))
  copyFileSync(join(staging, PARTS.label), join(cluster, 'backup_label'))
  chownToCluster(folder)
  const running = await startEmbeddedPostgres({ folder })
  try {
    return await addUp(running.ownerUrl)
  } finally {
    await running.stop()
  }
}

async function restoreDump(databaseUrl: string, manifest: Manifest, staging: string, aside: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    if (rows[0]!.others > 0) throw new Error('the database is in use: stop the product first')
    const major = Number.parseInt(manifest.postgresVersion, 10)
    await postgresTool('pg_dump', major, [
      '--format=custom',
      '--no-owner',
      `--file=${join(aside, PARTS.dump)}`,
      databaseUrl,
    ])
    await ensureServerRole(client)
    await client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
    const dump = join(staging, PARTS.dump)
    await postgresTool('pg_restore', major, [
      '--no-owner',
      '--exit-on-error',
      '--single-transaction',
      `--dbname=${databaseUrl}`,
      dump,
    ])
  } finally {
    await client.end()
  }
}

/** A database that opens can still be wrong: what was posted must balance. */
async function addUp(ownerUrl: string): Promise<{ accounts: number; entries: number }> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ accounts: number }>('select count(*)::int as accounts from profiles')
    const { entries, balanced } = await addUpLedger(client)
    if (!balanced) throw new Error('the restored ledger does not balance')
    return { accounts: rows[0]!.accounts, entries }
  } finally {
    await client.end()
  }
}
