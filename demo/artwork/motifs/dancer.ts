import { strip, taper } from '../curve.ts'
import { backdrop, circle, ellipse, mirrored, type Paper, path, type Point, repeat, round, stroke } from '../paper.ts'
import { cutFigure } from '../shadow.ts'
import { sun } from '../sky.ts'
import { hillBelow, ridge } from '../terrain.ts'

/** The pose of a dancer: everything in hundredths of her size, measured from the waist. */
interface Pose {
  readonly shoulder: Point
  readonly raisedHand: Point
  readonly raisedElbow: Point
  readonly otherHand: Point
  readonly otherElbow: Point
  /** How far the hem swings to one side. */
  readonly swing: number
  readonly scarf: string
}

const POSES: readonly Pose[] = [
  {
    shoulder: [1.5, -17],
    raisedHand: [30, -35],
    raisedElbow: [20, -15],
    otherHand: [-29, -9],
    otherElbow: [-19, -24],
    swing: 3,
    scarf: 'M30 -35C6 -57 -49 -45 -36 -8S-28 22 -46 27',
  },
  {
    shoulder: [0, -17.5],
    raisedHand: [27, -36],
    raisedElbow: [21, -16],
    otherHand: [-27, -36],
    otherElbow: [-21, -16],
    swing: -2,
    scarf: 'M-44 8C-34 -6 -40 -24 -27 -36C-16 -51 16 -51 27 -36C40 -24 34 -6 44 8',
  },
  {
    shoulder: [-2, -17],
    raisedHand: [23, -40],
    raisedElbow: [14, -19],
    otherHand: [-31, -17],
    otherElbow: [-18, -10],
    swing: 9,
    scarf: 'M23 -40C44 -50 52 -18 36 -6S26 16 46 22M-31 -17C-44 -22 -50 -8 -46 4S-40 20 -50 26',
  },
]

/** A dancer in a wide striped skirt before a low sun, her scarf drawing the movement. */
export function drawDancer(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const size = Math.min(unit, height * 0.82)
  const waist: Point = [width * random.between(0.48, 0.52), height * 0.82 - size * 0.44]
  const pose = random.pick(POSES)
  const dancer = random.chance(0.5) ? mirrored : (figure: string) => figure
  const layer = (figure: string, outline = figure) =>
    cutFigure(paper, waist, size, dancer(figure), { outline: dancer(outline) })
  return [
    backdrop(paper, palette.sky, palette.deep),
    sun(paper, [waist[0], waist[1] - size * random.between(0.06, 0.12)], size * 0.28),
    hillBelow(paper, ridge(paper, height * 0.83, height * 0.016, 0.9), palette.deep, palette.dark),
    layer(skirt(paper, pose.swing, 19, 1.05, [palette.deep, palette.dark]), wholeSkirt(pose.swing, 1.05)),
    layer(
      skirt(paper, pose.swing, 15, 0.97, skirtColours(paper)) + hemTrim(paper, pose.swing),
      wholeSkirt(pose.swing, 0.97),
    ),
    layer(body(paper, pose)),
    layer(stroke(pose.scarf, palette.light, 2.9)),
    hillBelow(paper, ridge(paper, height * 0.94, height * 0.014, 1.3), palette.dark, palette.ink),
  ].join('')
}

function skirtColours(paper: Paper): string[] {
  const { warm, sun: bright, deep, dark, light, sky } = paper.palette
  return paper.random.pick([
    [warm, deep, bright, dark],
    [bright, warm, deep, warm],
    [warm, light, deep, dark, sky],
  ])
}

/** A point of the hem; `along` runs from 0 (left) to 1 (right), `flare` is 1 for the full skirt. */
function hem(along: number, swing: number, flare: number): Point {
  const across = along - 0.5
  const wave = Math.sin(along * 31) * 1.4
  return [across * 96 * flare + swing, (45 - across * across * 38 + wave) * (0.5 + flare / 2)]
}

function skirt(paper: Paper, swing: number, panels: number, flare: number, colours: readonly string[]): string {
  const shift = paper.random.integer(0, colours.length - 1)
  return repeat(panels, (panel) => {
    const left = hem(panel / panels, swing, flare)
    const right = hem((panel + 1) / panels, swing, flare)
    const bulge: Point = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2 + 3]
    const colour = colours[(panel + shift) % colours.length] ?? paper.palette.warm
    return path(`M0 0Q${fold(left)} ${pair(left)}Q${pair(bulge)} ${pair(right)}Q${fold(right)} 0 0Z`, colour)
  })
}

/** The skirt as one piece, to throw one shadow. */
function wholeSkirt(swing: number, flare: number): string {
  const edge = Array.from({ length: 25 }, (_, index) => hem(index / 24, swing, flare))
  const left = hem(0, swing, flare)
  const right = hem(1, swing, flare)
  return path(`M0 0Q${fold(left)} ${edge.map(pair).join('L')}Q${fold(right)} 0 0Z`, 'none')
}

/** Cloth falls steeply from the waist and runs out flat: where a fold of it bends. */
function fold(point: Point): string {
  return pair([point[0] * 0.22, point[1] * 0.44])
}

function hemTrim(paper: Paper, swing: number): string {
  const trim = Array.from({ length: 31 }, (_, index) => {
    const [x, y] = hem(index / 30, swing, 0.97)
    return pair([x * 0.93, y * 0.93])
  })
  const colour = paper.palette.light
  return stroke(`M${trim.join('L')}`, colour, 0.8, 'stroke-dasharray="0 2.1" opacity=".9"')
}

function body(paper: Paper, pose: Pose): string {
  const { palette } = paper
  const [x, y] = pose.shoulder
  const waistToShoulder = strip(
    [
      [0, 1.5],
      [-x * 1.6, y * 0.4],
      [x * 1.6, y * 0.7],
      [x, y - 0.5],
    ],
    (along) => 6.4 + along * 2,
  )
  const head: Point = [x * 1.3, y - 9.2]
  const sash = stroke('M-3 .6Q0 2.2 3 .6', palette.sun, 2.5)
  return [
    arm(pose.shoulder, pose.raisedElbow, pose.raisedHand, palette.dark),
    arm(pose.shoulder, pose.otherElbow, pose.otherHand, palette.dark),
    path(waistToShoulder, palette.dark),
    circle(x, y, 4.1, palette.dark),
    stroke(`M${pair([x, y])}L${pair(head)}`, palette.dark, 2.9),
    circle(head[0], head[1], 4.7, palette.dark),
    headwrap(head, paper),
    sash,
  ].join('')
}

function arm(shoulder: Point, elbow: Point, hand: Point, colour: string): string {
  const limb = taper([shoulder, midway(shoulder, elbow), elbow, hand], 4.2, 2.4)
  return path(limb, colour) + circle(hand[0], hand[1], 1.7, colour)
}

/** A wrapped cloth that leans back, with a thin fold line and a knot. */
function headwrap([x, y]: Point, { palette }: Paper): string {
  const lean = `transform="rotate(-16 ${round(x)} ${round(y)})"`
  return (
    circle(x - 5.6, y - 3.2, 2, palette.deep) +
    ellipse(x - 0.9, y - 3.7, 6.1, 3.9, palette.warm, lean) +
    stroke(`M${pair([x - 4.8, y - 2.9])}q4.2 -3.4 9 -2.9`, palette.light, 0.6, 'opacity=".7"')
  )
}

function midway(from: Point, to: Point): Point {
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + 1]
}

function pair([x, y]: Point): string {
  return `${round(x)} ${round(y)}`
}
