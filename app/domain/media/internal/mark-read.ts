import { CHIPS_ACROSS, type ChipField, MARK_BITS } from './mark-chips.ts'
import { align, type Aligned, type Grey, type Place, resized } from './mark-place.ts'

export type Reading = { likeness: number; leanings: number[] }

/** Above this mean a reading is of a mark, far beyond chance (watermarks/code.ts). */
const CLEAR = 1.5
/** From this likeness on the copy may show the original, and looking for its place by the mark itself is worth the time. */
const MAY_SHOW = 0.9

/** What a copy says about the mark in it: the assumption under which the mark is clearest. Null where it does not show the original. */
export function readMark(copy: Grey, original: Grey, field: ChipField): Reading | null {
  const aligned = align(copy, original)
  const readings = aligned.map((one) => ({ likeness: one.likeness, leanings: readChips(one, field) }))
  const best = clearest(readings)
  if (!best || clarity(best) >= CLEAR || best.likeness < MAY_SHOW) return best
  // A picture with no edges fits in many places: the mark itself says which.
  const found = placeByMark(aligned[0]!, original, field)
  return clearest([best, { likeness: best.likeness, leanings: readChips({ ...aligned[0]!, place: found }, field) }])
}

function clearest(readings: readonly Reading[]): Reading | null {
  return readings.toSorted((one, other) => clarity(other) - clarity(one))[0] ?? null
}

function clarity({ leanings }: Reading): number {
  return leanings.reduce((sum, one) => sum + Math.abs(one), 0) / leanings.length
}

/** How small a part of the original is looked for, and how exactly: in parts of it, and in chips. */
const PARTS = { smallest: 0.8, step: 0.995 }
const CHIP_STEP = 0.5

/** The size and place at which the bits of the mark stand out most, whatever they are. */
function placeByMark(aligned: Aligned, original: Grey, field: ChipField): Place {
  const { copy, scale } = aligned
  const noise = levelledDifference(aligned)
  // Two pixels for a chip.
  const small = resized({ ...copy, data: noise }, Math.round(copy.width / 3), Math.round(copy.height / 3))
  const tall = original.height / original.width
  const step = CHIP_STEP / CHIPS_ACROSS
  let best = { strength: -1, part: 1, x: 0, y: 0 }
  for (let part = 1; part >= PARTS.smallest; part *= PARTS.step) {
    const down = (part * copy.height) / copy.width
    for (let y = 0; y <= Math.max(0, tall - down) + step; y += step) {
      for (let x = 0; x <= 1 - part + step; x += step) {
        const strength = strengthAt(small, field, part, x, y)
        if (strength > best.strength) best = { strength, part, x, y }
      }
    }
  }
  const { part, x, y } = best
  const a = (part * scale) / copy.width
  return { a, b: 0, c: x * scale + (a - 1) / 2, d: 0, e: a, f: y * scale + (a - 1) / 2 }
}

/** How far all bits together stand out if the copy begins at this place. */
function strengthAt(small: Grey, field: ChipField, part: number, left: number, top: number): number {
  const { width, height, data } = small
  const leaning = new Float64Array(MARK_BITS)
  const unit = width / part
  let noise = 0
  for (let row = 0; row < field.rows; row += 1) {
    const y = ((row + 0.5) / CHIPS_ACROSS - top) * unit - 0.5
    if (y < 0 || y > height - 1) continue
    const start = Math.round(y) * width
    for (let column = 0; column < CHIPS_ACROSS; column += 1) {
      const x = Math.round(((column + 0.5) / CHIPS_ACROSS - left) * unit - 0.5)
      if (x < 0 || x > width - 1) continue
      const chip = row * CHIPS_ACROSS + column
      const value = data[start + x]!
      leaning[field.bits[chip]!]! += field.signs[chip]! * value
      noise += value * value
    }
  }
  return noise === 0 ? 0 : leaning.reduce((sum, one) => sum + Math.abs(one), 0) / Math.sqrt(noise * MARK_BITS)
}

