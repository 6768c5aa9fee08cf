/**
 * The invisible mark: a field of small squares ("chips") over the picture, each a little lighter or darker. Which chip carries which bit,
 * and with which sign, follows from a secret seed, so that without it the field can be neither read, removed nor forged. The field is as
 * wide as the picture, whatever its pixels: all sizes of a photo carry the same one.
 */
export const MARK_BITS = 60
/** Chips across a picture; a chip is square. */
export const CHIPS_ACROSS = 80

const BLOCK_ACROSS = 10
const BLOCK_DOWN = MARK_BITS / BLOCK_ACROSS

export type ChipField = {
  rows: number
  /** The bit of each chip, row by row, `CHIPS_ACROSS` in a row. */
  bits: Uint8Array
  /** 1 or -1: what a chip of a bit that is 1 adds. */
  signs: Int8Array
}

/** The field over a picture of this shape. Each block of chips has every bit once, so that any part of the picture carries all of them. */
export function chipField(seed: Uint8Array, width: number, height: number): ChipField {
  const rows = Math.ceil((height / width) * CHIPS_ACROSS) + 1
  const bits = new Uint8Array(rows * CHIPS_ACROSS)
  const signs = new Int8Array(rows * CHIPS_ACROSS)
  const order = new Uint8Array(MARK_BITS)
  for (let top = 0; top < rows; top += BLOCK_DOWN) {
    for (let left = 0; left < CHIPS_ACROSS; left += BLOCK_ACROSS) {
      const random = randomOf(seed, top * CHIPS_ACROSS + left)
      for (let bit = 0; bit < MARK_BITS; bit += 1) order[bit] = bit
      for (let last = MARK_BITS - 1; last > 0; last -= 1) {
        const other = random() % (last + 1)
        const kept = order[last]!
        order[last] = order[other]!
        order[other] = kept
      }
      for (let nth = 0; nth < MARK_BITS; nth += 1) {
        const row = top + Math.floor(nth / BLOCK_ACROSS)
        if (row >= rows) break
        const at = row * CHIPS_ACROSS + left + (nth % BLOCK_ACROSS)
        bits[at] = order[nth]!
        signs[at] = (random() & 1) === 1 ? 1 : -1
      }
    }
  }
  return { rows, bits, signs }
}

/** Random 32-bit numbers (sfc32) of a seed of 16 bytes and the place of a block. */
function randomOf(seed: Uint8Array, place: number): () => number {
  const view = new DataView(seed.buffer, seed.byteOffset, seed.byteLength)
  let [a, b, c] = [view.getUint32(0) ^ Math.imul(place + 1, 0x9e_37_79_b1), view.getUint32(4), view.getUint32(8)]
  let counter = view.getUint32(12) ^ place
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let round = 0; round < 15; round += 1) next()
  return next
}
