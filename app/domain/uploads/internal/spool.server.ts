import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { spoolFolder } from '#app/platform/spool.server.ts'

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

export async function listSpooled(): Promise<string[]> {
  return (await readdir(spoolFolder())).filter(isId)
}
