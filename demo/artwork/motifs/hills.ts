import { backdrop, circle, type Paper, path, type Point, polyline, repeat, round, stroke } from '../paper.ts'
import { LAMPLIGHT } from '../palettes.ts'
import { cutFigure } from '../shadow.ts'
import { moon, stars } from '../sky.ts'
import { hillBelow, ridge } from '../terrain.ts'

/** Terraced hills by night: a moon, stars, and the lamps of the villages. */
export function drawHills(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const side = random.chance(0.5) ? random.between(0.24, 0.38) : random.between(0.62, 0.76)
  const period = Math.max(1, (width / unit) * 0.62)
  const level = (share: number, swell: number, waves: number) =>
    ridge(paper, height * share, Math.min(height, unit * 1.3) * swell, waves * period)
  const far = level(0.45, 0.045, 1)
  const middle = level(0.56, 0.045, 1.25)
  const near = level(0.68, 0.04, 1.1)
  const front = level(0.83, 0.028, 1.3)
  return [
    backdrop(paper, palette.dark, palette.sky),
    stars(paper, height * 0.5, Math.round((80 * width) / unit)),
    moon(
      paper,
      [width * side, height * random.between(0.17, 0.25)],
      unit * random.between(0.1, 0.13),
      random.chance(0.6),
    ),
    hillBelow(paper, far, palette.sky, palette.warm),
    hillBelow(paper, middle, palette.warm, palette.deep),
    terraces(paper, middle, 3),
    lamps(paper, middle, 26),
    hillBelow(paper, near, palette.warm, palette.dark),
    terraces(paper, near, 4),
    lamps(paper, near, 36),
    homes(paper, near),
    hillBelow(paper, front, palette.deep, palette.ink),
    lamps(paper, front, 30),
    trees(paper, front),
  ].join('')
}

function terraces(paper: Paper, crest: readonly Point[], rows: number): string {
  const { unit, palette } = paper
  return repeat(rows, (row) => {
    const drop = unit * (0.03 + row * 0.032)
    const line = crest.map(([x, y]): Point => [x, y + drop + Math.sin(x / (unit * 0.2) + row) * unit * 0.006])
    return stroke(polyline(line), palette.light, unit * 0.0028, 'opacity=".13"')
  })
}

function lamps(paper: Paper, crest: readonly Point[], count: number): string {
  const { width, unit, palette, random } = paper
  return repeat(Math.round((count * width) / unit), () => {
    const [x, y] = random.pick(crest)
    const colour = random.chance(0.5) ? palette.sun : LAMPLIGHT
    const fading = `opacity="${round(random.between(0.5, 1))}"`
    return circle(
      x + random.between(-8, 8),
      y + unit * random.between(0.02, 0.15),
      unit * random.between(0.0032, 0.0068),
      colour,
      fading,
    )
  })
}

/** Round houses with one lit window each, along a ridge. */
function homes(paper: Paper, crest: readonly Point[]): string {
  const { width, unit, palette, random } = paper
  const count = Math.max(2, Math.round((random.between(2, 4) * width) / unit))
  return repeat(count, (index) => {
    const at = crest[Math.floor(((index + random.between(0.25, 0.75)) / count) * crest.length)]
    if (at === undefined) return ''
    const house =
      path('M-3.2 0V5H3.2V0Z', palette.ink) +
      path('M-5 .6L0 -5.4L5 .6Z', palette.dark) +
      path('M-1 1.6H1V4H-1Z', palette.sun)
    return cutFigure(paper, [at[0], at[1] + unit * 0.012], unit * random.between(0.7, 0.95), house, { height: 0.5 })
  })
}

/** Flat-topped trees of the plain, black against the valley. */
function trees(paper: Paper, crest: readonly Point[]): string {
  const { width, unit, palette, random } = paper
  const count = Math.max(1, Math.round((random.between(1, 2.4) * width) / unit))
  return repeat(count, (index) => {
    const share = (index + random.between(0.12, 0.88)) / count
    const at = crest[Math.min(crest.length - 1, Math.floor(share * crest.length))]
    if (at === undefined) return ''
    const trunk = stroke('M0 3Q-1 -6 0 -11M-.4 -7L5 -13M-.6 -6L-5 -12', palette.ink, 1.1)
    const canopy = path(
      'M-12 -11.5C-12 -15.5 -5 -17.5 0 -17.4S13 -15 12.4 -11.6Q6 -13.2 0 -11.6T-12 -11.5Z',
      palette.ink,
    )
    return cutFigure(paper, at, unit * random.between(0.5, 0.78), trunk + canopy, { height: 0.5 })
  })
}
