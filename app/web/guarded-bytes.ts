/** How long bytes flow after a check of the viewer's right. */
const CHECK_MS = 800

export type Guard = {
  /** Whether the viewer may still have it, asked anew. */
  mayGoOn: () => Promise<boolean>
  countBytes?: (bytes: number) => void
}

/**
 * The bytes of an object for one viewer: counted as they are sent, and cut off within a second of the moment when the viewer's right or
 * session ends. Nothing is read ahead, so that what a slow connection hasn't taken yet is never sent.
 */
export function guardedBytes(
  body: ReadableStream<Uint8Array>,
  { mayGoOn, countBytes }: Guard,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let checkedAt = performance.now()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (performance.now() - checkedAt > CHECK_MS) {
          if (!(await mayGoOn())) {
            await reader.cancel()
            return controller.error(new RightEnded('the viewer\u2019s right ended while a file was sent'))
          }
          checkedAt = performance.now()
        }
        const { done, value } = await reader.read()
        if (done) return controller.close()
        countBytes?.(value.byteLength)
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

class RightEnded extends Error {
  override name = 'RightEnded'
}
