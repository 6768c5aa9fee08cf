/** Brightness alone, one number a pixel. */
export type Grey = { width: number; height: number; data: Float32Array }

/** Where a pixel of the copy is in the original: x' = a x + b y + c, y' = d x + e y + f, both from pixel centres. */
export type Place = { a: number; b: number; c: number; d: number; e: number; f: number }

type Fit = { place: Place; gain: number; bias: number }

/** The picture at another size: each pixel the mean of the area that it stands for. */
export function resized(grey: Grey, width: number, height: number): Grey {
  const across = resizedAcross(grey, width)
  return turned(resizedAcross(turned(across), height))
}

function turned({ width, height, data }: Grey): Grey {
  const other = new Float32Array(data.length)
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) other[x * height + y] = data[y * width + x]!
  return { width: height, height: width, data: other }
}

function resizedAcross({ width, height, data }: Grey, to: number): Grey {
  const out = new Float32Array(to * height)
  const step = width / to
  for (let x = 0; x < to; x += 1) {
    // Enlarging: between two pixels; reducing: the mean of all that are covered.
    const [from, until] = step <= 1 ? [0, 0] : [x * step, (x + 1) * step]
    for (let y = 0; y < height; y += 1) {
      if (step <= 1) {
        out[y * to + x] = between(data, y * width, width, (x + 0.5) * step - 0.5)
        continue
      }
      let sum = 0
      for (let one = Math.floor(from); one < Math.min(width, Math.ceil(until)); one += 1)
        sum += data[y * width + one]! * (Math.min(until, one + 1) - Math.max(from, one))
      out[y * to + x] = sum / step
    }
  }
  return { width: to, height, data: out }
}

function between(data: Float32Array, start: number, width: number, at: number): number {
  const held = Math.min(width - 1, Math.max(0, at))
  const left = Math.floor(held)
  const right = Math.min(width - 1, left + 1)
  return data[start + left]! + (data[start + right]! - data[start + left]!) * (held - left)
}

const SMALLEST_PART = 0.4
/** The width of the original while the copy is looked for in it: everywhere and in every size first, then more exactly around the find. */
const SEARCH = [
  { width: 72, step: 0.96 },
  { width: 160, step: 0.994 },
] as const
const FINER_STEPS = 6
const AROUND = 3

/** `part` is the width of the copy, x and y its corner, as shares of the original's width. */
type Found = { part: number; x: number; y: number; likeness: number }

function findPlace(copy: Grey, original: Grey): Found {
  const [first, finer] = SEARCH
  const parts: number[] = []
  for (let part = 1; part >= SMALLEST_PART; part *= first.step) parts.push(part)
  const rough = search(copy, original, first.width, parts, null)
  const near = Array.from({ length: 2 * FINER_STEPS + 1 }, (_, nth) => rough.part * finer.step ** (nth - FINER_STEPS))
  return search(copy, original, finer.width, near, rough)
}

/** The size and place at which the copy is most like the original, around another find or anywhere. */
function search(copy: Grey, original: Grey, width: number, parts: readonly number[], around: Found | null): Found {
  const whole = resized(original, width, Math.max(8, Math.round((width * original.height) / original.width)))
  const sums = summedAreas(whole, (value) => value)
  const squares = summedAreas(whole, (value) => value * value)
  let best: Found = { part: 1, x: 0, y: 0, likeness: -1 }
  for (const part of parts) {
    const across = Math.min(width, Math.round(width * part))
    const down = Math.round((across * copy.height) / copy.width)
    if (down > whole.height + 1) continue
    const piece = levelled(resized(copy, across, Math.min(down, whole.height)))
    const strength = Math.sqrt(piece.data.reduce((sum, value) => sum + value * value, 0))
    const count = piece.data.length
    const within = (share: number, last: number): [number, number] =>
      around
        ? [Math.max(0, Math.round(share * width) - AROUND), Math.min(last, Math.round(share * width) + AROUND)]
        : [0, last]
    const [left, right] = within(around?.x ?? 0, whole.width - piece.width)
    const [top, bottom] = within(around?.y ?? 0, whole.height - piece.height)
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const sum = areaSum(sums, whole.width, x, y, piece)
        const spread = areaSum(squares, whole.width, x, y, piece) - (sum * sum) / count
        if (spread <= 0 || strength === 0) continue
        const likeness = productAt(piece, whole, x, y) / (Math.sqrt(spread) * strength)
        if (likeness > best.likeness) best = { part: across / width, x: x / width, y: y / width, likeness }
      }
    }
  }
  return best.likeness < 0 && around ? around : best
}

/** Without its mean: what is then multiplied with it is compared without its own. */
function levelled({ width, height, data }: Grey): Grey {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length
  return { width, height, data: data.map((value) => value - mean) }
}

