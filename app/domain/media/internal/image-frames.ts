/**
 * The protocol between the server and the process that decodes pictures: a length, a JSON header, then bytes. Nothing from that process
 * is trusted: the reader sets the maximum size of a message.
 */
export type Frame = { head: unknown; blobs: Uint8Array[] }

const MAX_HEAD_BYTES = 16_384
const MAX_BLOBS = 64

export function writeFrame(head: object, blobs: readonly Uint8Array[]): Uint8Array[] {
  const text = new TextEncoder().encode(JSON.stringify({ head, sizes: blobs.map((blob) => blob.length) }))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, text.length)
  return [length, text, ...blobs]
}

/** Assembles messages from the pieces that arrive. `push` throws where one is malformed or would be larger than allowed. */
export class FrameReader {
  #waiting: Uint8Array[] = []
  #bytes = 0
  #begun: { head: unknown; sizes: number[]; whole: number } | null = null
  #maxBytes: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  push(piece: Uint8Array): Frame[] {
    this.#waiting.push(piece)
    this.#bytes += piece.length
    const frames: Frame[] = []
    for (let frame = this.#next(); frame; frame = this.#next()) frames.push(frame)
    return frames
  }

  #next(): Frame | null {
    this.#begun ??= this.#begin()
    const begun = this.#begun
    if (!begun || this.#bytes < begun.whole) return null
    const content = this.#take(begun.whole)
    const blobs: Uint8Array[] = []
    let at = 0
    for (const size of begun.sizes) {
      blobs.push(content.subarray(at, at + size))
      at += size
    }
    this.#begun = null
    return { head: begun.head, blobs }
  }

  #begin() {
    if (this.#bytes < 4) return null
    const joined = this.#join()
    const length = new DataView(joined.buffer, joined.byteOffset).getUint32(0)
    if (length > MAX_HEAD_BYTES) throw new Error('a message with a header that is too long')
    if (joined.length < 4 + length) return null
    const { head, sizes } = readHead(new TextDecoder().decode(joined.subarray(4, 4 + length)))
    const whole = sizes.reduce((sum, size) => sum + size, 0)
    if (whole > this.#maxBytes) throw new Error('a message that is too large')
    this.#take(4 + length)
    return { head, sizes, whole }
  }

  #take(count: number): Uint8Array {
    const joined = this.#join()
    this.#waiting = [joined.subarray(count)]
    this.#bytes = joined.length - count
    return joined.subarray(0, count)
  }

  #join(): Uint8Array {
    if (this.#waiting.length === 1) return this.#waiting[0]!
    const joined = new Uint8Array(this.#bytes)
    let at = 0
    for (const piece of this.#waiting) {
      joined.set(piece, at)
      at += piece.length
    }
    this.#waiting = [joined]
    return joined
  }
}

function readHead(text: string): { head: unknown; sizes: number[] } {
  const read: unknown = JSON.parse(text)
  if (typeof read !== 'object' || read === null || !('head' in read) || !('sizes' in read))
    throw new Error('no message')
  const { head, sizes } = read
  const isSize = (size: unknown): size is number => Number.isSafeInteger(size) && (size as number) >= 0
  if (!Array.isArray(sizes) || sizes.length > MAX_BLOBS || !sizes.every(isSize))
    throw new Error('a message without sizes')
  return { head, sizes }
}
