import type { RenditionFormat } from '../media.ts'
import { FINGERPRINT_BYTES, FINGERPRINT_PARTS } from './fingerprint.ts'
import type { Frame } from './image-frames.ts'
import type { Cut, CutPicture, ImageAnswer, ImageRequest, ProcessedPicture } from './image-work.ts'
import { MARK_BITS } from './mark-chips.ts'

const MAX_ORIGINAL_BYTES = 24_000_000
const MAX_CUT_BYTES = 4_000_000
const MAX_PREVIEW_BYTES = 8_000
const MAX_MARKED_BYTES = 12_000_000
const PREVIEW_EDGE = 32

/** The maximum size of one answer. */
export const MAX_ANSWER_BYTES = 48_000_000

type Size = { width: number; height: number }

/**
 * Parses the decoder's answer, which an attacker may control: every picture must have its format, the given size, and be no larger than
 * requested. Null where anything differs.
 */
export function readAnswer(request: ImageRequest, { head, blobs }: Frame): ImageAnswer | null {
  if (!isRecord(head)) return null
  if ((head.kind === 'damaged' || head.kind === 'too_many_pixels') && blobs.length === 0) return { kind: head.kind }
  if (head.kind === 'cuts' && request.kind === 'cut') {
    const cuts = readCuts(request.cuts, head.cuts, blobs)
    return cuts && { kind: 'cuts', cuts }
  }
  if (head.kind === 'taken_in' && (request.kind === 'take_in' || request.kind === 'take_in_pdf')) {
    const picture = readProcessed(request, head, blobs)
    return picture && { kind: 'taken_in', picture }
  }
  if (head.kind === 'marked' && request.kind === 'mark') return readMarked(request.format, head, blobs)
  if (head.kind === 'fingerprints' && request.kind === 'fingerprint') {
    const isWhole = blobs.length === FINGERPRINT_PARTS.length && blobs.every((one) => one.length === FINGERPRINT_BYTES)
    return isWhole ? { kind: 'fingerprints', fingerprints: blobs } : null
  }
  return head.kind === 'mark_read' && request.kind === 'read_mark' ? readReading(head) : null
}

function readMarked(
  format: RenditionFormat,
  head: Record<string, unknown>,
  [bytes, ...rest]: Uint8Array[],
): ImageAnswer | null {
  const size = sizeOf(head)
  if (!size || !bytes || rest.length > 0 || bytes.length > MAX_MARKED_BYTES) return null
  return isPicture(format, bytes, size) ? { kind: 'marked', picture: { ...size, format, bytes } } : null
}

function readReading({ likeness, leanings }: Record<string, unknown>): ImageAnswer | null {
  const isNumber = (value: unknown): value is number => Number.isFinite(value)
  if (!isNumber(likeness)) return null
  if (leanings === null) return { kind: 'mark_read', likeness, leanings: null }
  const isWhole = Array.isArray(leanings) && leanings.length === MARK_BITS && leanings.every(isNumber)
  return isWhole ? { kind: 'mark_read', likeness, leanings } : null
}

function readProcessed(
  request: Extract<ImageRequest, { kind: 'take_in' | 'take_in_pdf' }>,
  head: Record<string, unknown>,
  [original, preview, ...rest]: Uint8Array[],
): ProcessedPicture | null {
  const size = sizeOf(head)
  if (!size || !original || !preview) return null
  if (Math.max(size.width, size.height) > request.longestEdge || original.length > MAX_ORIGINAL_BYTES) return null
  if (!isPicture('jpeg', original, size) || !endsAsJpeg(original)) return null
  const blurred = preview.length <= MAX_PREVIEW_BYTES ? sizeInside('webp', preview) : null
  if (!blurred || Math.max(blurred.width, blurred.height) > PREVIEW_EDGE) return null
  const cuts = readCuts(request.kind === 'take_in' ? request.cuts : [], head.cuts, rest)
  return cuts && { ...size, original, preview, cuts }
}

function readCuts(wanted: readonly Cut[], answered: unknown, blobs: readonly Uint8Array[]): CutPicture[] | null {
  if (!Array.isArray(answered) || answered.length !== wanted.length || blobs.length !== wanted.length) return null
  const cuts: CutPicture[] = []
  for (const [index, { format, width, aspect }] of wanted.entries()) {
    const [size, bytes] = [sizeOf(answered[index]), blobs[index]!]
    if (!size || bytes.length > MAX_CUT_BYTES || !isPicture(format, bytes, size)) return null
    const fits =
      aspect === null ? size.width <= width : size.width === width && size.height === Math.round(width / aspect)
    if (!fits) return null
    cuts.push({ ...size, format, bytes })
  }
  return cuts
}

function isPicture(format: RenditionFormat, bytes: Uint8Array, size: Size): boolean {
  const inside = sizeInside(format, bytes)
  return inside !== null && inside.width === size.width && inside.height === size.height
}

/** The size in the bytes of a picture; null where they are of another format. */
export function sizeInside(format: RenditionFormat, bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (format === 'jpeg') return sizeInJpeg(view)
    return format === 'webp' ? sizeInWebp(view) : sizeInAvif(view, bytes)
  } catch (error) {
    // It ended before the size.
    if (error instanceof RangeError) return null
    throw error
  }
}

function sizeInJpeg(view: DataView): Size | null {
  if (view.getUint16(0) !== 0xff_d8) return null
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at)
    if (marker < 0xff_c0 || marker > 0xff_fe || marker === 0xff_da) return null
    const isFrame = marker <= 0xff_cf && ![0xff_c4, 0xff_c8, 0xff_cc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
  }
}

function endsAsJpeg(bytes: Uint8Array): boolean {
  return bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9
}

function sizeInWebp(view: DataView): Size | null {
  if (word(view, 0) !== 'RIFF' || word(view, 8) !== 'WEBP' || view.getUint32(4, true) + 8 !== view.byteLength)
    return null
  const kind = word(view, 12)
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 }
  }
  if (kind !== 'VP8X') return null
  const edge = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1
  return { width: edge(24), height: edge(27) }
}

function sizeInAvif(view: DataView, bytes: Uint8Array): Size | null {
  if (word(view, 4) !== 'ftyp' || word(view, 8) !== 'avif') return null
  for (let at = 16; at < Math.min(bytes.length, 2_000); at += 1)
    if (bytes[at] === 0x69 && word(view, at) === 'ispe')
      return { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
  return null
}

function word(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))
}

function sizeOf(answered: unknown): Size | null {
  if (!isRecord(answered)) return null
  const { width, height } = answered
  const isEdge = (edge: unknown): edge is number => Number.isInteger(edge) && (edge as number) > 0
  return isEdge(width) && isEdge(height) ? { width, height } : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