function productAt(piece: Grey, whole: Grey, left: number, top: number): number {
  let product = 0
  for (let y = 0; y < piece.height; y += 1) {
    const wholeRow = (y + top) * whole.width + left
    const pieceRow = y * piece.width
    for (let x = 0; x < piece.width; x += 1) product += piece.data[pieceRow + x]! * whole.data[wholeRow + x]!
  }
  return product
}

/** At each pixel the sum of all above and left of it: the sum of any rectangle is then four of these. */
function summedAreas({ width, height, data }: Grey, of: (value: number) => number): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += of(data[y * width + x]!)
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
    }
  }
  return sums
}

function areaSum(sums: Float64Array, width: number, left: number, top: number, { width: w, height: h }: Grey): number {
  const [above, below] = [top * (width + 1), (top + h) * (width + 1)]
  return sums[below + left + w]! - sums[above + left + w]! - sums[below + left]! + sums[above + left]!
}

/** What differs more than this is an overlay, not the mark. */
const OUTLIER = 14
/** In pixels; a chip has six. */
const NEAR_ENOUGH = 0.01

/** Which changes of shape are looked for: only size and place, or also turned, stretched and sheared. */
type Shape = 'scaled' | 'affine'

/**
 * Refines a place by Gauss-Newton: the numbers and the brightness for which copy and original differ least. Both have about the same
 * number of pixels for the same part.
 */
function refine(copy: Grey, original: Grey, start: Fit, shape: Shape, rounds: number): Fit {
  const place = { ...start.place }
  let { gain, bias } = start
  const size = shape === 'scaled' ? 5 : 8
  const middle = { x: copy.width / 2, y: copy.height / 2 }
  const unit = Math.max(copy.width, copy.height) / 2
  const slopes = new Float64Array(size)
  for (let round = 0; round < rounds; round += 1) {
    const matrix = new Float64Array(size * size)
    const right = new Float64Array(size)
    for (let y = 0; y < copy.height; y += 1) {
      for (let x = 0; x < copy.width; x += 1) {
        const ox = place.a * x + place.b * y + place.c
        const oy = place.d * x + place.e * y + place.f
        const left = Math.floor(ox)
        const top = Math.floor(oy)
        if (left < 0 || top < 0 || left + 1 >= original.width || top + 1 >= original.height) continue
        const [u, v] = [ox - left, oy - top]
        const at = top * original.width + left
        const [p00, p10] = [original.data[at]!, original.data[at + 1]!]
        const [p01, p11] = [original.data[at + original.width]!, original.data[at + original.width + 1]!]
        const value = (p00 * (1 - u) + p10 * u) * (1 - v) + (p01 * (1 - u) + p11 * u) * v
        const dx = gain * ((p10 - p00) * (1 - v) + (p11 - p01) * v)
        const dy = gain * ((p01 - p00) * (1 - u) + (p11 - p10) * u)
        const away = copy.data[y * copy.width + x]! - (gain * value + bias)
        const weight = Math.abs(away) <= OUTLIER ? 1 : OUTLIER / Math.abs(away)
        const [rx, ry] = [(x - middle.x) / unit, (y - middle.y) / unit]
        slopes[0] = dx
        slopes[1] = dy
        slopes[2] = value
        slopes[3] = 1
        if (shape === 'scaled') slopes[4] = dx * rx + dy * ry
        else {
          slopes[4] = dx * rx
          slopes[5] = dx * ry
          slopes[6] = dy * rx
          slopes[7] = dy * ry
        }
        for (let row = 0; row < size; row += 1) {
          const weighted = weight * slopes[row]!
          right[row]! += weighted * away
          for (let column = row; column < size; column += 1) matrix[row * size + column]! += weighted * slopes[column]!
        }
      }
    }
    const step = solved(matrix, right, size)
    if (!step) break
    gain += step[2]!
    bias += step[3]!
    const [a, b, d, e] = shape === 'scaled' ? [step[4]!, 0, 0, step[4]!] : [step[4]!, step[5]!, step[6]!, step[7]!]
    place.a += a / unit
    place.b += b / unit
    place.c += step[0]! - (a * middle.x + b * middle.y) / unit
    place.d += d / unit
    place.e += e / unit
    place.f += step[1]! - (d * middle.x + e * middle.y) / unit
    if (Math.hypot(step[0]!, step[1]!, a, b, d, e) < NEAR_ENOUGH) break
  }
  return { place, gain, bias }
}

/** Solves a symmetric system, of which the upper half is given; null where it has no single solution. */
function solved(upper: Float64Array, right: Float64Array, size: number): Float64Array | null {
  const rows = Array.from({ length: size }, (_, row) =>
    Float64Array.from({ length: size + 1 }, (__, column) => {
      if (column === size) return right[row]!
      const value = column >= row ? upper[row * size + column]! : upper[column * size + row]!
      return column === row ? value * 1.000_01 + 1e-6 : value
    }),
  )
  for (let pivot = 0; pivot < size; pivot += 1) {
    let best = pivot
    for (let row = pivot + 1; row < size; row += 1)
      if (Math.abs(rows[row]![pivot]!) > Math.abs(rows[best]![pivot]!)) best = row
    const chosen = rows[best]!
    rows[best] = rows[pivot]!
    rows[pivot] = chosen
    if (Math.abs(chosen[pivot]!) < 1e-9) return null
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue
      const share = rows[row]![pivot]! / chosen[pivot]!
      for (let column = pivot; column <= size; column += 1) rows[row]![column]! -= share * chosen[column]!
    }
  }
  return Float64Array.from(rows, (row, index) => row[size]! / row[index]!)
}

