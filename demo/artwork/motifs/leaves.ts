import { backdrop, fade, type Paper, path, type Point, repeat, round, stroke } from '../paper.ts'
import { cutFigure } from '../shadow.ts'
import { sun } from '../sky.ts'

interface Leaf {
  readonly foot: Point
  readonly length: number
  readonly turn: number
  readonly top: string
  readonly bottom: string
}

/** How a plant grows: where its leaves start, as shares of the picture, and where they point. */
interface Growth {
  readonly foot: Point
  readonly spread: Point
  /** Degrees from upright at the two ends of a rank. */
  readonly concurrencyLimit: readonly [number, number]
  readonly reach: number
}

const GROWTHS: readonly Growth[] = [
  { foot: [0.5, 1.06], spread: [0.6, 0], concurrencyLimit: [-50, 50], reach: 0.84 },
  { foot: [-0.04, 1.02], spread: [0.5, 0.3], concurrencyLimit: [2, 78], reach: 1.02 },
  { foot: [1.04, 1.02], spread: [0.5, -0.3], concurrencyLimit: [-78, -2], reach: 1.02 },
]

/** A thicket of broad garden leaves, light at the back and dark at the front, the sun between. */
export function drawLeaves(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const growth = random.pick(GROWTHS)
  const towards = 0.5 + (0.5 - growth.foot[0]) * 0.3
  const sunAt: Point = [width * (towards + random.between(-0.12, 0.12)), height * random.between(0.25, 0.33)]
  return [
    backdrop(paper, palette.light, palette.sky),
    sun(paper, sunAt, unit * random.between(0.18, 0.23)),
    thicket(paper, growth)
      .map((leaf) => drawLeaf(paper, leaf))
      .join(''),
  ].join('')
}

/** Four ranks from back to front: each is shorter and darker than the one behind it. */
function thicket(paper: Paper, growth: Growth): Leaf[] {
  const { sky, warm, deep, dark, ink } = paper.palette
  return [
    ...rank(paper, growth, { count: 3, length: 1, sink: 0, top: sky, bottom: warm }),
    ...rank(paper, growth, { count: 4, length: 0.84, sink: 0.02, top: warm, bottom: deep }),
    ...rank(paper, growth, { count: 3, length: 0.74, sink: 0.07, top: deep, bottom: dark }),
    ...rank(paper, growth, { count: 2, length: 0.58, sink: 0.1, top: dark, bottom: ink }),
  ]
}

interface Rank {
  readonly count: number
  readonly length: number
  /** How much lower than the plant's foot the rank starts, as a share of the height. */
  readonly sink: number
  readonly top: string
  readonly bottom: string
}

function rank(paper: Paper, growth: Growth, { count, length, sink, top, bottom }: Rank): Leaf[] {
  const { width, height, unit, random } = paper
  const period = Math.max(unit, height * 0.9) * growth.reach
  const clumps = Math.max(1, Math.round(width / (unit * 1.15)))
  const total = count * clumps
  const [first, last] = growth.concurrencyLimit
  return Array.from({ length: total }, (_, index) => {
    const across = (index + 0.5) / total - 0.5
    const foot: Point = [
      width * (growth.foot[0] + across * growth.spread[0] * (clumps > 1 ? 1.5 : 1)),
      height * (growth.foot[1] + across * growth.spread[1] + sink),
    ]
    return {
      foot,
      length: period * length * random.between(0.9, 1.06) * (1 - Math.abs(across) * 0.12),
      turn: (first + last) / 2 + across * (last - first) + random.between(-6, 6),
      top,
      bottom,
    }
  })
}

function drawLeaf(paper: Paper, leaf: Leaf): string {
  const { palette, random } = paper
  const belly = round(random.between(28, 34))
  const wide = round(belly * 1.16)
  const narrow = round(belly * 0.78)
  const blade = `M0 0C${-wide} -26 ${-narrow} -80 0 -100C${narrow} -80 ${wide} -26 0 0Z`
  const fill = fade(paper, leaf.top, leaf.bottom)
  const veins = repeat(10, (vein) => {
    const y = -(11 + vein * 8.1)
    const reach = belly * 0.6 * Math.sin(Math.PI * (0.17 + (vein / 10) * 0.74))
    return `M0 ${round(y)}q${round(-reach * 0.5)} ${round(-reach * 0.2)} ${round(-reach)} ${round(-reach * 0.66)}M0 ${round(y)}q${round(reach * 0.5)} ${round(-reach * 0.2)} ${round(reach)} ${round(-reach * 0.66)}`
  })
  const shaded = path(`M0 0C${wide} -26 ${narrow} -80 0 -100Z`, palette.ink, 'opacity=".09"')
  const ribs =
    stroke('M0 0V-95', palette.light, 0.85, 'opacity=".55"') + stroke(veins, palette.light, 0.45, 'opacity=".34"')
  return cutFigure(paper, leaf.foot, leaf.length, path(blade, fill) + shaded + ribs, {
    outline: path(blade, fill),
    turn: leaf.turn,
  })
}
