import type { ByteRange } from '#app/gateways/media-store/media-store.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { bytesSource, type ByteSource, sourceOf, streamOf } from '#app/platform/byte-source.server.ts'
import { type Piece, piecesOf } from './one-file.ts'

/** The bytes of a stored object as a stream, or null where the store has lost it. Only for what findMediaForViewer has allowed. */
export function openMedia(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
  return mediaStore().open(key, range)
}

/** The same for a file of several parts, each opened when the one before has been read. Null where the first is lost. */
export async function openPieces(
  pieces: readonly Piece[],
  range: ByteRange,
): Promise<ReadableStream<Uint8Array> | null> {
  const rest = piecesOf(pieces, range)
  const open = async (): Promise<ByteSource | null> => {
    const next = rest.shift()
    if (!next) return null
    if ('bytes' in next) return bytesSource(new Uint8Array(next.bytes))
    const stream = await mediaStore().open(next.key, { from: next.from, to: next.from + next.size - 1 })
    if (!stream) throw new Error('a part of a video is not in the store')
    return sourceOf(stream)
  }
  let source = await open().catch(() => null)
  if (!source) return null
  return streamOf({
    async next(into) {
      for (;;) {
        if (!source) return null
        const piece = await source.next(into)
        if (piece !== null) return piece
        source = await open()
      }
    },
    close: async () => source?.close(),
  })
}
