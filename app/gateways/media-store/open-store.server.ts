import { join } from 'node:path'
import { config } from '#app/platform/config.server.ts'
import { diskStore } from './disk-store.server.ts'
import type { MediaStore } from './media-store.ts'
import { s3Store } from './s3-store.server.ts'

let store: MediaStore | null = null

/** The configured store, opened on first use. */
export function mediaStore(): MediaStore {
  const { s3, dataDir } = config()
  store ??= s3 ? s3Store(s3) : diskStore(join(dataDir, 'media'))
  return store
}

/** Uses another store: for tests, which keep theirs in a folder of their own. */
export function useMediaStore(other: MediaStore | null): void {
  store = other
}
