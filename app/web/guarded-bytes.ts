import { sourceOf, streamOf } from '#app/platform/byte-source.server.ts'

/** How long bytes flow after a check of the viewer's right. */
export const CHECK_MS = 800

export type Guard = {
  /** Whether the viewer may still have it, asked anew. */
  mayGoOn: () => Promise<boolean>
  countBytes?: (bytes: number) => void
  /** When the last check began, by performance.now(); now where it is left out. */
  checkedAt?: number
}

/**
 * The bytes of an object for one viewer: counted as they are sent, and cut off within a second of the moment when the viewer's right or
 * session ends. Nothing is read ahead, so that what a slow connection hasn't taken yet is never sent.
 */
export function guardedBytes(
  body: ReadableStream<Uint8Array>,
  { mayGoOn, countBytes, ...last }: Guard,
): ReadableStream<Uint8Array> {
  const source = sourceOf(body)
  let checkedAt = last.checkedAt ?? performance.now()
  return streamOf({
    async next(into) {
      if (performance.now() - checkedAt > CHECK_MS) {
        const asked = performance.now()
        if (!(await mayGoOn())) {
          await source.close()
          throw new RightEnded('the viewer\u2019s right ended while a file was sent')
        }
        checkedAt = asked
      }
      const piece = await source.next(into)
      if (piece !== null) countBytes?.(piece.byteLength)
      return piece
    },
    close: () => source.close(),
  })
}

class RightEnded extends Error {
  override name = 'RightEnded'
}
