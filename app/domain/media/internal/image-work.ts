import type { RenditionFormat } from '../media.ts'

/** One picture to cut out of another. `aspect` crops, keeping the part a quarter from the top; null keeps the shape. */
export type Cut = { width: number; format: RenditionFormat; aspect: number | null; maxBytes: number }
export type CutPicture = { width: number; height: number; format: RenditionFormat; bytes: Uint8Array }

export type ImageRequest =
  | { kind: 'take_in'; bytes: Uint8Array; longestEdge: number; maxPixels: number; cuts: Cut[] }
  | { kind: 'cut'; bytes: Uint8Array; cuts: Cut[] }

export type ProcessedPicture = {
  width: number
  height: number
  original: Uint8Array
  preview: Uint8Array
  cuts: CutPicture[]
}

export type ImageAnswer =
  | { kind: 'taken_in'; picture: ProcessedPicture }
  | { kind: 'cuts'; cuts: CutPicture[] }
  | { kind: 'too_many_pixels' }
  | { kind: 'damaged' }
  /** No result: it took too long, its process ended twice or could not be started, or its answer was invalid. */
  | { kind: 'stopped' }
