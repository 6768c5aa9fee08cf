import type { Palette } from './palettes.ts'
import type { Random } from './seeded-random.ts'

export type Point = readonly [x: number, y: number]

/**
 * The table a picture is cut on: its size, its papers and its chance.
 * `unit` is the length motifs measure in: the shorter side, with a little margin for tall formats.
 */
export interface Paper {
  readonly width: number
  readonly height: number
  readonly unit: number
  readonly palette: Palette
  readonly random: Random
  /** Gradients used so far; the composer writes them into `<defs>`. */
  readonly definitions: Map<string, { id: string; markup: string }>
}

/** Lays out a clean sheet. Width and height are pixels. */
export function layPaper(width: number, height: number, palette: Palette, random: Random): Paper {
  const unit = Math.min(width, height * 1.15)
  return { width, height, unit, palette, random, definitions: new Map() }
}

/** Rounds for SVG: two decimals for pixels are more than an eye can tell. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** A top-to-bottom gradient, leaning a little like light from the left. Returns its paint. */
export function fade(paper: Paper, from: string, to: string): string {
  return paint(paper, `fade ${from} ${to}`, (id) => {
    const stops = `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`
    return `<linearGradient id="${id}" x1="0" y1="0" x2=".12" y2="1">${stops}</linearGradient>`
  })
}

/** A left-to-right gradient, for round bodies such as drums and masts. Returns its paint. */
export function fadeAcross(paper: Paper, from: string, to: string): string {
  return paint(paper, `across ${from} ${to}`, (id) => {
    const stops = `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`
    return `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2=".2">${stops}</linearGradient>`
  })
}

/** Light that leaves its centre and dies at the edge. Returns its paint. */
export function glow(paper: Paper, colour: string): string {
  return paint(paper, `glow ${colour}`, (id) => {
    const heart = `<stop stop-color="${colour}"/>`
    const halfway = `<stop offset=".5" stop-color="${colour}" stop-opacity=".42"/>`
    const edge = `<stop offset="1" stop-color="${colour}" stop-opacity="0"/>`
    return `<radialGradient id="${id}">${heart}${halfway}${edge}</radialGradient>`
  })
}

/** Keeps one definition per kind of paint, however often a motif asks for it. */
function paint(paper: Paper, kind: string, define: (id: string) => string): string {
  const known = paper.definitions.get(kind)
  if (known !== undefined) return `url(#${known.id})`
  const id = `paint${paper.definitions.size}`
  paper.definitions.set(kind, { id, markup: define(id) })
  return `url(#${id})`
}

/** Covers the whole sheet. */
export function backdrop(paper: Paper, top: string, bottom: string): string {
  const fill = fade(paper, top, bottom)
  return `<rect width="${paper.width}" height="${paper.height}" fill="${fill}"/>`
}

/**
 * Puts a figure on the sheet. Figures are drawn around (0, 0) in hundredths of their size, so
 * a figure placed with size `unit` and 20 wide covers a fifth of the unit. The rotation is in degrees.
 */
export function place(at: Point, size: number, figure: string, turn = 0): string {
  const turned = turn === 0 ? '' : ` rotate(${round(turn)})`
  const scale = Math.round(size * 100) / 10_000
  return `<g transform="translate(${round(at[0])} ${round(at[1])})${turned} scale(${scale})">${figure}</g>`
}

/** The same figure mirrored at its middle line. */
export function mirrored(figure: string): string {
  return `<g transform="scale(-1 1)">${figure}</g>`
}

/** Straight segments through the points, as path data. */
export function polyline(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`
}

export function circle(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"${attributes(more)}/>`
}

export function path(data: string, fill: string, more = ''): string {
  return `<path d="${data}" fill="${fill}"${attributes(more)}/>`
}

/** A round-ended line. */
export function stroke(data: string, colour: string, thickness: number, more = ''): string {
  const ends = 'stroke-linecap="round" stroke-linejoin="round"'
  return `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${round(thickness)}" ${ends}${attributes(more)}/>`
}

export function ellipse(x: number, y: number, across: number, down: number, fill: string, more = ''): string {
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(across)}" ry="${round(down)}" fill="${fill}"${attributes(more)}/>`
}

export function roundedBar(
  x: number,
  y: number,
  width: number,
  height: number,
  corner: number,
  fill: string,
  more = '',
): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(corner)}" fill="${fill}"${attributes(more)}/>`
}

function attributes(more: string): string {
  return more === '' ? '' : ` ${more}`
}

/** The same shape many times; the index chooses one. */
export function repeat(count: number, shape: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => shape(index)).join('')
}