const CLIP = 5

/**
 * How far each bit of the mark leans to 1 (positive) or 0, in standard deviations. Without a mark each is a number of the standard normal
 * distribution, whatever the picture shows, because the signs of the chips are random.
 */
function readChips(aligned: Aligned, field: ChipField): number[] {
  const { copy, shown, place, scale } = aligned
  const { width, height } = copy
  const differences = levelledDifference(aligned)
  const chips = field.rows * CHIPS_ACROSS
  const [sums, squares, counts] = [new Float64Array(chips), new Float64Array(chips), new Float64Array(chips)]
  const step = CHIPS_ACROSS / scale
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      if (Number.isNaN(shown.data[at]!)) continue
      const across = (place.a * x + place.b * y + place.c + 0.5) * step - 0.5
      const down = (place.d * x + place.e * y + place.f + 0.5) * step - 0.5
      const [left, top] = [Math.floor(across), Math.floor(down)]
      const value = differences[at]!
      for (let corner = 0; corner < 4; corner += 1) {
        const [column, row] = [left + (corner & 1), top + (corner >> 1)]
        if (column < 0 || row < 0 || column >= CHIPS_ACROSS || row >= field.rows) continue
        const weight = (1 - Math.abs(across - column)) * (1 - Math.abs(down - row))
        const chip = row * CHIPS_ACROSS + column
        sums[chip]! += weight * value
        squares[chip]! += weight * value * value
        counts[chip]! += weight
      }
    }
  }
  const leaning = new Float64Array(MARK_BITS)
  const noise = new Float64Array(MARK_BITS)
  for (let chip = 0; chip < chips; chip += 1) {
    const count = counts[chip]!
    if (count < 4) continue
    // A rough place says less than an even one.
    const weighted = sums[chip]! / (squares[chip]! / count + 1)
    leaning[field.bits[chip]!]! += field.signs[chip]! * weighted
    noise[field.bits[chip]!]! += weighted * weighted
  }
  return Array.from(leaning, (value, bit) => (noise[bit]! > 0 ? value / Math.sqrt(noise[bit]!) : 0))
}

/** What the copy adds to the original at each pixel, without what it adds everywhere around: lighting and what stands over it. */
function levelledDifference({ copy, shown }: Aligned): Float32Array {
  const { width, height } = copy
  const away = new Float32Array(width * height)
  for (let at = 0; at < away.length; at += 1) {
    const difference = copy.data[at]! - shown.data[at]!
    away[at] = Number.isNaN(difference) ? 0 : Math.max(-CLIP * 3, Math.min(CLIP * 3, difference))
  }
  const around = blurred({ width, height, data: away }, Math.round((1.5 * width) / CHIPS_ACROSS))
  return away.map((difference, at) => Math.max(-CLIP, Math.min(CLIP, difference - around.data[at]!)))
}

/** The mean of the square around each pixel. */
function blurred({ width, height, data }: Grey, radius: number): Grey {
  const across = new Float32Array(data.length)
  for (let y = 0; y < height; y += 1) slide(data, across, y * width, 1, width, radius)
  const both = new Float32Array(data.length)
  for (let x = 0; x < width; x += 1) slide(across, both, x, width, height, radius)
  return { width, height, data: both }
}

function slide(
  from: Float32Array,
  to: Float32Array,
  start: number,
  stride: number,
  count: number,
  radius: number,
): void {
  let [sum, held] = [0, 0]
  for (let at = 0; at < Math.min(count, radius); at += 1) {
    sum += from[start + at * stride]!
    held += 1
  }
  for (let at = 0; at < count; at += 1) {
    if (at + radius < count) {
      sum += from[start + (at + radius) * stride]!
      held += 1
    }
    if (at - radius - 1 >= 0) {
      sum -= from[start + (at - radius - 1) * stride]!
      held -= 1
    }
    to[start + at * stride] = sum / held
  }
}
