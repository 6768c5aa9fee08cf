import {
  backdrop,
  circle,
  ellipse,
  fade,
  glow,
  type Paper,
  path,
  type Point,
  polyline,
  repeat,
  round,
  stroke,
} from '../paper.ts'
import { cutFigure } from '../shadow.ts'
import { stars } from '../sky.ts'
import { hillBelow, ridge } from '../terrain.ts'

interface Cord {
  /** Where the cord hangs, as a share of the height. */
  readonly level: number
  readonly sag: number
  /** How large its lanterns are, as a share of the unit. */
  readonly size: number
}

/** An evening market: paper lanterns on three cords over dark hills. */
export function drawLantern(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const period = width / unit
  const cords: readonly Cord[] = [
    { level: random.between(0.07, 0.13), sag: 0.035, size: 0.042 },
    { level: random.between(0.26, 0.31), sag: 0.05, size: 0.056 },
    { level: random.between(0.46, 0.5), sag: 0.045, size: 0.072 },
  ]
  const warmth = ellipse(
    width / 2,
    height * 0.68,
    width * 0.75,
    height * 0.5,
    glow(paper, palette.warm),
    'opacity=".75"',
  )
  return [
    backdrop(paper, palette.dark, palette.warm),
    stars(paper, height * 0.4, Math.round(26 * period)),
    warmth,
    hillBelow(paper, ridge(paper, height * 0.73, height * 0.028, period), palette.warm, palette.deep),
    cords.map((cord) => drawCord(paper, cord)).join(''),
    hillBelow(paper, ridge(paper, height * 0.81, height * 0.025, 1.2 * period), palette.deep, palette.dark),
    hillBelow(paper, ridge(paper, height * 0.9, height * 0.02, 1.6 * period), palette.dark, palette.ink),
  ].join('')
}

function drawCord(paper: Paper, { level, sag, size }: Cord): string {
  const { width, height, unit, palette, random } = paper
  const count = Math.round(((width / unit) * 0.27) / size) + 1
  const phase = random.between(0, Math.PI * 2)
  const bows = Math.max(1, (width / unit) * 0.8)
  const hang = (along: number): Point => [
    along * width,
    height * level + Math.sin(along * Math.PI * 2 * bows + phase) * height * sag,
  ]
  const line = Array.from({ length: 61 }, (_, index) => hang(index / 60))
  const places = Array.from({ length: count }, (_, index) => {
    const along = (index + 0.5 + random.between(-0.16, 0.16)) / count
    return { at: hang(along), size: unit * size * random.between(0.86, 1.14), shade: random.integer(0, 2) }
  })
  const shines = places.map(({ at, size: own, shade }) =>
    circle(at[0], at[1] + own * 1.5, own * 3.4, glow(paper, lampColour(paper, shade)), 'opacity=".55"'),
  )
  const lanterns = places.map(({ at, size: own, shade }) => lantern(paper, at, own * 3.7, shade))
  return shines.join('') + stroke(polyline(line), palette.ink, unit * 0.006) + lanterns.join('')
}

function lampColour({ palette }: Paper, shade: number): string {
  return [palette.sun, palette.sky, palette.light][shade] ?? palette.sun
}

/** A lantern that hangs from (0, 0): a drop of cord, two caps, the paper and its folds. */
function lantern(paper: Paper, at: Point, size: number, shade: number): string {
  const { palette, random } = paper
  const lit = fade(paper, '#FFF6E2', lampColour(paper, shade))
  const plump = 'M-16 8C-32 14 -32 66 -16 74H16C32 66 32 14 16 8Z'
  const slender = 'M-19 8C-26 22 -26 58 -19 74H19C26 58 26 22 19 8Z'
  const folds = repeat(
    4,
    (fold) => `M-22 ${round(20 + fold * 13.4)}Q0 ${round(26 + fold * 13.4)} 22 ${round(20 + fold * 13.4)}`,
  )
  const body = path(random.chance(0.6) ? plump : slender, lit)
  const figure = [
    stroke('M0 0V8M0 76V94', palette.ink, 1.6),
    body,
    stroke(folds, palette.deep, 1, 'opacity=".28"'),
    stroke('M-15 8H15M-15 74H15', palette.ink, 5),
    circle(0, 96, 3.4, palette.warm),
  ].join('')
  return cutFigure(paper, at, size, figure, { height: 0.7, outline: body, turn: random.between(-3, 3) })
}
