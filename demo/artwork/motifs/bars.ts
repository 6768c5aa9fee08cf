import { backdrop, fade, type Paper, type Point, repeat, round, roundedBar, stroke } from '../paper.ts'
import { cut } from '../shadow.ts'
import { sun } from '../sky.ts'

/** A song drawn as bars of paper standing on still water, with their reflection below. */
export function drawBars(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const surface = height * random.between(0.6, 0.65)
  const sunAt: Point = [width * random.between(0.4, 0.6), surface - Math.min(height * 0.18, unit * 0.22)]
  const bars = song(paper)
  const pitch = width / bars.length
  const colours = [palette.sun, palette.deep, palette.warm, palette.dark]
  const status = repeat(bars.length, (index) => {
    const tall = (bars[index] ?? 0) * height
    const colour = colours[index % 4] ?? palette.sun
    return roundedBar(
      index * pitch + pitch * 0.16,
      surface - tall,
      pitch * 0.68,
      tall + pitch * 0.2,
      pitch * 0.34,
      colour,
    )
  })
  const sheet = `<rect y="${round(surface)}" width="${width}" height="${round(height - surface)}" fill="${fade(paper, palette.warm, palette.dark)}"/>`
  return [
    backdrop(paper, palette.light, palette.sky),
    sun(paper, sunAt, unit * random.between(0.25, 0.3)),
    cut(paper, status),
    sheet,
    reflection(paper, bars, surface),
    ripples(paper, surface),
  ].join('')
}

/** The heights of the bars as shares of the picture: a melody that swells towards the middle. */
function song({ width, unit, random }: Paper): number[] {
  const count = Math.round((width / unit) * 15)
  const beat = random.between(0.7, 1.15)
  const verse = random.between(0, 6)
  return Array.from({ length: count }, (_, index) => {
    const towardsMiddle = 1 - Math.abs(index / (count - 1) - 0.5) * 1.15
    const tone = Math.abs(Math.sin(index * beat + verse)) * 0.32 * towardsMiddle
    return 0.07 + tone + random.between(0, 0.06)
  })
}

function reflection(paper: Paper, bars: readonly number[], surface: number): string {
  const { width, height, unit, palette } = paper
  const pitch = width / bars.length
  const colours = [palette.sun, palette.ink, palette.sky, palette.ink]
  return repeat(bars.length, (index) => {
    const tall = (bars[index] ?? 0) * height * 0.62
    const colour = colours[index % 4] ?? palette.ink
    return roundedBar(
      index * pitch + pitch * 0.16,
      surface + unit * 0.016,
      pitch * 0.68,
      tall,
      pitch * 0.34,
      colour,
      'opacity=".4"',
    )
  })
}

/** Slits of the water's own colour cut through the reflection. */
function ripples(paper: Paper, surface: number): string {
  const { width, height, unit, palette, random } = paper
  return repeat(22, (row) => {
    const y = surface + (height - surface) * (0.1 + row * 0.041)
    const length = unit * random.between(0.1, 0.34)
    const colour = row % 3 === 0 ? palette.light : palette.deep
    return stroke(
      `M${round(random.between(-0.1, 0.95) * width)} ${round(y)}h${round(length)}`,
      colour,
      unit * 0.0055,
      `opacity="${row % 3 === 0 ? 0.3 : 0.5}"`,
    )
  })
}
