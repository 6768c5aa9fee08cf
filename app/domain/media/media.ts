import { knownFileOf, movingPictureOf, type KnownFile, wrongFileText } from './known-files.ts'
import { type FileLimits, limitText } from './limits.ts'
import type { Rung, StreamPart } from './streams.ts'
import { isWholeJpeg } from './whole-jpeg.ts'

export type MediaPurpose = 'avatar' | 'cover' | 'card' | 'share' | 'post'
export type RenditionFormat = 'avif' | 'webp' | 'jpeg'
export type RenditionSpec = { width: number; format: RenditionFormat }

/**
 * How pictures of a purpose are cut and how wide they are made. `aspect` is width by height; null keeps the picture's own. `maxOriginalBytes`
 * is the limit of what is sent (null: the owner's), `maxRenditionBytes` that of a served file: the quality is reduced to meet it.
 */
export type RenditionPlan = {
  widths: readonly number[]
  aspect: number | null
  jpegWidth: number
  longestEdge: number
  maxOriginalBytes: number | null
  maxRenditionBytes: number
}

/** A photo, video or voice message with what a page needs to show it. */
export type StoredMedium = {
  mediaId: string
  kind: 'photo' | 'video' | 'voice'
  state: 'processing' | 'ready' | 'failed'
  width: number | null
  height: number | null
  durationMs: number | null
  waveform: number[] | null
  byteSize: number
  transcoded: { width: number; height: number; size: number } | null
}

const MEGABYTE = 1_000_000
export const MAX_AVATAR_BYTES = 10 * MEGABYTE

export const RENDITION_PLANS: Readonly<Record<MediaPurpose, RenditionPlan>> = {
  avatar: {
    widths: [80, 160, 320],
    aspect: 1,
    jpegWidth: 320,
    longestEdge: 1_280,
    maxOriginalBytes: MAX_AVATAR_BYTES,
    maxRenditionBytes: 12_000,
  },
  card: {
    widths: [64, 128, 160, 320, 480, 640],
    aspect: 4 / 5,
    jpegWidth: 480,
    longestEdge: 2_560,
    maxOriginalBytes: 20 * MEGABYTE,
    maxRenditionBytes: 28_000,
  },
  cover: {
    widths: [320, 480, 960],
    aspect: 3,
    jpegWidth: 960,
    longestEdge: 2_560,
    maxOriginalBytes: 20 * MEGABYTE,
    maxRenditionBytes: 25_000,
  },
  post: {
    widths: [320, 640, 960],
    aspect: null,
    jpegWidth: 640,
    longestEdge: 2_560,
    maxOriginalBytes: null,
    maxRenditionBytes: 120_000,
  },
  // Messengers ignore previews that are too large, and they only read JPEG.
  share: {
    widths: [],
    aspect: 1_200 / 630,
    jpegWidth: 1_200,
    longestEdge: 2_560,
    maxOriginalBytes: 20 * MEGABYTE,
    maxRenditionBytes: 120_000,
  },
}

export const SHARE_CARD = { width: 1_200, height: 630 } as const

/** Every rendition that a picture of this purpose gets; never wider than the picture itself, but always at least one of each format. */
export function plannedRenditions(purpose: MediaPurpose, originalWidth: number): RenditionSpec[] {
  const plan = RENDITION_PLANS[purpose]
  const fitting = plan.widths.filter((width, index) => index === 0 || width <= originalWidth)
  const modern = fitting.flatMap((width): RenditionSpec[] => [
    { width, format: 'avif' },
    { width, format: 'webp' },
  ])
  const jpegWidth = plan.widths.length === 0 ? plan.jpegWidth : Math.min(plan.jpegWidth, Math.max(...fitting))
  return [...modern, { width: jpegWidth, format: 'jpeg' }]
}

/** What a URL below /media requests. */
export type RequestedFile =
  | { kind: 'rendition'; spec: RenditionSpec }
  | { kind: 'preview' }
  | { kind: 'original' }
  | { kind: 'audio' }
  | { kind: 'video' }
  /** The first seconds of a video of a locked post, where its creator shows them to everybody. */
  | { kind: 'free_seconds' }
  /** The playlist of an adaptive video, or of one of its rungs. */
  | { kind: 'playlist'; rung: Rung | null }
  | { kind: 'segment'; rung: Rung; part: StreamPart['part'] }
  /** The thumbnails for seeking: their picture, and which part of it belongs to which time. */
  | { kind: 'sprite' }
  | { kind: 'thumbnails' }
  /** Whether a video or a voice note that is being played may go on; an answer that lasts as long. */
  | { kind: 'watch' }

const FILES: Readonly<Record<string, RequestedFile>> = {
  preview: { kind: 'preview' },
  original: { kind: 'original' },
  audio: { kind: 'audio' },
  'video.mp4': { kind: 'video' },
  'free.mp4': { kind: 'free_seconds' },
  'stream.m3u8': { kind: 'playlist', rung: null },
  'low.m3u8': { kind: 'playlist', rung: 'low' },
  'high.m3u8': { kind: 'playlist', rung: 'high' },
  'sprite.jpeg': { kind: 'sprite' },
  'thumbnails.vtt': { kind: 'thumbnails' },
  watch: { kind: 'watch' },
}

