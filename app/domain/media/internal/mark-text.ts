import type { Pixels } from './mark-draw.ts'

/**
 * The visible mark: a line of text, repeated diagonally over the whole picture at 12 percent opacity, light with a dark edge so that it can
 * be read on any colour. The letters are drawn from strokes of our own: the process that draws them has no file but its program.
 */
const OPACITY = 0.12
const ANGLE = (-24 * Math.PI) / 180

/** Strokes of each sign in a grid of 5 by 9: two digits a point, a line through the points of each word. 6 is the baseline. */
const STROKES: Readonly<Record<string, string>> = {
  a: '42 46,43 32 12 03 05 16 36 45',
  b: '00 06,03 12 32 43 45 36 16 05',
  c: '43 32 12 03 05 16 36 45',
  d: '40 46,43 32 12 03 05 16 36 45',
  e: '04 44 43 32 12 03 05 16 36 45',
  f: '40 30 21 26,12 32',
  g: '42 47 38 18 07,43 32 12 03 05 16 36 45',
  h: '00 06,03 12 32 43 46',
  i: '22 26,20 20',
  j: '32 37 28 18,30 30',
  k: '00 06,42 05,14 46',
  l: '20 25 36',
  m: '02 06,03 12 23 26,23 32 43 46',
  n: '02 06,03 12 32 43 46',
  o: '12 32 43 45 36 16 05 03 12',
  p: '02 08,03 12 32 43 45 36 16 05',
  q: '42 48,43 32 12 03 05 16 36 45',
  r: '02 06,03 22 42',
  s: '43 32 12 03 14 34 45 36 16 05',
  t: '20 25 36 46,12 42',
  u: '02 05 16 36 45,42 46',
  v: '02 26 42',
  w: '02 16 23 36 42',
  x: '02 46,42 06',
  y: '02 26,42 26 18 08',
  z: '02 42 06 46',
  '0': '10 30 41 45 36 16 05 01 10',
  '1': '11 20 26,16 36',
  '2': '01 10 30 41 42 06 46',
  '3': '01 10 30 41 42 33 44 45 36 16 05,13 33',
  '4': '36 30 04 44',
  '5': '40 00 03 12 32 43 45 36 16 05',
  '6': '30 10 01 05 16 36 45 44 33 13 04',
  '7': '00 40 16',
  '8': '10 30 41 42 33 13 02 01 10,13 04 05 16 36 45 44 33',
  '9': '16 36 45 41 30 10 01 02 13 33 42',
  _: '07 47',
  '@': '34 23 14 25 34,33 35 45 42 31 11 02 06 17 37',
  '-': '14 34',
  '.': '26 26',
  ':': '23 23,26 26',
}

/** In units of the grid. */
const ADVANCE = 5.6
const GRID_TOP = -1
const GRID_HEIGHT = 11
const HALF_STROKE = 0.42
const HALF_EDGE = 0.95
const GAP = 6

type Tile = { width: number; height: number; strengths: Float32Array }

/** One line of text with the gap after it: 1 in a stroke, -1 in the edge around it, 0 elsewhere. */
function drawLine(text: string, unit: number): Tile {
  const width = Math.ceil((text.length * ADVANCE + GAP) * unit)
  const height = Math.ceil(GRID_HEIGHT * unit)
  const strengths = new Float32Array(width * height)
  for (const [nth, sign] of Array.from(text).entries()) {
    const lines = linesOf(sign)
    const left = (nth * ADVANCE + GAP / 2) * unit
    const [from, until] = [Math.max(0, Math.floor(left - unit)), Math.min(width, Math.ceil(left + ADVANCE * unit))]
    for (let y = 0; y < height; y += 1) {
      for (let x = from; x < until; x += 1) {
        const away = distance((x + 0.5 - left) / unit, (y + 0.5) / unit + GRID_TOP, lines)
        // One pixel of transition, so that edges are smooth.
        const inside = clamp01((HALF_STROKE - away) * unit + 0.5)
        const edge = clamp01((HALF_EDGE - away) * unit + 0.5) - inside
        const at = y * width + x
        if (inside > 0 || edge > Math.abs(strengths[at]!)) strengths[at] = inside > 0 ? inside - edge : -edge
      }
    }
  }
  return { width, height, strengths }
}

type Line = { x: number; y: number; toX: number; toY: number }

function linesOf(sign: string): Line[] {
  return (STROKES[sign] ?? '').split(',').flatMap((stroke) => {
    const points = stroke.split(' ').filter(Boolean)
    return points.slice(1).map((point, nth): Line => ({
      x: Number(points[nth]![0]),
      y: Number(points[nth]![1]),
      toX: Number(point[0]),
      toY: Number(point[1]),
    }))
  })
}

function distance(x: number, y: number, lines: readonly Line[]): number {
  let nearest = 9
  for (const line of lines) {
    const [dx, dy] = [line.toX - line.x, line.toY - line.y]
    const length = dx * dx + dy * dy
    const along = length === 0 ? 0 : clamp01(((x - line.x) * dx + (y - line.y) * dy) / length)
    nearest = Math.min(nearest, Math.hypot(x - line.x - along * dx, y - line.y - along * dy))
  }
  return nearest
}

function clamp01(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value
}

/** What the text adds to each pixel of a picture of this width: 127 towards white, -127 towards black. */
export type Overlay = { width: number; height: number; strengths: Int8Array }

export function composeText(text: string, width: number, height: number): Overlay {
  // Long names are written smaller, so that any part of a picture as wide as a third shows a whole one.
  const unit = Math.max(1.1, Math.min(width / 300, width / (text.length * ADVANCE * 2.1)))
  const tile = drawLine(text, unit)
  const lineHeight = Math.ceil(tile.height * 2.6)
  const strengths = new Int8Array(width * height)
  const [cos, sin] = [Math.cos(ANGLE), Math.sin(ANGLE)]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const v = y * cos - x * sin
      const line = Math.floor(v / lineHeight)
      const down = v - line * lineHeight
      if (down >= tile.height - 1) continue
      // Every second line is moved, so that no column of the picture stays without text.
      const u = x * cos + y * sin + (line & 1) * tile.width * 0.5
      const across = u - Math.floor(u / tile.width) * tile.width
      strengths[y * width + x] = Math.round(127 * sample(tile, across, down))
    }
  }
  return { width, height, strengths }
}

function sample({ width, strengths }: Tile, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [x - left, y - top]
  const right = left + 1 < width ? left + 1 : 0
  const [upper, lower] = [top * width, (top + 1) * width]
  const above = strengths[upper + left]! * (1 - u) + strengths[upper + right]! * u
  const below = strengths[lower + left]! * (1 - u) + strengths[lower + right]! * u
  return above * (1 - v) + below * v
}

/** Draws the text into the picture, in place. */
export function drawText({ width, height, data }: Pixels, overlay: Overlay): void {
  const { strengths } = overlay
  const share = Float32Array.from({ length: 255 }, (_, at) => ((at - 127) / 127) * OPACITY)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const strength = strengths[pixel]!
    if (strength === 0) continue
    const part = share[strength + 127]!
    const at = pixel * 3
    const [kept, added] = part > 0 ? [1 - part, 255 * part] : [1 + part, 0]
    data[at] = data[at]! * kept + added
    data[at + 1] = data[at + 1]! * kept + added
    data[at + 2] = data[at + 2]! * kept + added
  }
}
