import { mkdirSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { config } from './config.server.ts'

const WORK_PREFIX = 'work-'
const OLD_WORK_MS = 3 * 3_600_000

let folder: string | null = null
let freeBytes: number | null = null

/** The folder for files that are being received or worked on; only the server reads it. Created on first use. */
export function spoolFolder(): string {
  folder ??= made(join(config().dataDir, 'uploads'))
  return folder
}

/** Uses another folder, on a disk with so much free space where it is given: for tests. */
export function useSpool(other: string | null, free: number | null = null): void {
  folder = other === null ? null : made(other)
  freeBytes = free
}

/** How much of the spool's disk is free. */
export async function freeDiskBytes(): Promise<number> {
  if (freeBytes !== null) return freeBytes
  const { bavail, bsize } = await statfs(spoolFolder())
  return bavail * bsize
}

/** Whether a file could not be written because there is no space, for everybody or for this account. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code))
}

function made(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return resolve(path)
}

/** A folder for one piece of work; it is deleted after it in every case. */
export async function inWorkFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const made = await mkdtemp(join(spoolFolder(), WORK_PREFIX))
  try {
    return await work(made)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

/** Work folders that were created hours ago: their process is gone, by the machine's own time. */
export async function dropOldWork(): Promise<void> {
  const horizon = performance.timeOrigin + performance.now() - OLD_WORK_MS
  for (const name of await readdir(spoolFolder())) {
    if (!name.startsWith(WORK_PREFIX)) continue
    const path = join(spoolFolder(), name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < horizon) await rm(path, { recursive: true, force: true })
  }
}
