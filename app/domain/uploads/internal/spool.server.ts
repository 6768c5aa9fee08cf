import { mkdirSync } from 'node:fs'
import { open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { config } from '#app/platform/config.server.ts'
import { isId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'

export const WORK_PREFIX = 'work-'
const OLD_WORK_MS = 3 * 3_600_000

let folder: string | null = null
let freeBytes: number | null = null

/** The folder in which incomplete uploads are stored; only the server reads it. Created on first use. */
export function spoolFolder(): string {
  folder ??= made(join(config().dataDir, 'uploads'))
  return folder
}

/** Uses another folder, and reports so much free disk: for tests. */
export function useSpool(other: string | null, free: number | null): void {
  folder = other === null ? null : made(other)
  freeBytes = free
}

/** How much of the spool's disk is free. */
export async function freeDiskBytes(): Promise<number> {
  if (freeBytes !== null) return freeBytes
  const { bavail, bsize } = await statfs(spoolFolder())
  return bavail * bsize
}

function made(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return resolve(path)
}

export function spoolPath(uploadId: string): string {
  invariant(isId(uploadId), 'only an upload\u2019s own id names its file')
  return join(spoolFolder(), uploadId)
}

/** How many bytes of an upload have arrived here; null where there are none. */
export async function arrivedBytes(uploadId: string): Promise<number | null> {
  try {
    return (await stat(spoolPath(uploadId))).size
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

export async function firstBytes(uploadId: string, count: number): Promise<Uint8Array> {
  const file = await open(spoolPath(uploadId), 'r')
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(count), 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

export async function dropSpooled(uploadId: string): Promise<void> {
  await rm(spoolPath(uploadId), { force: true })
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

export async function listSpooled(): Promise<string[]> {
  return (await readdir(spoolFolder())).filter(isId)
}
