import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'

/** Copies a stored object to a file of this machine. False where the store has none. */
export async function fetchObject(key: string, path: string): Promise<boolean> {
  const source = await mediaStore().open(key)
  if (!source) return false
  await pipeline(Readable.fromWeb(source as NodeStream), createWriteStream(path, { mode: 0o600 }))
  return true
}