/**
 * Parses the last part of a media URL: `w320.avif`, `preview`, `original`, `audio`, `video.mp4`, `free.mp4`, or a part of an adaptive video
 * (`stream.m3u8`, `low.m3u8`, `low-init.mp4`, `low-12.m4s`). Null for anything else.
 */
export function requestedFile(text: string): RequestedFile | null {
  if (Object.hasOwn(FILES, text)) return FILES[text]!
  const segment = /^(low|high)-(?:(init)\.mp4|(0|[1-9]\d{0,3})\.m4s)$/.exec(text)
  if (segment) return { kind: 'segment', rung: segment[1] as Rung, part: segment[2] ? 'init' : Number(segment[3]) }
  const match = RENDITION.exec(text)
  if (!match) return null
  return { kind: 'rendition', spec: { width: Number(match[1]), format: match[2] as RenditionFormat } }
}

const RENDITION = /^w([1-9]\d{1,3})\.(avif|webp|jpeg)$/

/** Whether the last part of a media URL names a size of a picture. */
export function isRendition(text: string): boolean {
  return RENDITION.test(text)
}

/**
 * The rendition to send for a requested one: itself, else the nearest width of its format, else the nearest of any format that every
 * browser reads. Null where none exists yet.
 */
export function nearestRendition<Made extends RenditionSpec>(
  wanted: RenditionSpec,
  made: readonly Made[],
): Made | null {
  const readable = made.filter((rendition) => rendition.format === wanted.format || rendition.format !== 'avif')
  const distance = (rendition: RenditionSpec): number =>
    Math.abs(rendition.width - wanted.width) + (rendition.format === wanted.format ? 0 : 10_000)
  return readable.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

export const CONTENT_TYPES: Readonly<Record<RenditionFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
}

export type PhotoType = 'jpeg' | 'png' | 'webp' | 'avif'

/**
 * The type of a picture that we can use, by its first bytes; names and declared types are ignored. Null for everything else: SVG, HEIC,
 * moving pictures.
 */
export function photoTypeOf(bytes: Uint8Array): PhotoType | null {
  const ascii = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
  if (movingPictureOf(bytes) !== null) return null
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes[0] === 0x89 && ascii(1, 8) === 'PNG\r\n\u001a\n') return 'png'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp'
  return ascii(4, 12) === 'ftypavif' ? 'avif' : null
}

export type PhotoRefusal =
  | { kind: 'empty' }
  /** `is`: what it is instead, where that can be told. */
  | { kind: 'not_a_picture'; is: KnownFile | null }
  | { kind: 'too_heavy'; maxBytes: number }
  | { kind: 'too_many_pixels'; maxPixels: number }
  | { kind: 'damaged' }
  /** It is damaged, or locked by a password. */
  | { kind: 'pdf_unreadable' }

/** Whether a file begins as a PDF does. */
export function isPdf(bytes: Uint8Array): boolean {
  return String.fromCodePoint(...bytes.subarray(0, 5)) === '%PDF-'
}

/** The first reason, by its bytes alone, why a file is refused: half a photo is one, too. Nothing is decoded for it. */
export function validatePhoto(bytes: Uint8Array, purpose: MediaPurpose, limits: FileLimits): PhotoRefusal | null {
  const maxBytes = RENDITION_PLANS[purpose].maxOriginalBytes ?? limits.photoBytes
  if (bytes.length === 0) return { kind: 'empty' }
  if (bytes.length > maxBytes) return { kind: 'too_heavy', maxBytes }
  const type = photoTypeOf(bytes)
  if (type === null) return { kind: 'not_a_picture', is: knownFileOf(bytes) }
  return type === 'jpeg' && !isWholeJpeg(bytes) ? { kind: 'damaged' } : null
}

/** The message for a person whose file was refused. */
export function photoRefusalText(refusal: PhotoRefusal): string {
  switch (refusal.kind) {
    case 'empty':
      return 'This file is empty. Choose another photo.'
    case 'not_a_picture':
      return wrongFileText('photo', refusal.is)
    case 'too_heavy':
      return `This photo is too large. Choose one of at most ${limitText(refusal.maxBytes)}.`
    case 'too_many_pixels':
      return `This photo has too many pixels. Choose one of at most ${refusal.maxPixels / 1_000_000} megapixels.`
    case 'damaged':
      return 'This photo is damaged. Choose another one, or save it again.'
    case 'pdf_unreadable':
      return 'This PDF can\u2019t be opened. Remove its password, or take a photo of the page.'
    default:
      return refusal satisfies never
  }
}

/** Where the objects of a medium are stored. Spread by the random end of the id, since its beginning is the time. */
export function storageKey(mediaId: string, name: string): string {
  return `${mediaId.slice(-2)}/${mediaId}/${name}`
}
