import { backdrop, circle, glow, type Paper, type Point, repeat, round } from '../paper.ts'
import { cut } from '../shadow.ts'

/** How the dyed stitches of a coil basket run: parts of a turn, as a share of one repeat. */
interface Weave {
  readonly petals: number
  /** The share of a repeat that carries the pattern colour, at each place from rim (0) to heart (1). */
  readonly fill: (inwards: number) => number
  /** How far each coil is turned against the one outside it, in repeats. */
  readonly drift: (inwards: number) => number
}

const WEAVES: readonly Weave[] = [
  { petals: 10, fill: (inwards) => zigzag(inwards * 2.5), drift: () => 0 },
  { petals: 9, fill: () => 0.5, drift: (inwards) => inwards * 2.2 },
  { petals: 8, fill: (inwards) => zigzag(inwards * 3.5), drift: (inwards) => Math.floor(inwards * 3.5) / 2 },
  { petals: 14, fill: (inwards) => 0.3 + 0.4 * zigzag(inwards * 4), drift: (inwards) => zigzag(inwards * 2) * 1.2 },
]

const COILS = 14

/** A hand-woven coil basket seen from above, so near that it runs out of the picture. */
export function drawBasket(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const middle: Point = [width * random.between(0.42, 0.58), height * random.between(0.43, 0.54)]
  const radius = unit * random.between(0.55, 0.64)
  const weave = random.pick(WEAVES)
  const rim = circle(middle[0], middle[1], radius, palette.dark)
  const mat = circle(middle[0], middle[1], radius * 1.13, palette.deep) + scallops(paper, middle, radius * 1.13)
  const bowl = circle(middle[0], middle[1], radius, glow(paper, '#FFFFFF'), 'opacity=".2"')
  return [
    backdrop(paper, palette.warm, palette.dark),
    cut(paper, mat, { height: 1.3, outline: circle(middle[0], middle[1], radius * 1.16, 'none') }),
    cut(paper, rim, { height: 1.3 }),
    coils(paper, middle, radius, weave),
    bowl,
  ].join('')
}

function coils(paper: Paper, [x, y]: Point, radius: number, weave: Weave): string {
  const { light, sun, sky, warm, deep, dark, ink } = paper.palette
  const inks = paper.random.pick([
    [warm, dark, deep],
    [deep, sun, dark],
    [sun, dark, warm],
    [dark, warm, deep],
  ])
  const band = (radius * 0.95) / COILS
  return repeat(COILS, (coil) => {
    const inwards = coil / COILS
    const middle = radius * 0.975 - band * (coil + 0.5)
    const period = (Math.PI * 2 * middle) / weave.petals
    const dash = period * Math.min(0.94, Math.max(0.05, weave.fill(inwards)))
    const turn = (360 / weave.petals) * weave.drift(inwards) - (dash / period) * (180 / weave.petals)
    const dyed = inks[Math.floor(inwards * 2.5) % inks.length] ?? warm
    const plain = coil % 4 === 1 ? sky : light
    const stitch = Math.max(2, band * 0.42)
    const turned = `transform="rotate(${round(turn)} ${round(x)} ${round(y)})"`
    return (
      circle(x, y, middle, 'none', `stroke="${plain}" stroke-width="${round(band)}"`) +
      circle(
        x,
        y,
        middle,
        'none',
        `stroke="${dyed}" stroke-width="${round(band)}" stroke-dasharray="${round(dash)} ${round(period - dash)}" ${turned}`,
      ) +
      circle(
        x,
        y,
        middle,
        'none',
        `stroke="${ink}" stroke-opacity=".13" stroke-width="${round(band)}" stroke-dasharray="${round(stitch * 0.22)} ${round(stitch)}"`,
      ) +
      circle(
        x,
        y,
        middle + band / 2,
        'none',
        `stroke="${ink}" stroke-opacity=".42" stroke-width="${round(band * 0.1)}"`,
      ) +
      (sun === dyed
        ? ''
        : circle(
            x,
            y,
            middle - band * 0.22,
            'none',
            `stroke="${light}" stroke-opacity=".16" stroke-width="${round(band * 0.16)}"`,
          ))
    )
  })
}

function scallops(paper: Paper, [x, y]: Point, radius: number): string {
  const count = 52
  return repeat(count, (index) => {
    const angle = (index / count) * Math.PI * 2
    const at: Point = [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
    const { deep, sky } = paper.palette
    return circle(at[0], at[1], radius * 0.06, deep) + circle(at[0], at[1], radius * 0.014, sky)
  })
}

/** Runs from 0 up to 1 and back for every whole turn. */
function zigzag(concurrencyLimit: number): number {
  const part = concurrencyLimit % 1
  return part < 0.5 ? part * 2 : 2 - part * 2
}
