import { type Curve, strip, taper } from '../curve.ts'
import { backdrop, circle, fade, mirrored, type Paper, path, type Point, repeat, round, stroke } from '../paper.ts'
import { CHEEK_WHITE, CROWN_GOLD, WATTLE_RED } from '../palettes.ts'
import { cutFigure } from '../shadow.ts'
import { birds, sun } from '../sky.ts'
import { hillBelow, ridge } from '../terrain.ts'

/** The crowned crane of the country's flag, standing in shallow grass before the sun. */
export function drawCrane(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const size = Math.min(unit, height * 0.83)
  const facing = random.chance(0.5) ? 1 : -1
  const body: Point = [width / 2 - facing * size * 0.04, height * 0.87 - size * 0.31]
  const pair = random.chance(0.35)
  const mate: Point = [body[0] + facing * size * 0.36, height * 0.84 - size * 0.15]
  return [
    backdrop(paper, palette.light, palette.sky),
    sun(paper, [width * random.between(0.46, 0.54), body[1] - size * 0.3], size * random.between(0.25, 0.29)),
    birds(paper, [width * (0.5 + facing * 0.32), height * 0.16], random.integer(0, 4)),
    hillBelow(paper, ridge(paper, height * 0.69, height * 0.028, 1.2), palette.sky, palette.warm),
    pair ? crane(paper, mate, size * 0.5, -facing) : '',
    hillBelow(paper, ridge(paper, height * 0.79, height * 0.02, 1.6), palette.warm, palette.deep),
    crane(paper, body, size, facing),
    hillBelow(paper, ridge(paper, height * 0.9, height * 0.011, 2.1), palette.dark, palette.ink),
    grass(paper),
  ].join('')
}

/** A crane whose body is at (0, 0), beak to the right unless `facing` is -1. */
function crane(paper: Paper, at: Point, size: number, facing: number): string {
  const face = facing > 0 ? (figure: string) => figure : mirrored
  const layer = (figure: string, height = 1) => cutFigure(paper, at, size, face(figure), { height })
  return [layer(legs(paper)), layer(plumage(paper)), layer(neck(paper)), layer(crown(), 0.4), layer(head(paper))].join(
    '',
  )
}

const HEAD: Point = [11, -41]

function legs({ palette }: Paper): string {
  return (
    stroke('M-4 4L-5 21L-3.4 36M4.5 4L4 20L5.6 36', palette.ink, 1.35) +
    circle(-5, 20.5, 1.25, palette.ink) +
    circle(4, 19.6, 1.25, palette.ink)
  )
}

function plumage(paper: Paper): string {
  const { palette } = paper
  const tail = path('M-22 1C-34 6 -40 12 -42 19C-33 17 -22 14 -12 9Z', palette.dark)
  const trunk = path('M-36 10C-22 -18 5 -20 14.5 -7C15 8 -8 13.5 -36 10Z', fade(paper, palette.deep, palette.dark))
  const wing = path('M-31 8C-22 -9 -4 -13 7 -6C9 2 -9 8 -31 8Z', CHEEK_WHITE)
  const gold = path('M-33 9.4C-24 3 -10 1 0 3.4C-8 8 -22 11 -33 9.4Z', CROWN_GOLD)
  const feathers = stroke('M-25 6C-17 -2 -6 -5 3 -3.4M-22 7C-14 2 -6 .4 1 .8', palette.deep, 0.6, 'opacity=".5"')
  return tail + trunk + wing + gold + feathers
}

function neck(paper: Paper): string {
  const bend: Curve = [[8.5, -5], [21, -19], [2.5, -22], HEAD]
  const { warm, deep } = paper.palette
  const breast = circle(8.6, -5.4, 4.2, deep)
  return (
    breast +
    path(
      strip(bend, (along) => 8.6 - along * 4.6),
      fade(paper, warm, deep),
    )
  )
}

/** The stiff golden bristles, fanned behind the head. */
function crown(): string {
  return repeat(13, (bristle) => {
    const angle = Math.PI * (1.0 + bristle * 0.052)
    const length = 15.4 - Math.abs(bristle - 6) * 0.25
    const tip: Point = [HEAD[0] + Math.cos(angle) * length - 1, HEAD[1] + Math.sin(angle) * length]
    return (
      stroke(`M${HEAD[0]} ${HEAD[1]}L${round(tip[0])} ${round(tip[1])}`, CROWN_GOLD, 0.75) +
      circle(tip[0], tip[1], 0.95, CROWN_GOLD)
    )
  })
}

function head({ palette }: Paper): string {
  const [x, y] = HEAD
  const beak = path(`M${x + 3.4} ${y - 2.2}L${x + 15} ${y + 1.6}L${x + 3} ${y + 3}Z`, palette.ink)
  return (
    circle(x, y, 5, palette.ink) +
    beak +
    circle(x - 0.6, y + 0.9, 2.5, CHEEK_WHITE) +
    circle(x + 1.2, y + 5.4, 1.7, WATTLE_RED) +
    circle(x - 1.2, y - 3.6, 1.1, WATTLE_RED)
  )
}

function grass(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const blades = repeat(Math.round((26 * width) / unit), () => {
    const x = random.between(-0.02, 1.02) * width
    const away = Math.abs(x / width - 0.5) * 2
    const tall = unit * random.between(0.04, 0.09 + away * 0.16)
    const lean = unit * random.between(-0.045, 0.045)
    const foot: Point = [x, height + 6]
    const bend: Point = [x, height - tall * 0.6]
    return path(
      taper([foot, bend, bend, [x + lean, height - tall]], unit * 0.012, unit * 0.002),
      random.chance(0.4) ? palette.dark : palette.ink,
    )
  })
  return blades
}
