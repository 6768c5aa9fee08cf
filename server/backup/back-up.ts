import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { OF_PROCESSES } from '../data-dir.ts'
import { clusterIsUp, startEmbeddedPostgres } from '../embedded-postgres.ts'
import { type Manifest, pack, PARTS } from './archive.ts'
import { postgresTool } from './postgres-tool.ts'

export type Backup = { bytes: number; manifest: Manifest }

// Files that belong to one running server or are of no use to another.
const NOT_KEPT = new Set(['postgres', 'uploads', 'marked', ...OF_PROCESSES])
const NOT_COPIED = [
  'cluster/pg_wal/*',
  'cluster/postmaster.pid',
  'cluster/postmaster.opts',
  'cluster/pg_replslot/*',
  'cluster/pg_stat_tmp/*',
  'cluster/pg_dynshmem/*',
  'cluster/pg_notify/*',
  'cluster/pg_serial/*',
  'cluster/pg_snapshots/*',
  'cluster/pg_subtrans/*',
]

/**
 * Writes everything that the product stores into one file while it runs: the database first, then the store, because files are written
 * before the rows that name them. Only its owner can read the file: it contains the secrets too.
 */
export async function backUp(source: { dataDir: string; databaseUrl: string | null }, file: string): Promise<Backup> {
  const target = resolve(file)
  if (existsSync(target)) throw new Error(`${file} is there already`)
  const dataDir = resolve(source.dataDir)
  if (!source.databaseUrl && !existsSync(join(dataDir, 'postgres', 'cluster')))
    throw new Error('there is nothing to back up: DATA_DIR holds no database')
  mkdirSync(dirname(target), { recursive: true })
  const staging = mkdtempSync(join(dirname(target), `.${basename(target)}-`))
  try {
    const facts = source.databaseUrl
      ? await dump(source.databaseUrl, staging)
      : await copyCluster(join(dataDir, 'postgres'), staging)
    const names = existsSync(dataDir)
      ? readdirSync(dataDir).filter((name) => !NOT_KEPT.has(name) && !name.startsWith('before-restore-'))
      : []
    if (names.length > 0) await pack(join(staging, PARTS.store), dataDir, names)
    const manifest: Manifest = { format: 1, madeAt: new Date().toISOString(), store: names.length > 0, ...facts }
    writeFileSync(join(staging, PARTS.manifest), JSON.stringify(manifest, null, 2))
    const draft = `${target}.part`
    await pack(draft, staging, readdirSync(staging), ['--gzip'])
    chmodSync(draft, 0o600)
    renameSync(draft, target)
    return { bytes: statSync(target).size, manifest }
  } finally {
    rmSync(staging, { recursive: true, force: true })
    rmSync(`${target}.part`, { force: true })
  }
}

type Facts = Pick<Manifest, 'kind' | 'postgresVersion' | 'migrations'>

async function dump(databaseUrl: string, staging: string): Promise<Facts> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const facts = await factsOf(client, 'external')
    await postgresTool('pg_dump', Number.parseInt(facts.postgresVersion, 10), [
      '--format=custom',
      '--no-owner',
      `--file=${join(staging, PARTS.dump)}`,
      databaseUrl,
    ])
    return facts
  } finally {
    await client.end()
  }
}

/** An online copy: the files between start and stop, and the log written meanwhile, which makes them consistent. */
async function copyCluster(folder: string, staging: string): Promise<Facts> {
  const ranBefore = await clusterIsUp(folder)
  const cluster = await startEmbeddedPostgres({ folder })
  // One session from start to stop: if it ends, the server ends the backup and releases the log.
  const client = new pg.Client({ connectionString: cluster.ownerUrl })
  await client.connect()
  try {
    const facts = await factsOf(client, 'embedded')
    await client.query(`select pg_create_physical_replication_slot('peach_backup', true, true)`)
    await client.query(`select pg_backup_start('peach', true)`)
    await pack(
      join(staging, PARTS.cluster),
      folder,
      ['cluster', 'owner-password'],
      NOT_COPIED.map((pattern) => `--exclude=${pattern}`),
    )
    const { rows } = await client.query<{ label: string; last: string }>(
      `select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`,
    )
    const { label, last } = rows[0]!
    const first = /file ([0-9A-F]{24})\)/.exec(label)![1]!
    writeFileSync(join(staging, PARTS.label), label)
    mkdirSync(join(staging, PARTS.wal))
    for (const name of readdirSync(join(folder, 'cluster', 'pg_wal')))
      if (name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last))
        copyFileSync(join(folder, 'cluster', 'pg_wal', name), join(staging, PARTS.wal, name))
    return facts
  } finally {
    await client.end()
    if (!ranBefore) await cluster.stop()
  }
}

async function factsOf(client: pg.Client, kind: Manifest['kind']): Promise<Facts> {
  const { rows } = await client.query<{ version: string; names: string[] }>(
    `select current_setting('server_version') as version, array(select name from schema_migrations order by name) as names`,
  )
  return { kind, postgresVersion: rows[0]!.version, migrations: rows[0]!.names }
}
