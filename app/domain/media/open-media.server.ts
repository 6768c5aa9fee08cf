import type { ByteRange } from '#app/gateways/media-store/media-store.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
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
  const open = async (): Promise<ReadableStreamDefaultReader<Uint8Array> | null> => {
    const next = rest.shift()
    if (!next) return null
    const stream =
      'bytes' in next
        ? (new Blob([new Uint8Array(next.bytes)]).stream() as ReadableStream<Uint8Array>)
        : await mediaStore().open(next.key, { from: next.from, to: next.from + next.size - 1 })
    if (!stream) throw new Error('a part of a video is not in the store')
    return stream.getReader()
  }
  let reader = await open().catch(() => null)
  if (!reader) return null
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          if (!reader) return controller.close()
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          reader = await open()
        }
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
