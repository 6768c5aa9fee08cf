import type { RenditionFormat } from '../media.ts'

/** One picture to cut out of another. `aspect` crops, keeping the part a quarter from the top; null keeps the shape. */
export type Cut = { width: number; format: RenditionFormat; aspect: number | null; maxBytes: number }
export type CutPicture = { width: number; height: number; format: RenditionFormat; bytes: Uint8Array }

export type ImageRequest =
  | { kind: 'take_in'; bytes: Uint8Array; longestEdge: number; maxPixels: number; cuts: Cut[] }
  /** The first page of a PDF as a picture. */
  | { kind: 'take_in_pdf'; bytes: Uint8Array; longestEdge: number }
  | { kind: 'cut'; bytes: Uint8Array; cuts: Cut[] }
  /** `seed` and `code` are bytes: where the invisible mark is, and its bits. */
  | { kind: 'mark'; bytes: Uint8Array; format: MarkFormat; text: string; seed: number[]; code: number[] }
  | { kind: 'fingerprint'; bytes: Uint8Array; mirrored: boolean }
  | { kind: 'read_mark'; bytes: Uint8Array; original: Uint8Array; seed: number[]; mirrored: boolean }

/** AVIF takes ten times as long to encode, and who reads AVIF reads WebP. */
export type MarkFormat = Exclude<RenditionFormat, 'avif'>

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
  | { kind: 'marked'; picture: CutPicture }
  /** The whole picture and its parts, as `FINGERPRINT_PARTS` lists them. */
  | { kind: 'fingerprints'; fingerprints: Uint8Array[] }
  /** `leanings`: of each bit to 1 or to 0, in standard deviations; null where the copy does not show the original. */
  | { kind: 'mark_read'; likeness: number; leanings: number[] | null }
  | { kind: 'too_many_pixels' }
  | { kind: 'damaged' }
  /** No result: it took too long, its process ended twice or could not be started, or its answer was invalid. */
  | { kind: 'stopped' }
