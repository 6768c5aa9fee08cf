import { close, open } from 'node:fs'
import { promisify } from 'node:util'
import { logFailure } from '#app/platform/log-failure.server.ts'

// A FileHandle costs more than the read itself.
const [openFd, closeFd] = [promisify(open), promisify(close)]

/** A player reads one file many times a second: its descriptor stays open for this long after the last read. */
const IDLE_MS = 1_000
/** Beyond these a file is closed with its last reader. */
const MAX_IDLE = 256

type OpenFile = { opening: Promise<number>; readers: number; idleSince: number; forgotten: boolean }

const files = new Map<string, OpenFile>()
let timer: NodeJS.Timeout | undefined

export type TakenFile = {
  fd: number
  /** Call once, when no read of it is running. */
  release(): void
}

/** An open file for reading, shared by all who read it now. Rejects where it can't be opened. */
export async function takeFile(path: string): Promise<TakenFile> {
  let file = files.get(path)
  if (!file) files.set(path, (file = { opening: openFd(path, 'r'), readers: 0, idleSince: 0, forgotten: false }))
  file.readers += 1
  try {
    const taken = file
    return { fd: await file.opening, release: () => release(path, taken) }
  } catch (error) {
    if (files.get(path) === file) files.delete(path)
    throw error
  }
}

/** The file of this name was removed or replaced: whoever reads it from now on opens it anew. */
export function forgetFile(path: string): void {
  const file = files.get(path)
  if (!file) return
  files.delete(path)
  file.forgotten = true
  if (file.readers === 0) end(file)
}

/** Whether a descriptor of this file is kept. For tests. */
export function isKeptOpen(path: string): boolean {
  return files.has(path)
}

function release(path: string, file: OpenFile): void {
  file.readers -= 1
  if (file.readers > 0) return
  if (file.forgotten) return end(file)
  if (files.size > MAX_IDLE) return forgetFile(path)
  file.idleSince = performance.now()
  timer ??= setTimeout(closeIdle, IDLE_MS).unref()
}

function closeIdle(): void {
  timer = undefined
  const before = performance.now() - IDLE_MS
  for (const [path, file] of files) if (file.readers === 0 && file.idleSince <= before) forgetFile(path)
  if (files.size > 0) timer = setTimeout(closeIdle, IDLE_MS / 2).unref()
}

function end(file: OpenFile): void {
  file.opening
    .then((fd) => closeFd(fd))
    .catch((error: unknown) => logFailure(error, {}, 'a file of the media store was not closed'))
}
