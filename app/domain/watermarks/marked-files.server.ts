import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { config } from '#app/platform/config.server.ts'
import { newId } from '#app/platform/id.ts'
import { log } from '#app/platform/log.server.ts'

/**
 * Marked photos on the disk of this machine, so that a viewer who scrolls back waits for nothing. A file belongs to one day, account, medium
 * and size, and never leaves this folder but through the route that has checked the viewer. Losing one costs a new mark.
 */
export type MarkedFile = { day: string; accountId: string; mediaId: string; size: string; text: string }

const FOLDER = 'marked'
const MAX_BYTES = 1_000_000_000
/** What is left after files were removed for space. */
const KEPT_SHARE = 0.8
const WRITES_BETWEEN_CHECKS = 250

let writes = 0

export async function readMarked(file: MarkedFile): Promise<Buffer | null> {
  return readFile(pathOf(file)).catch(() => null)
}

/** Without space the photo is marked again the next time. */
export async function keepMarked(file: MarkedFile, bytes: Uint8Array): Promise<void> {
  const path = pathOf(file)
  const draft = `${path}.${newId()}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(draft, bytes, { mode: 0o600 })
    await rename(draft, path)
    writes += 1
    if (writes % WRITES_BETWEEN_CHECKS === 0) await removeOldest()
  } catch (error) {
    log.warn({ err: error }, 'a marked photo could not be kept')
    await rm(draft, { force: true })
  }
}

function pathOf({ day, accountId, mediaId, size, text }: MarkedFile): string {
  // A new username is another text.
  const version = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return join(folder(), day, accountId, `${mediaId}-${version}-${size}`)
}

let chosen: string | null = null

function folder(): string {
  return chosen ?? join(config().dataDir, FOLDER)
}

/** Keeps them in another folder: for tests. */
export function useMarkedFolder(other: string | null): void {
  chosen = other
}

const MEDIA_ID_LENGTH = 36

/** Removes the files of other days, and those whose account or medium is among the gone. `gone` is asked for all that are there. */
export async function removeMarked(
  today: string,
  gone: (ids: { accountIds: string[]; mediaIds: string[] }) => Promise<Set<string>>,
): Promise<void> {
  for (const day of await namesIn(folder())) if (day !== today) await rm(join(folder(), day), { recursive: true })
  const accountIds = await namesIn(join(folder(), today))
  const files = await Promise.all(
    accountIds.map(async (accountId) => ({ accountId, names: await namesIn(join(folder(), today, accountId)) })),
  )
  const mediaIds = [...new Set(files.flatMap(({ names }) => names.map((name) => name.slice(0, MEDIA_ID_LENGTH))))]
  const without = await gone({ accountIds, mediaIds })
  for (const { accountId, names } of files) {
    const path = join(folder(), today, accountId)
    if (without.has(accountId)) await rm(path, { recursive: true })
    else
      for (const name of names)
        if (without.has(name.slice(0, MEDIA_ID_LENGTH))) await rm(join(path, name), { force: true })
  }
  await removeOldest()
}

/** Removes the oldest files where all of them together are too large. */
export async function removeOldest(maxBytes = MAX_BYTES): Promise<void> {
  const paths: string[] = []
  for (const day of await namesIn(folder()))
    for (const accountId of await namesIn(join(folder(), day)))
      for (const name of await namesIn(join(folder(), day, accountId))) paths.push(join(folder(), day, accountId, name))
  const files: { path: string; bytes: number; at: number }[] = []
  for (const path of paths) {
    const found = await stat(path).catch(() => null)
    if (found) files.push({ path, bytes: found.size, at: found.mtimeMs })
  }
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes <= maxBytes) return
  for (const file of files.toSorted((one, other) => one.at - other.at)) {
    if (bytes <= maxBytes * KEPT_SHARE) return
    await rm(file.path, { force: true })
    bytes -= file.bytes
  }
}

async function namesIn(path: string): Promise<string[]> {
  return readdir(path).catch(() => [])
}
