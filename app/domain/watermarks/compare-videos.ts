import type { Variant } from '#app/domain/media/streams.ts'
import type { SegmentRead } from './segments.ts'

type Frames = { count: number; width: number; height: number; read: (nth: number) => Uint8Array }

/** Pictures are placed in time by so many numbers each. */
const EDGE = 16
const SAMPLES = 40
/** At least so much of the copy must lie within the original. */
const MIN_INSIDE = 0.6
const PAUSE_EVERY = 400

/** Where a copy begins in the original, in pictures: the likeliest places first, none beside another. */
export async function placesOf(
  copy: Frames,
  original: Frames,
  most: number,
): Promise<{ shift: number; likeness: number }[]> {
  const samples = spread(copy.count, SAMPLES).map((nth) => ({ nth, small: normalised(copy.read(nth), copy) }))
  const wholes: Float32Array[] = []
  for (let nth = 0; nth < original.count; nth += 1) {
    wholes.push(normalised(original.read(nth), original))
    if (nth % PAUSE_EVERY === 0) await pause()
  }
  const found: { shift: number; likeness: number }[] = []
  for (let shift = -copy.count; shift <= original.count; shift += 1) {
    let [sum, inside] = [0, 0]
    for (const { nth, small } of samples) {
      const other = wholes[nth + shift]
      if (!other) continue
      inside += 1
      for (let at = 0; at < small.length; at += 1) sum += small[at]! * other[at]!
    }
    if (inside >= samples.length * MIN_INSIDE) found.push({ shift, likeness: sum / inside })
    if (shift % PAUSE_EVERY === 0) await pause()
  }
  const places: { shift: number; likeness: number }[] = []
  for (const one of found.toSorted((a, b) => b.likeness - a.likeness)) {
    if (places.length === most) break
    if (places.every(({ shift }) => Math.abs(shift - one.shift) > 2)) places.push(one)
  }
  return places
}

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function spread(count: number, wanted: number): number[] {
  const many = Math.min(count, wanted)
  return Array.from({ length: many }, (_, nth) => Math.floor(((nth + 0.5) * count) / many))
}

/** A picture as a few numbers of mean zero and length one, so that two of them multiplied say how alike they are. */
function normalised(frame: Uint8Array, { width, height }: { width: number; height: number }): Float32Array {
  const small = new Float32Array(EDGE * EDGE)
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * EDGE) / height) * EDGE
    for (let x = 0; x < width; x += 1) small[row + Math.floor((x * EDGE) / width)]! += frame[y * width + x]!
  }
  const mean = small.reduce((sum, value) => sum + value, 0) / small.length
  let length = 0
  for (let at = 0; at < small.length; at += 1) {
    small[at]! -= mean
    length += small[at]! ** 2
  }
  // A picture without anything in it is like none.
  const scale = length > 1 ? 1 / Math.sqrt(length) : 0
  return small.map((value) => value * scale)
}

/** The shift near another at which the pictures differ least, where both have the rate of the original. */
export function refineShift(copy: Frames, original: Frames, about: number, around: number): number {
  const samples = spread(copy.count, SAMPLES)
  let best = { shift: about, difference: Number.POSITIVE_INFINITY }
  for (let shift = about - around; shift <= about + around; shift += 1) {
    let [sum, inside] = [0, 0]
    for (const nth of samples) {
      if (nth + shift < 0 || nth + shift >= original.count) continue
      const [one, other] = [copy.read(nth), original.read(nth + shift)]
      inside += 1
      for (let at = 0; at < one.length; at += 1) sum += Math.abs(one[at]! - other[at]!)
    }
    if (inside > 0 && sum / inside < best.difference) best = { shift, difference: sum / inside }
  }
  return best.shift
}

