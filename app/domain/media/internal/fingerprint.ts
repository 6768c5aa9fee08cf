import type { Grey } from './mark-place.ts'

/**
 * A perceptual fingerprint of 256 bits: the signs of the low frequencies of the picture, compared with their median (as PDQ does). Smaller
 * copies and other formats differ in a few bits, other pictures in about half.
 */
export const FINGERPRINT_BYTES = 32

const EDGE = 64
const FREQUENCIES = 16

/** The parts of a picture that have a fingerprint of their own: the whole, and what is left when a tenth is cut off at different sides. */
export const FINGERPRINT_PARTS: readonly { x: number; y: number; share: number }[] = [
  { x: 0, y: 0, share: 1 },
  ...[0, 0.05, 0.1].flatMap((y) => [0, 0.05, 0.1].map((x) => ({ x, y, share: 0.9 }))),
]

const COSINES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float64Array.from({ length: EDGE }, (__, at) => Math.cos((Math.PI / EDGE) * (at + 0.5) * (frequency + 1))),
)

/** The fingerprint of a part of a picture. */
export function fingerprintOf(grey: Grey, { x, y, share } = FINGERPRINT_PARTS[0]!): Uint8Array {
  const small = squareOf(grey, x, y, share)
  const across = Array.from({ length: EDGE }, (_, row) =>
    COSINES.map((cosine) => cosine.reduce((sum, value, at) => sum + value * small[row * EDGE + at]!, 0)),
  )
  const values = COSINES.flatMap((cosine) =>
    COSINES.map((_, frequency) => cosine.reduce((sum, value, row) => sum + value * across[row]![frequency]!, 0)),
  )
  const median = values.toSorted((one, other) => one - other)[values.length / 2]!
  const bits = new Uint8Array(FINGERPRINT_BYTES)
  for (const [at, value] of values.entries()) if (value > median) bits[at >> 3]! |= 0x80 >> (at & 7)
  return bits
}

/** A part of the picture as a square of 64 pixels, each the mean of its area. */
function squareOf({ width, height, data }: Grey, left: number, top: number, share: number): Float64Array {
  const square = new Float64Array(EDGE * EDGE)
  for (let row = 0; row < EDGE; row += 1) {
    const [fromY, untilY] = spanOf(top * height, share * height, row, height)
    for (let column = 0; column < EDGE; column += 1) {
      const [fromX, untilX] = spanOf(left * width, share * width, column, width)
      let sum = 0
      for (let y = fromY; y < untilY; y += 1) for (let x = fromX; x < untilX; x += 1) sum += data[y * width + x]!
      square[row * EDGE + column] = sum / ((untilX - fromX) * (untilY - fromY))
    }
  }
  return square
}

function spanOf(start: number, length: number, nth: number, limit: number): [number, number] {
  const from = Math.min(limit - 1, Math.round(start + (nth * length) / EDGE))
  return [from, Math.max(from + 1, Math.min(limit, Math.round(start + ((nth + 1) * length) / EDGE)))]
}

/** In how many bits two fingerprints differ. */
export function differingBits(one: Uint8Array, other: Uint8Array): number {
  let count = 0
  for (let at = 0; at < one.length; at += 1) {
    let bits = one[at]! ^ other[at]!
    for (; bits > 0; bits &= bits - 1) count += 1
  }
  return count
}