/** The original at this width while its place is refined and the mark is read. */
const WIDTHS = [120, 240, 480] as const
const ROUNDS = 12
const LEAST_LIKE = 0.5

/** The copy and what the original shows at each of its pixels (NaN outside of it). `scale`: the width of the whole original. */
export type Aligned = { copy: Grey; shown: Grey; place: Place; likeness: number; scale: number }

/** Finds the copy in the original, to a fraction of a pixel, under each assumption about its shape. Empty where it does not show it. */
export function align(copy: Grey, original: Grey): Aligned[] {
  const found = findPlace(copy, original)
  if (found.likeness < LEAST_LIKE) return []
  let fit: Fit | null = null
  let before = 0
  for (const width of WIDTHS) {
    const whole = resized(original, width, Math.round((width * original.height) / original.width))
    const partWidth = Math.max(16, Math.round(width * found.part))
    const piece = resized(copy, partWidth, Math.max(16, Math.round((partWidth * copy.height) / copy.width)))
    const start: Fit = fit
      ? { ...fit, place: scaledPlace(fit.place, width / before) }
      : { place: { a: 1, b: 0, c: found.x * width, d: 0, e: 1, f: found.y * width }, gain: 1, bias: 0 }
    fit = refine(piece, whole, start, 'scaled', ROUNDS)
    before = width
    if (width !== WIDTHS.at(-1)) continue
    return [fit, refine(piece, whole, fit, 'affine', ROUNDS)].map(({ place, gain, bias }) => {
      const shown = shownAt(piece, whole, place, gain, bias)
      return { copy: piece, shown, place, likeness: likenessOf(piece, shown), scale: width }
    })
  }
  return []
}

/** The same place when both pictures have `factor` times as many pixels across. */
function scaledPlace({ a, b, c, d, e, f }: Place, factor: number): Place {
  const shift = (factor - 1) / 2
  return {
    a,
    b,
    c: c * factor + shift - (a + b) * shift,
    d,
    e,
    f: f * factor + shift - (d + e) * shift,
  }
}

/** What the original shows at each pixel of the copy; NaN outside of it. */
function shownAt(copy: Grey, original: Grey, { a, b, c, d, e, f }: Place, gain: number, bias: number): Grey {
  const data = new Float32Array(copy.data.length)
  for (let y = 0; y < copy.height; y += 1) {
    for (let x = 0; x < copy.width; x += 1) {
      const [ox, oy] = [a * x + b * y + c, d * x + e * y + f]
      const inside = ox > -1 && oy > -1 && ox < original.width && oy < original.height
      data[y * copy.width + x] = inside ? gain * sampled(original, ox, oy) + bias : Number.NaN
    }
  }
  return { width: copy.width, height: copy.height, data }
}

/** Between pixels by cubic interpolation (Catmull-Rom): a linear one would blur what is between two pixels and not what is on one. */
function sampled({ width, height, data }: Grey, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [cubic(x - left), cubic(y - top)]
  let sum = 0
  for (let row = 0; row < 4; row += 1) {
    const start = Math.min(height - 1, Math.max(0, top + row - 1)) * width
    let line = 0
    for (let column = 0; column < 4; column += 1)
      line += u[column]! * data[start + Math.min(width - 1, Math.max(0, left + column - 1))]!
    sum += v[row]! * line
  }
  return sum
}

function cubic(t: number): [number, number, number, number] {
  return [
    -0.5 * t + t * t - 0.5 * t * t * t,
    1 - 2.5 * t * t + 1.5 * t * t * t,
    0.5 * t + 2 * t * t - 1.5 * t * t * t,
    -0.5 * t * t + 0.5 * t * t * t,
  ]
}

function likenessOf(copy: Grey, shown: Grey): number {
  let [sumP, sumW, sumPP, sumWW, sumPW, count] = [0, 0, 0, 0, 0, 0]
  for (let at = 0; at < copy.data.length; at += 1) {
    const [p, w] = [copy.data[at]!, shown.data[at]!]
    if (Number.isNaN(w)) continue
    sumP += p
    sumW += w
    sumPP += p * p
    sumWW += w * w
    sumPW += p * w
    count += 1
  }
  const spread = (sumPP - (sumP * sumP) / count) * (sumWW - (sumW * sumW) / count)
  return spread <= 0 ? 0 : (sumPW - (sumP * sumW) / count) / Math.sqrt(spread)
}
