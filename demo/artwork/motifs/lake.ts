import { taper } from '../curve.ts'
import {
  backdrop,
  ellipse,
  fade,
  mirrored,
  type Paper,
  path,
  place,
  type Point,
  repeat,
  round,
  roundedBar,
  stroke,
} from '../paper.ts'
import { cut, cutFigure } from '../shadow.ts'
import { birds, sun } from '../sky.ts'
import { hillBelow, ridge } from '../terrain.ts'

/** The big lake at the end of the day: sun, far shore, a path of light, a canoe and reeds. */
export function drawLake(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const sunnySide = random.chance(0.5) ? 1 : -1
  const sunX = width * (0.5 + sunnySide * random.between(0.04, 0.16))
  const radius = unit * random.between(0.17, 0.22)
  const shore = height * 0.62
  const far = ridge(paper, shore - height * 0.09, height * 0.032, (1.1 * width) / unit)
  const near = ridge(paper, shore - height * 0.035, height * 0.02, (1.6 * width) / unit)
  return [
    backdrop(paper, palette.sky, palette.light),
    sun(paper, [sunX, shore - height * random.between(0.16, 0.24)], radius),
    birds(paper, [sunX - sunnySide * unit * 0.3, height * 0.2], random.integer(2, 5)),
    hillBelow(paper, far, palette.sky, palette.warm),
    hillBelow(paper, near, palette.warm, palette.deep),
    water(paper, shore),
    pathOfLight(paper, sunX, shore),
    canoes(paper, sunX, sunnySide),
    reeds(paper, sunnySide),
  ].join('')
}

function water(paper: Paper, shore: number): string {
  const { width, height, palette, unit, random } = paper
  const sheet = `<rect y="${round(shore)}" width="${width}" height="${round(height - shore)}" fill="${fade(paper, palette.warm, palette.ink)}"/>`
  const ripples = repeat(Math.round((14 * width) / unit), () => {
    const y = shore + (height - shore) * random.between(0.08, 1)
    const length = unit * random.between(0.05, 0.14)
    const x = random.between(-0.05, 1) * width
    return stroke(`M${round(x)} ${round(y)}h${round(length)}`, palette.light, unit * 0.004, 'opacity=".16"')
  })
  return sheet + ripples
}

function pathOfLight(paper: Paper, sunX: number, shore: number): string {
  const { height, unit, palette, random } = paper
  const rows = 11
  const step = (height - shore) / (rows + 0.5)
  return repeat(rows, (row) => {
    const length = unit * (0.42 - row * 0.027) * random.between(0.72, 1.08)
    const x = sunX - length / 2 + unit * random.between(-0.02, 0.02)
    const thickness = unit * 0.013
    const fading = `opacity="${round(0.92 - row * 0.062)}"`
    return roundedBar(x, shore + step * (row + 0.45), length, thickness, thickness / 2, palette.sun, fading)
  })
}

function canoes(paper: Paper, sunX: number, sunnySide: number): string {
  const { width, height, unit, random } = paper
  const spacing = unit * 1.1
  const count = Math.max(1, Math.floor(width / (spacing * 1.25)))
  return repeat(count, (index) => {
    const away = unit * random.between(0.24, 0.3) + index * spacing
    const x = sunX - sunnySide * away
    if (x < unit * 0.14 || x > width - unit * 0.14) return ''
    const size = unit * random.between(0.85, 1.1) * (index === 0 ? 1 : 0.7)
    return canoe(paper, [x, height * random.between(0.755, 0.8)], size)
  })
}

function canoe(paper: Paper, at: Point, size: number): string {
  const { palette, random } = paper
  const hull = 'M-21 -4C-12 .5 12 .5 21 -4C16 4 9 5.6 0 5.6S-16 4 -21 -4Z'
  const band = 'M-17.6 -.6C-10 2.6 10 2.6 17.6 -.6'
  const paddle =
    stroke('M6 -10L-3 8', palette.ink, 1.3) +
    ellipse(-3.4, 8.8, 1.4, 2.9, palette.ink, 'transform="rotate(27 -3.4 8.8)"')
  const figure = path(hull, palette.ink) + stroke(band, palette.sun, 0.7, 'opacity=".75"') + paddle
  const reflection = ellipse(0, 8.6, 15, 1.3, palette.ink, 'opacity=".35"')
  const turned = random.chance(0.5) ? mirrored(figure) : figure
  return place(at, size, reflection) + cutFigure(paper, at, size, turned)
}

/** Papyrus at the water's edge, on the sun's side, so that the canoe has open water. */
function reeds(paper: Paper, sunnySide: number): string {
  const { width, height, unit, palette, random } = paper
  const inwards = -sunnySide
  const corner = sunnySide > 0 ? width * random.between(0.97, 1) : width * random.between(0, 0.03)
  const heads: string[] = []
  const blades = repeat(11, (index) => {
    const foot: Point = [corner + inwards * unit * (index * 0.017 - 0.03), height + 10]
    const tall = unit * random.between(0.22, 0.5)
    const lean = inwards * unit * (random.between(-0.01, 0.06) + index * 0.006)
    const tip: Point = [foot[0] + lean, height - tall]
    const bend: Point = [foot[0] + lean * 0.2, height - tall * 0.55]
    const colour = index % 3 === 0 ? palette.dark : palette.ink
    if (index % 3 === 1) heads.push(papyrusHead(tip, unit, colour))
    return path(taper([foot, bend, bend, tip], unit * 0.014, unit * 0.004), colour)
  })
  return cut(paper, blades, { height: 0.5 }) + heads.join('')
}

function papyrusHead([x, y]: Point, unit: number, colour: string): string {
  return repeat(9, (ray) => {
    const angle = Math.PI * (1.08 + ray * 0.105)
    const length = unit * (0.05 - Math.abs(ray - 4) * 0.003)
    const end = `${round(x + Math.cos(angle) * length)} ${round(y + Math.sin(angle) * length)}`
    return stroke(`M${round(x)} ${round(y)}L${end}`, colour, unit * 0.005)
  })
}
