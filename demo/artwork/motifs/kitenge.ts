import { backdrop, circle, ellipse, glow, type Paper, path, repeat, round } from '../paper.ts'
import { cutFigure } from '../shadow.ts'

/** One repeat of a print: how its medallion is drawn and how close the rows hang. */
interface Print {
  /** The distance of two rows, as a share of the medallion's width. */
  readonly pitch: number
  readonly draw: (paper: Paper, shade: number) => string
}

const PRINTS: readonly Print[] = [
  { pitch: 0.88, draw: flower },
  { pitch: 0.44, draw: shell },
  { pitch: 0.88, draw: eye },
]

/** Printed cotton: one of three repeats, each row a layer of paper over the row above. */
export function drawKitenge(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const print = random.pick(PRINTS)
  const size = unit / random.between(2.1, 2.7)
  const offset = random.between(-0.4, 0.4) * size
  const rowHeight = size * print.pitch
  const columns = Math.ceil(width / size) + 3
  const cloth = repeat(Math.ceil(height / rowHeight) + 2, (row) => {
    const y = (row - 0.55) * rowHeight
    return repeat(columns, (column) => {
      const x = (column - 1 + (row % 2) / 2) * size + offset
      if (outside(x, width, size) || outside(y, height, size)) return ''
      const medallion = print.draw(paper, (column + row * 2) % 3)
      return cutFigure(paper, [x, y], size, medallion, { height: 0.8, outline: circle(0, 0, 47, 'none') })
    })
  })
  const light = ellipse(width * 0.36, height * 0.2, width * 0.8, height * 0.7, glow(paper, '#FFFFFF'), 'opacity=".12"')
  return backdrop(paper, palette.deep, palette.dark) + cloth + light
}

/** Medallions past the edge cost time and are never seen. */
function outside(middle: number, extent: number, size: number): boolean {
  return middle < -size * 0.6 || middle > extent + size * 0.6
}

/** The three colours of a medallion: figure, background, heart. */
function colours(paper: Paper, shade: number): readonly [string, string, string] {
  const { light, sky, sun, warm, deep, dark } = paper.palette
  if (shade === 0) return [sun, warm, light]
  return shade === 1 ? [light, deep, warm] : [sky, dark, sun]
}

function dots(colour: string, radius: number, thickness: number): string {
  return circle(
    0,
    0,
    radius,
    'none',
    `stroke="${colour}" stroke-width="${thickness}" stroke-dasharray="0 ${round(thickness * 2.6)}" stroke-linecap="round"`,
  )
}

function flower(paper: Paper, shade: number): string {
  const [figure, ground, heart] = colours(paper, shade)
  const { light, dark } = paper.palette
  const petals = repeat(10, (petal) =>
    ellipse(0, -26, 7.4, 15, figure, `transform="rotate(${petal * 36 + shade * 18})"`),
  )
  const marks = repeat(10, (petal) =>
    ellipse(0, -29, 2, 6.4, ground, `opacity=".55" transform="rotate(${petal * 36 + shade * 18})"`),
  )
  const middle = circle(0, 0, 14.5, heart) + circle(0, 0, 9.4, ground) + circle(0, 0, 4.4, figure)
  const between = circle(50, -29, 4.2, light) + circle(50, -29, 2, dark)
  return (
    circle(0, 0, 47.5, dark) + circle(0, 0, 44.5, ground) + petals + marks + middle + dots(light, 46, 2.2) + between
  )
}

function shell(paper: Paper, shade: number): string {
  const [figure, ground, heart] = colours(paper, shade)
  const { light, dark } = paper.palette
  const ribs = repeat(18, (rib) => {
    const colour = rib % 2 === 0 ? figure : ground
    return path('M-1 0L-4.4 -43.5Q0 -48 4.4 -43.5L1 0Z', colour, `transform="rotate(${rib * 12 - 102})"`)
  })
  const middle = circle(0, 0, 24, dark) + circle(0, 0, 21, heart) + circle(0, 0, 12, dark) + circle(0, 0, 8.5, figure)
  return circle(0, 0, 52, dark) + circle(0, 0, 49, heart) + ribs + middle + dots(light, 28, 1.8)
}

function eye(paper: Paper, shade: number): string {
  const [figure, ground, heart] = colours(paper, shade)
  const { light, dark } = paper.palette
  const rings: readonly [number, string][] = [
    [46, dark],
    [42, ground],
    [34, figure],
    [28, dark],
    [23, heart],
    [15, ground],
    [7, figure],
  ]
  const discs = rings.map(([radius, colour]) => circle(0, 0, radius, colour)).join('')
  const teeth = repeat(18, (tooth) =>
    path('M-3.4 -34.6L0 -41.6L3.4 -34.6Z', light, `transform="rotate(${tooth * 20})"`),
  )
  const rays = repeat(12, (ray) => path('M-2.4 -16L0 -22L2.4 -16Z', dark, `transform="rotate(${ray * 30 + 15})"`))
  const between = path('M50 -40L57 -29L50 -18L43 -29Z', figure) + circle(50, -29, 2.4, dark)
  return discs + teeth + rays + dots(light, 31, 1.7) + between
}
