import { CHIPS_ACROSS, type ChipField } from './mark-chips.ts'

/** Rows of red, green and blue; what is stored is rounded and held between 0 and 255. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray }

/**
 * How many levels of 255 a chip adds or takes: where the picture is even, the eye sees the most and a codec keeps the least; where it is
 * rough, it hides more.
 */
const EVEN = 1.15
const PER_ROUGHNESS = 0.16
const ROUGHEST = 3.2

/** A threshold for each pixel, so that a part of a level is kept on average. */
const DITHER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((step) => (step + 0.5) / 16 - 0.5)

/** The strength of each chip in this picture. */
function chipStrengths({ width, height, data }: Pixels, rows: number): Float32Array {
  const counts = new Float32Array(rows * CHIPS_ACROSS)
  const sums = new Float32Array(rows * CHIPS_ACROSS)
  const scale = CHIPS_ACROSS / width
  const columns = Int32Array.from({ length: width }, (_, x) => Math.floor(x * scale))
  // Every second pixel of every second row: differences between neighbours say how rough it is.
  for (let y = 0; y + 2 < height; y += 2) {
    const first = Math.floor(y * scale) * CHIPS_ACROSS
    for (let x = 0; x + 2 < width; x += 2) {
      const at = (y * width + x) * 3 + 1
      const here = data[at]!
      const right = data[at + 6]! - here
      const below = data[at + width * 6]! - here
      const chip = first + columns[x]!
      sums[chip]! += Math.min(40, Math.abs(right) + Math.abs(below))
      counts[chip]! += 1
    }
  }
  const strengths = new Float32Array(rows * CHIPS_ACROSS)
  for (let chip = 0; chip < strengths.length; chip += 1) {
    const rough = counts[chip]! > 0 ? sums[chip]! / counts[chip]! : 0
    strengths[chip] = Math.min(ROUGHEST, EVEN + PER_ROUGHNESS * rough)
  }
  return strengths
}

/** Adds the field to the picture, in place. `code`: its bits. */
export function drawChips(pixels: Pixels, field: ChipField, code: Uint8Array): void {
  const { width, height, data } = pixels
  const strengths = chipStrengths(pixels, field.rows)
  const chips = new Float32Array(field.rows * CHIPS_ACROSS)
  for (let chip = 0; chip < chips.length; chip += 1)
    chips[chip] = field.signs[chip]! * (code[field.bits[chip]!] === 1 ? 1 : -1) * strengths[chip]!
  const scale = CHIPS_ACROSS / width
  const lefts = new Int32Array(width)
  const rights = new Int32Array(width)
  const shares = new Float32Array(width)
  for (let x = 0; x < width; x += 1) {
    const at = Math.max(0, (x + 0.5) * scale - 0.5)
    lefts[x] = Math.floor(at)
    rights[x] = Math.min(CHIPS_ACROSS - 1, lefts[x]! + 1)
    shares[x] = at - lefts[x]!
  }
  const line = new Float32Array(CHIPS_ACROSS)
  for (let y = 0; y < height; y += 1) {
    const down = Math.max(0, (y + 0.5) * scale - 0.5)
    const above = Math.floor(down)
    const below = Math.min(field.rows - 1, above + 1)
    const share = down - above
    for (let column = 0; column < CHIPS_ACROSS; column += 1) {
      const upper = chips[above * CHIPS_ACROSS + column]!
      line[column] = upper + (chips[below * CHIPS_ACROSS + column]! - upper) * share
    }
    const dither = (y & 3) * 4
    let at = y * width * 3
    for (let x = 0; x < width; x += 1) {
      const left = line[lefts[x]!]!
      // Rounded to whole levels: 64.5 is more than is ever taken away.
      const added = ((left + (line[rights[x]!]! - left) * shares[x]! + DITHER[dither + (x & 3)]! + 64.5) | 0) - 64
      data[at] = data[at]! + added
      data[at + 1] = data[at + 1]! + added
      data[at + 2] = data[at + 2]! + added
      at += 3
    }
  }
}
