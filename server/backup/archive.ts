import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The description of a backup. `embedded` holds a copy of the cluster, `external` a dump of the database. */
export type Manifest = {
  format: 1
  kind: 'embedded' | 'external'
  madeAt: string
  postgresVersion: string
  migrations: string[]
  /** Files of the store, the secrets and the simulator's records; pictures in an S3 store are not included. */
  store: boolean
}

export const PARTS = {
  manifest: 'manifest.json',
  cluster: 'cluster.tar',
  wal: 'wal',
  label: 'backup_label',
  dump: 'database.dump',
  store: 'store.tar',
} as const

/** Packs names below `folder`. A file may change or vanish while it is read: the database's log makes the copy consistent. */
export async function pack(file: string, folder: string, names: string[], options: string[] = []): Promise<void> {
  try {
    await run('tar', ['-cf', file, ...options, '-C', folder, ...names], { maxBuffer: 64 * 1_048_576 })
  } catch (error) {
    if ((error as { code?: unknown }).code !== 1) throw error
  }
}

export async function unpack(file: string, folder: string, options: string[] = []): Promise<void> {
  await run('tar', ['-xf', file, ...options, '-C', folder], { maxBuffer: 64 * 1_048_576 })
}

export function readManifest(folder: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(folder, PARTS.manifest), 'utf8')) as Manifest
  if (manifest.format !== 1) throw new Error('this backup was made by a newer version of the product')
  return manifest
}
