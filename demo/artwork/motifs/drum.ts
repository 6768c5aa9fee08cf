import {
  backdrop,
  circle,
  ellipse,
  fade,
  fadeAcross,
  type Paper,
  path,
  place,
  type Point,
  repeat,
  round,
  stroke,
} from '../paper.ts'
import { cut, cutFigure } from '../shadow.ts'

/** A laced drum and the sound that leaves it, drawn as arches of paper one behind the other. */
export function drawDrum(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const floor = height * random.between(0.62, 0.66)
  const x = width / 2
  const size = Math.min(unit, height * 0.84)
  const companions = random.pick([[], [], [-1], [1], [-1, 1]])
  const main = companions.length === 0 ? size : size * 0.8
  const shift = companions.length === 1 ? -(companions[0] ?? 0) * size * 0.09 : 0
  return [
    backdrop(paper, palette.deep, palette.ink),
    arches(paper, x, floor, size),
    sparks(paper, x, floor, size),
    ground(paper, floor),
    drum(paper, [x + shift, floor - size * 0.01], main, random.integer(6, 8)),
    companions.map((side) => drum(paper, [x + side * size * 0.32, floor + size * 0.15], size * 0.44, 6)).join(''),
  ].join('')
}

function arches(paper: Paper, x: number, floor: number, size: number): string {
  const { light, sky, sun, warm, deep, dark } = paper.palette
  const colours = paper.random.pick([
    [sun, light, sky, warm, deep, dark, deep],
    [light, sun, warm, sky, warm, deep, dark],
    [sun, sky, warm, deep, dark, deep, dark],
  ])
  const shapes = colours.map((colour, index) => {
    const radius = round(size * (0.2 + index * 0.105))
    const arch = `M${round(x - radius)} ${round(floor)}A${radius} ${radius} 0 0 1 ${round(x + radius)} ${round(floor)}Z`
    return cut(paper, path(arch, colour))
  })
  return shapes.toReversed().join('')
}

function sparks(paper: Paper, x: number, floor: number, size: number): string {
  const rings = [0.36, 0.575, 0.785]
  return rings
    .map((ring, row) =>
      repeat(9 + row * 6, (index) => {
        const angle = Math.PI * (1.05 + (index / (8 + row * 6)) * 0.9)
        const radius = size * (ring - 0.008)
        const dot = size * (index % 2 === 0 ? 0.0085 : 0.0052)
        const colour = row === 0 ? paper.palette.warm : paper.palette.sun
        return circle(x + Math.cos(angle) * radius, floor + Math.sin(angle) * radius, dot, colour, 'opacity=".9"')
      }),
    )
    .join('')
}

function ground(paper: Paper, floor: number): string {
  const { width, height, unit, palette } = paper
  const sheet = path(`M-40 ${round(floor)}H${width + 40}V${height + 40}H-40Z`, fade(paper, palette.dark, palette.ink))
  const mats = [0.1, 0.19, 0.28].map((step) =>
    stroke(
      `M0 ${round(floor + unit * step)}H${width}`,
      palette.warm,
      unit * 0.006,
      `stroke-dasharray="${round(unit * 0.02)} ${round(unit * 0.026)}" opacity=".3"`,
    ),
  )
  return cut(paper, sheet) + mats.join('')
}

/** A drum whose skin is at (0, 0); it stands on its foot 36 hundredths lower. */
function drum(paper: Paper, at: Point, size: number, laces: number): string {
  const { palette } = paper
  const wood = path('M-33 0C-33 15 -22 34 -17 36H17C22 34 33 15 33 0Z', fadeAcross(paper, palette.warm, palette.dark))
  const foot = path('M-17 36H17L19 39.5Q0 42 -19 39.5Z', palette.dark)
  const skin =
    ellipse(0, 0, 34, 8, fade(paper, palette.light, palette.sky)) +
    ellipse(0, -0.2, 27, 5.6, 'none', `stroke="${palette.warm}" stroke-width=".8"`) +
    ellipse(0, -0.2, 9, 1.9, palette.warm, 'opacity=".35"')
  const collar = stroke('M-33.2 2.4C-26 11.6 26 11.6 33.2 2.4', palette.sun, 1.4)
  const status = ellipse(0, 40.5, 27, 2.6, palette.ink, 'opacity=".5"')
  return (
    place(at, size, status) +
    cutFigure(paper, at, size, foot + wood + lacing(palette.light, laces), { outline: wood }) +
    cutFigure(paper, at, size, collar + skin)
  )
}

function lacing(colour: string, laces: number): string {
  const points = Array.from({ length: laces * 2 + 1 }, (_, index) => {
    const across = index / laces - 1
    const low = index % 2 === 1
    const x = across * (low ? 21 : 31.5)
    const y = low ? 31 : 4.4 + (1 - across * across) * 4.6
    return `${round(x)} ${round(y)}`
  })
  return stroke(`M${points.join('L')}`, colour, 1)
}
