import type { ByteRange } from '#app/gateways/media-store/media-store.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'

/** The bytes of a stored object as a stream, or null where the store has lost it. Only for what findMediaForViewer has allowed. */
export function openMedia(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
  return mediaStore().open(key, range)
}
