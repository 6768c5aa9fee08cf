import { type Point, polyline } from './paper.ts'

/** A cubic curve: start, two handles, end. */
export type Curve = readonly [Point, Point, Point, Point]

/** The point at `along` (0 to 1) of a curve. */
export function pointOn(curve: Curve, along: number): Point {
  const rest = 1 - along
  const weights = [rest ** 3, 3 * rest ** 2 * along, 3 * rest * along ** 2, along ** 3]
  const blend = (axis: 0 | 1) => curve.reduce((sum, point, index) => sum + point[axis] * (weights[index] ?? 0), 0)
  return [blend(0), blend(1)]
}

/** The direction a curve runs in at `along`, as a vector of length 1. */
export function directionOn(curve: Curve, along: number): Point {
  const before = pointOn(curve, Math.max(0, along - 0.01))
  const after = pointOn(curve, Math.min(1, along + 0.01))
  const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1
  return [(after[0] - before[0]) / length, (after[1] - before[1]) / length]
}

/**
 * The outline of a strip of paper that follows a curve, as path data. `widthAt` returns how wide
 * the strip is at each point along it; limbs, necks, reeds and ribbons are all such strips.
 */
export function strip(curve: Curve, widthAt: (along: number) => number, steps = 14): string {
  const left: Point[] = []
  const right: Point[] = []
  for (let step = 0; step <= steps; step += 1) {
    const along = step / steps
    const [x, y] = pointOn(curve, along)
    const [towardsX, towardsY] = directionOn(curve, along)
    const half = widthAt(along) / 2
    left.push([x - towardsY * half, y + towardsX * half])
    right.push([x + towardsY * half, y - towardsX * half])
  }
  return `${polyline([...left, ...right.toReversed()])}Z`
}

/** A strip that narrows evenly from one width to another. */
export function taper(curve: Curve, from: number, to: number): string {
  return strip(curve, (along) => from + (to - from) * along)
}