/** Beyond this the difference is text, a sticker or an edge that moved, not the mark. */
const CLIP = 6
/** In standard deviations; by chance one segment in twenty is beyond it, and says nothing that a name could follow from. */
const MIN_DEVIATION = 2
/** Of the pictures of a segment; the first and last are left out, because the copy may be half a picture off. */
const MIN_SHARE = 0.6

type Variants = { a: Frames; b: Frames; ends: readonly number[] }

/**
 * Which variant each segment of a copy is of. `ends`: of the segments, in pictures. What the copy adds to the mean of both variants is
 * compared with their difference, square by square, over all pictures of the segment.
 */
export async function readVariants(copy: Frames, { a, b, ends }: Variants, shift: number): Promise<SegmentRead[]> {
  const reads: SegmentRead[] = []
  for (const [index, end] of ends.entries()) {
    const [from, to] = [Math.ceil(ends[index - 1] ?? 0) + 1, Math.floor(end) - 1]
    const inside = Array.from({ length: Math.max(0, to - from) }, (_, nth) => from + nth).filter(
      (at) => at - shift >= 0 && at - shift < copy.count && at < Math.min(a.count, b.count),
    )
    if (inside.length === 0 || inside.length < MIN_SHARE * (to - from)) continue
    reads.push({ index, variant: readSegment(copy, { a, b }, { inside, shift }) })
    await pause()
  }
  return reads
}

function readSegment(
  copy: Frames,
  { a, b }: { a: Frames; b: Frames },
  { inside, shift }: { inside: readonly number[]; shift: number },
): Variant | null {
  const size = a.width * a.height
  const [rest, between] = [new Float64Array(size), new Float64Array(size)]
  for (const at of inside) {
    const [shown, one, other] = [copy.read(at - shift), a.read(at), b.read(at)]
    const { gain, bias } = brightness(shown, one, other)
    for (let square = 0; square < size; square += 1) {
      const middle = (one[square]! + other[square]!) / 2
      const away = shown[square]! - gain * middle - bias
      rest[square]! += Math.max(-CLIP * 2, Math.min(CLIP * 2, away))
      between[square]! += (one[square]! - other[square]!) / 2
    }
  }
  const [added, marked] = [levelled(rest, inside.length, a.width), levelled(between, inside.length, a.width)]
  let [sum, noise] = [0, 0]
  for (let square = 0; square < size; square += 1) {
    const product = added[square]! * marked[square]!
    sum += product
    noise += product * product
  }
  const deviation = noise > 0 ? sum / Math.sqrt(noise) : 0
  if (Math.abs(deviation) < MIN_DEVIATION) return null
  return deviation > 0 ? 'a' : 'b'
}

/** How much lighter and stronger the copy is than what it shows: players and messengers change both. */
function brightness(shown: Uint8Array, one: Uint8Array, other: Uint8Array): { gain: number; bias: number } {
  let [sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0]
  for (let at = 0; at < shown.length; at += 1) {
    const x = (one[at]! + other[at]!) / 2
    sumX += x
    sumY += shown[at]!
    sumXX += x * x
    sumXY += x * shown[at]!
  }
  const count = shown.length
  const spreadX = sumXX - (sumX * sumX) / count
  const gain = spreadX > 0 ? (sumXY - (sumX * sumY) / count) / spreadX : 1
  return { gain, bias: (sumY - gain * sumX) / count }
}

/** The mean over the pictures, without what is the same in the squares around. */
function levelled(sums: Float64Array, count: number, width: number): Float64Array {
  const height = sums.length / width
  const out = new Float64Array(sums.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [around, squares] = [0, 0]
      for (let row = Math.max(0, y - 2); row <= Math.min(height - 1, y + 2); row += 1)
        for (let column = Math.max(0, x - 2); column <= Math.min(width - 1, x + 2); column += 1) {
          around += sums[row * width + column]!
          squares += 1
        }
      const value = (sums[y * width + x]! - around / squares) / count
      out[y * width + x] = Math.max(-CLIP, Math.min(CLIP, value))
    }
  }
  return out
}
