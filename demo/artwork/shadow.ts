import { type Paper, place, type Point, round } from './paper.ts'

/** How many rings of thin ink make one soft shadow; fewer would show their edges. */
const RINGS = 7

/** How dark a shadow is right at the edge that throws it. */
const STRENGTH = 0.29

export interface Lift {
  /** 1 is a sheet of card; less lies closer to the paper below. */
  readonly height?: number
  /** A simpler shape to throw the shadow, for figures made of many pieces. */
  readonly outline?: string
}

/** Lifts shapes off the paper below by giving them a soft shadow. */
export function cut(paper: Paper, shapes: string, { height = 1, outline = shapes }: Lift = {}): string {
  return shadowOf(paper, outline, height) + shapes
}

/** The same for a figure that is drawn in hundredths and placed; see `place`. The rotation is in degrees. */
export function cutFigure(
  paper: Paper,
  at: Point,
  size: number,
  figure: string,
  { height = 1, outline = figure, turn = 0 }: Lift & { readonly turn?: number } = {},
): string {
  const shadow = shadowOf(paper, outline, height, size / 100)
  const below: Point = [at[0], at[1] + drop(paper, height)]
  return place(below, size, shadow, turn) + place(at, size, figure, turn)
}

/**
 * A shadow without a blur filter: the outline drawn seven times, each time wider and fainter.
 * A filter would look the same and take ten times as long, because it works on every pixel.
 * `scale` is the size of one unit of the outline in pixels; placed figures add the drop themselves.
 */
export function shadowOf(paper: Paper, outline: string, height: number, scale?: number): string {
  const reach = (paper.unit * 0.03 * height) / (scale ?? 1)
  const rings = Array.from({ length: RINGS }, (_, index) => {
    const inner = index / RINGS
    const outer = (index + 1) / RINGS
    const opacity = Math.round((darkness(inner) - darkness(outer)) * 10_000) / 10_000
    return `<g stroke-opacity="${opacity}">${widened(outline, reach * outer * 2)}</g>`
  })
  const fall = scale === undefined ? ` transform="translate(0 ${round(drop(paper, height))})"` : ''
  const ink = `fill="none" stroke="${paper.palette.ink}" stroke-linecap="round" stroke-linejoin="bevel"`
  return `<g ${ink}${fall}>${rings.join('')}</g>`
}

/** How dark the shadow is at a share of its reach: a bell curve that ends at nothing. */
function darkness(share: number): number {
  return STRENGTH * (Math.exp(-((share / 0.52) ** 2)) - Math.exp(-((1 / 0.52) ** 2)))
}

function drop(paper: Paper, height: number): number {
  return paper.unit * 0.008 * height
}

/** The bare outline of shapes, drawn wider. Dashes and translucent touches throw no shadow. */
function widened(shapes: string, spread: number): string {
  return shapes.replaceAll(/<(path|circle|ellipse|rect) ([^>]*)\/>/g, (_, tag: string, own: string) => {
    if (/opacity=|stroke-dasharray=/.test(own)) return ''
    const thickness = Number(/stroke-width="([^"]*)"/.exec(own)?.[1] ?? 0)
    const geometry = own.replaceAll(/ ?\b(fill|stroke|stroke-width|stroke-linecap|stroke-linejoin)="[^"]*"/g, '')
    // Rounding every corner of a long outline is slow and unseen; on a short one its tips need it.
    const corners = geometry.length < 160 ? ' stroke-linejoin="round"' : ''
    return `<${tag} ${geometry}${corners} stroke-width="${round(thickness + spread)}"/>`
  })
}
