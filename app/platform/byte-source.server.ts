/**
 * Bytes that are read piece by piece as they are taken. Streams of the web cost several times as much for each piece, so that who knows the
 * source of a stream reads it directly.
 */
export type ByteSource = {
  /**
   * The next piece, or null at the end. Not called again before it has answered. A source may fill `into` and return a view of it instead of
   * new memory: the piece is good until `into` is used again.
   */
  next(into?: Uint8Array): Promise<Uint8Array | null>
  /** Releases what it holds; also after the end, and more than once. */
  close(): Promise<void>
}

/** The size of a large piece, and of the memory to offer for it: a segment of a video is three or four of these, a picture one. */
export const PIECE_BYTES = 262_144

const sources = new WeakMap<ReadableStream, ByteSource>()

/** A stream of a source; reads nothing ahead. */
export function streamOf(source: ByteSource): ReadableStream<Uint8Array> {
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await source.next()
        if (piece === null) controller.close()
        else controller.enqueue(piece)
      },
      cancel: () => source.close(),
    },
    { highWaterMark: 0 },
  )
  sources.set(stream, source)
  return stream
}

/** The source that a stream was made of, or null. Who reads it must not read the stream. */
export function knownSource(stream: ReadableStream): ByteSource | null {
  return sources.get(stream) ?? null
}

/** The source of any stream; of one that was not made of a source, its reader. */
export function sourceOf(stream: ReadableStream<Uint8Array>): ByteSource {
  const known = knownSource(stream)
  if (known) return known
  const reader = stream.getReader()
  return {
    next: async () => (await reader.read()).value ?? null,
    close: () => reader.cancel(),
  }
}

/** A few bytes that are in memory. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  let rest: Uint8Array | null = bytes.length > 0 ? bytes : null
  return {
    next: () => {
      const piece = rest
      rest = null
      return Promise.resolve(piece)
    },
    close: () => Promise.resolve(),
  }
}
