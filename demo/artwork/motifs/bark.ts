import { backdrop, circle, type Paper, path, type Point, polyline, repeat, round, stroke } from '../paper.ts'
import { cut } from '../shadow.ts'
import { hillBelow, ridge } from '../terrain.ts'

/** Bark cloth, beaten and sewn: a painted medallion above three stitched lengths. */
export function drawBark(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const middle: Point = [width * random.between(0.45, 0.55), height * random.between(0.38, 0.42)]
  const size = Math.min(unit, height * 0.86) * random.between(0.92, 1.04)
  return [
    backdrop(paper, palette.sky, palette.warm),
    fibres(paper),
    medallion(paper, middle, size),
    length(paper, 0.74, palette.deep, palette.warm, palette.light),
    length(paper, 0.83, palette.dark, palette.deep, palette.sky),
    length(paper, 0.92, palette.ink, palette.dark, palette.sky),
  ].join('')
}

/** The grain the mallet leaves: fine lines that wander from side to side. */
function fibres(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const lines = Math.round((32 * height) / (unit * 1.25))
  return repeat(lines, (line) => {
    const y = (height * (line + random.between(0.2, 0.8))) / lines
    const phase = random.between(0, 6)
    const points = Array.from({ length: 21 }, (_, step): Point => [
      (width * step) / 20,
      y + Math.sin(step * 0.62 + phase) * unit * 0.008,
    ])
    const colour = line % 2 === 0 ? palette.light : palette.deep
    return stroke(polyline(points), colour, unit * random.between(0.002, 0.0046), 'opacity=".34"')
  })
}

function medallion(paper: Paper, middle: Point, size: number): string {
  const { light, sun, warm, deep, dark } = paper.palette
  const points = paper.random.pick([16, 20, 24])
  const inner = paper.random.pick([10, 12, 16])
  const [x, y] = middle
  const disc = (radius: number, colour: string) => circle(x, y, size * radius, colour)
  const star = (from: number, to: number, count: number, colour: string) =>
    path(starOutline(middle, size * from, size * to, count), colour)
  const beads = (radius: number, bead: number, count: number, colour: string) =>
    repeat(count, (index) => {
      const [beadX, beadY] = around(middle, size * radius, index / count)
      return circle(beadX, beadY, size * bead, colour)
    })
  return [
    cut(paper, star(0.33, 0.43, points, deep)),
    cut(paper, disc(0.335, dark)),
    beads(0.314, 0.007, points * 2, light),
    cut(paper, star(0.2, 0.295, points, sun)),
    cut(paper, disc(0.212, light)),
    cut(paper, star(0.115, 0.195, inner, warm), { height: 0.7 }),
    cut(paper, disc(0.122, sun), { height: 0.7 }),
    beads(0.098, 0.006, inner, deep),
    cut(paper, star(0.04, 0.082, 8, dark), { height: 0.5 }),
    disc(0.03, light),
  ].join('')
}

function starOutline(middle: Point, valley: number, peak: number, count: number): string {
  const corners = Array.from({ length: count * 2 }, (_, index) =>
    around(middle, index % 2 === 0 ? peak : valley, index / (count * 2)),
  )
  return `${polyline(corners)}Z`
}

/** The point at a share of a full turn, on a ring. */
function around([x, y]: Point, radius: number, turn: number): Point {
  const angle = turn * Math.PI * 2 - Math.PI / 2
  return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
}

function length(paper: Paper, share: number, top: string, bottom: string, thread: string): string {
  const { height, unit } = paper
  const crest = ridge(paper, height * share, height * 0.011, 1.4)
  const seam = polyline(crest.map(([x, y]): Point => [x, y + unit * 0.034]))
  const dash = `stroke-dasharray="${round(unit * 0.024)} ${round(unit * 0.032)}"`
  return hillBelow(paper, crest, top, bottom) + stroke(seam, thread, unit * 0.008, dash)
}
