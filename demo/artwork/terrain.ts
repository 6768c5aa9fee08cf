import { fade, type Paper, type Point, polyline, round, stroke } from './paper.ts'
import { shadowOf } from './shadow.ts'

/** A ridge line across the sheet, with a margin left and right. Amplitude is pixels. */
export function ridge(paper: Paper, level: number, amplitude: number, waves: number): Point[] {
  const { width, random } = paper
  const phase = random.between(0, Math.PI * 2)
  const steps = Math.max(40, Math.round((waves * width) / paper.unit) * 14)
  return Array.from({ length: steps + 1 }, (_, step) => {
    const along = step / steps
    const swell = Math.sin(along * Math.PI * 2 * waves + phase)
    const ripple = Math.sin(along * Math.PI * 4.7 * waves + phase * 2) * 0.34
    return [(along * 1.06 - 0.03) * width, level + (swell + ripple) * amplitude] as const
  })
}

/** The sheet of paper below a ridge: shaded, lifted, with a thin lit edge as real paper has. */
export function hillBelow(paper: Paper, crest: readonly Point[], top: string, bottom: string): string {
  const { height, unit, palette } = paper
  const first = crest[0] ?? [0, 0]
  const last = crest[crest.length - 1] ?? first
  const outline = `${polyline(crest)}V${height + 20}H${round(first[0])}Z`
  const edge = `<path d="${polyline(crest)}" fill="none" stroke="${palette.light}" stroke-width="${round(unit * 0.003)}" opacity=".2"/>`
  const sheet = `<path d="${outline}" fill="${fade(paper, top, bottom)}"/>`
  return last === first ? '' : shadowOf(paper, stroke(polyline(crest), palette.ink, 0), 1) + sheet + edge
}
