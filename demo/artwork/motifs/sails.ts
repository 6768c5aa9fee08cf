import { backdrop, fade, mirrored, type Paper, path, type Point, polyline, stroke } from '../paper.ts'
import { cutFigure } from '../shadow.ts'
import { birds, sun } from '../sky.ts'
import { hillBelow, ridge } from '../terrain.ts'

/** Sailing boats on the big lake, waves of paper in front of them. */
export function drawSails(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const period = width / unit
  const size = Math.min(unit, height * 0.9)
  const side = random.chance(0.5) ? 1 : -1
  const sunX = width * (0.5 - side * random.between(0.14, 0.26))
  const wave = (share: number, swell: number, waves: number) =>
    ridge(paper, height * share, height * swell, waves * period)
  return [
    backdrop(paper, palette.light, palette.sky),
    sun(paper, [sunX, height * random.between(0.26, 0.34)], size * random.between(0.16, 0.2)),
    birds(paper, [width * (0.5 + side * 0.24), height * 0.17], random.integer(2, 5)),
    hillBelow(paper, wave(0.52, 0.02, 1.3), palette.sky, palette.warm),
    fleet(paper, 0.565, size * 0.38, Math.max(1, Math.round(period * 1.6)), 0.34),
    hillBelow(paper, wave(0.57, 0.011, 2.2), palette.warm, palette.deep),
    fleet(paper, 0.73, size, Math.max(1, Math.round(period * 0.62)), 0.14),
    ...[0.74, 0.82, 0.9].flatMap((share, row) => {
      const crest = wave(share, 0.014, 1.7 + row * 0.35)
      const [top, bottom] = waveColours(paper, row)
      return [hillBelow(paper, crest, top, bottom), foam(paper, crest)]
    }),
  ].join('')
}

function waveColours({ palette }: Paper, row: number): readonly [string, string] {
  if (row === 0) return [palette.deep, palette.deep]
  return row === 1 ? [palette.deep, palette.dark] : [palette.dark, palette.ink]
}

/** Boats spread over the width; `stray` is how far each may leave its place. */
function fleet(paper: Paper, level: number, size: number, count: number, orphan: number): string {
  const { width, height, random } = paper
  const boats = Array.from({ length: count }, (_, index) => {
    const share = (index + 0.5 + random.between(-orphan, orphan)) / count
    return boat(paper, [width * share, height * level], size * random.between(0.9, 1.06))
  })
  return boats.join('')
}

/** A boat on the water line at (0, 0), 56 hundredths tall. */
function boat(paper: Paper, at: Point, size: number): string {
  const { palette, random } = paper
  const main = random.pick([palette.light, palette.sun, palette.sky])
  const mainsail = path('M0 -57C29 -43 40 -22 33 -5Q15 -10 -4 -5Q3 -30 0 -57Z', fade(paper, main, palette.warm))
  const seams = stroke(
    'M3 -43Q18 -38 27 -31M3 -30Q20 -27 33 -19M1 -17Q18 -17 34 -10',
    palette.deep,
    0.5,
    'opacity=".35"',
  )
  const jib = path(
    'M-4 -45Q-17 -22 -21 -5.5Q-14 -8 -7 -5.5Q-3 -24 -4 -45Z',
    main === palette.sun ? palette.light : palette.sun,
  )
  const mast = stroke('M-2.6 -59Q-1 -30 -4.6 -2', palette.ink, 1.1)
  const pennant = path('M-2.4 -59L-12 -56.6L-2.4 -54Z', palette.warm)
  const hull = path('M-31 -3.4Q4 -.6 39 -4.6Q29 9 10 9H-15Q-25 7 -31 -3.4Z', palette.ink)
  const stripe = stroke('M-27.6 -.2Q4 2 35.4 -1', palette.sun, 0.8, 'opacity=".8"')
  const turn = random.chance(0.5) ? mirrored : (figure: string) => figure
  const layer = (figure: string) => cutFigure(paper, at, size, turn(figure))
  return layer(pennant + mast + mainsail + seams) + layer(jib) + layer(hull + stripe)
}

function foam(paper: Paper, crest: readonly Point[]): string {
  const { unit, palette, random } = paper
  const length = Math.floor(crest.length * 0.34)
  const start = random.integer(0, crest.length - length)
  const below = (drop: number, from: number, to: number) =>
    polyline(crest.slice(from, to).map(([x, y]): Point => [x, y + unit * drop]))
  return (
    stroke(below(0.034, start, start + length), palette.sky, unit * 0.006, 'opacity=".5"') +
    stroke(below(0.056, start + 4, start + length - 3), palette.light, unit * 0.004, 'opacity=".3"')
  )
}
