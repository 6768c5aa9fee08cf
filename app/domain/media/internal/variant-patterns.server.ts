import { randomBytes } from 'node:crypto'
import type { Variant } from '../streams.ts'

/**
 * What tells the two variants of a video apart: a field of squares, each a little lighter in one and darker in the other. It is random for
 * each video and not kept: whoever has both variants sees it as their difference.
 */
export const SQUARES_ALONG = 80

/** In levels of 255, each way. */
const STRENGTH = 2
const MIDDLE = 128

/** A threshold for each pixel, so that a part of a level is kept on average. */
const DITHER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((step) => (step + 0.5) / 16 - 0.5)

export type PatternField = { columns: number; rows: number; signs: Int8Array }
type Shape = { width: number; height: number }

/** 80 squares along the longer side. */
export function gridOf({ width, height }: Shape): { columns: number; rows: number } {
  const longer = Math.max(width, height)
  const along = (edge: number): number => Math.max(2, Math.round((SQUARES_ALONG * edge) / longer))
  return { columns: along(width), rows: along(height) }
}

export function randomField(shape: Shape): PatternField {
  const { columns, rows } = gridOf(shape)
  return { columns, rows, signs: Int8Array.from(randomBytes(columns * rows), (byte) => (byte & 1 ? 1 : -1)) }
}

/** The field at the size of a rung, as one raw picture (yuv420p) around the middle grey, to be added to each picture of the video. */
export function patternPicture(field: PatternField, { width, height }: Shape, variant: Variant): Buffer {
  const { columns, rows, signs } = field
  const strength = variant === 'a' ? STRENGTH : -STRENGTH
  const picture = Buffer.alloc(width * height + 2 * (width >> 1) * (height >> 1), MIDDLE)
  const across = Array.from({ length: width }, (_, x) => between(x, width, columns))
  for (let y = 0; y < height; y += 1) {
    const down = between(y, height, rows)
    for (let x = 0; x < width; x += 1) {
      const { from, to, share } = across[x]!
      const above = signs[down.from * columns + from]! * (1 - share) + signs[down.from * columns + to]! * share
      const below = signs[down.to * columns + from]! * (1 - share) + signs[down.to * columns + to]! * share
      const level = (above * (1 - down.share) + below * down.share) * strength
      picture[y * width + x] = MIDDLE + Math.round(level + DITHER[(y & 3) * 4 + (x & 3)]!)
    }
  }
  return picture
}

/** The squares on both sides of a pixel, so that the field has no edges which the eye would find. */
function between(at: number, length: number, count: number): { from: number; to: number; share: number } {
  const place = Math.max(0, Math.min(count - 1, ((at + 0.5) * count) / length - 0.5))
  const from = Math.floor(place)
  return { from, to: Math.min(count - 1, from + 1), share: place - from }
}
