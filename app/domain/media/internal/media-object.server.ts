import { ok, refuse, type Result } from '#app/platform/result.ts'
import { CONTENT_TYPES, nearestRendition, type RenditionSpec, type RequestedFile } from '../media.ts'
import { oneFile, type Piece, pieceSize } from '../one-file.ts'
import { isPublicPicture } from '../policy.ts'
import {
  beginningOf,
  type ChooseVariant,
  FIRST_VARIANT,
  type Rung,
  type SpritePlan,
  spritePlan,
  type Stream,
} from '../streams.ts'
import type { MediaRow } from './media-row.server.ts'

/**
 * How long an answer may be cached. `public`: by everybody, for minutes, since status and use of the picture may change; `purgeKeys` name
 * it for a CDN. `own_page`: by the viewer's browser, which revalidates each time. `private`: by nobody.
 */
export type Keeping =
  | { kind: 'public'; purgeKeys: string[]; settled: boolean }
  | { kind: 'own_page' }
  | { kind: 'private' }

/** An object that this viewer may have. */
export type MediaObject =
  | {
      kind: 'stored'
      key: string
      byteSize: number
      contentType: string
      etag: string
      keeping: Keeping
      /** The creator of the post, where the viewer opens it by a right to all creators: such a view counts as use. */
      creatorUsed?: string
      /** A picture that nobody gets but with their own mark (watermarks/mark-rendition.server.ts): which of the sizes it is. */
      marked?: { size: string; format: 'webp' | 'jpeg' }
      /** Where it begins, for a part of a stored object. */
      offset?: number
      /** Where it is made of parts of several objects: a video of which each segment is one of two. */
      pieces?: Piece[]
    }
  | { kind: 'preview'; bytes: Uint8Array; etag: string }
  | { kind: 'playlist'; rung: Rung | null; streams: Stream[] }
  | { kind: 'thumbnails'; plan: SpritePlan; durationMs: number }
  | { kind: 'watch' }

type StoredObject = Extract<MediaObject, { kind: 'stored' }>

export type MediaRefusal = { kind: 'not_there' } | { kind: 'forbidden' }

/** The object that a URL names, for somebody who may have it. */
export function objectOf(
  mediaId: string,
  row: MediaRow,
  wanted: Exclude<RequestedFile, { kind: 'preview' | 'free_seconds' }>,
  { marked, chooseVariant }: { marked: boolean; chooseVariant: ChooseVariant },
): Result<MediaObject, MediaRefusal> {
  if (wanted.kind === 'video')
    return row.video && row.kind === 'video' ? ok(videoOf(mediaId, row, chooseVariant)) : refuse({ kind: 'not_there' })
  if (wanted.kind === 'playlist') return playlistOf(row, wanted.rung)
  if (wanted.kind === 'segment') return segmentOf(mediaId, row, wanted, chooseVariant)
  if (wanted.kind === 'sprite')
    return row.sprite ? ok(spriteObject(mediaId, row.sprite)) : refuse({ kind: 'not_there' })
  if (wanted.kind === 'thumbnails') return thumbnailsOf(row)
  if (wanted.kind === 'watch') return row.kind === 'photo' || row.state !== 'ready' ? NOT_THERE : ok({ kind: 'watch' })
  if (wanted.kind === 'audio')
    return row.kind === 'voice' && row.state === 'ready' ? ok(soundOf(mediaId, row)) : refuse({ kind: 'not_there' })
  if (row.kind === 'voice') return refuse({ kind: 'not_there' })
  // A video has the sizes of its poster; its uploaded file is served to nobody.
  if (row.kind === 'video' && (wanted.kind === 'original' || row.video === null)) return refuse({ kind: 'not_there' })
  // A page shows its made sizes; its uploaded file is only for its owner.
  if (wanted.kind === 'original') {
    if (row.purpose !== 'post') return refuse({ kind: 'not_there' })
    const original = originalOf(mediaId, row)
    return ok(marked ? { ...original, marked: { size: 'original.jpeg', format: 'jpeg' } } : original)
  }
  return marked ? markedSizeOf(mediaId, row, wanted.spec) : sizeOf(mediaId, row, wanted.spec)
}

/** The mark is drawn into the WebP of a size where there is one: AVIF takes far longer to decode and encode. */
function markedSizeOf(mediaId: string, row: MediaRow, spec: RenditionSpec): Result<MediaObject, MediaRefusal> {
  const readable = { ...row, renditions: row.renditions.filter(({ format }) => format !== 'avif') }
  const format = spec.format === 'jpeg' ? 'jpeg' : 'webp'
  const found = sizeOf(mediaId, readable, { width: spec.width, format })
  if (!found.ok || found.value.kind !== 'stored') return found
  const { contentType, key } = found.value
  const made = contentType === CONTENT_TYPES.jpeg ? 'jpeg' : 'webp'
  return ok({ ...found.value, marked: { size: key.slice(key.lastIndexOf('/') + 1), format: made } })
}

/**
 * The requested size, else the nearest one that was made: a photo has none wider than itself, and while sizes are being made another
 * replaces it. Where there is none at all, the blurred preview. Never the original, which may show more than the cropped size.
 */
function sizeOf(mediaId: string, row: MediaRow, spec: RenditionSpec): Result<MediaObject, MediaRefusal> {
  const nearest = nearestRendition(spec, row.renditions)
  if (!nearest) return previewOf(mediaId, row)
  const exact = nearest.width === spec.width && nearest.format === spec.format
  return ok({
    kind: 'stored',
    key: nearest.key,
    byteSize: nearest.size,
    contentType: CONTENT_TYPES[nearest.format],
    etag: `"${mediaId}-w${nearest.width}-${nearest.format}"`,
    keeping: keepingOf(mediaId, row, exact || row.state !== 'processing'),
  })
}

function keepingOf(mediaId: string, row: MediaRow, settled: boolean): Keeping {
  if (row.purpose === 'post' || row.picture === null) return { kind: 'private' }
  if (!isPublicPicture(row.picture)) return { kind: 'own_page' }
  return { kind: 'public', purgeKeys: [mediaId, `owner-${row.owner_id}`], settled }
}

export function previewOf(mediaId: string, row: MediaRow): Result<MediaObject, MediaRefusal> {
  return row.preview
    ? ok({ kind: 'preview', bytes: row.preview, etag: `"${mediaId}-preview"` })
    : refuse({ kind: 'not_there' })
}

function originalOf(mediaId: string, row: MediaRow): StoredObject {
  return {
    kind: 'stored',
    key: row.original_key,
    byteSize: Number(row.byte_size),
    contentType: row.content_type,
    etag: `"${mediaId}-original"`,
    keeping: { kind: 'private' },
  }
}

/** A voice note as it was encoded; one of the demo is its own original. */
function soundOf(mediaId: string, row: MediaRow): MediaObject {
  const original = originalOf(mediaId, row)
  return row.video && original.kind === 'stored'
    ? {
        ...original,
        key: row.video.key,
        byteSize: row.video.size,
        contentType: 'audio/mp4',
        etag: `"${mediaId}-audio"`,
      }
    : original
}

/** One file: put together from the rung that stands for it, or as it was stored before there were variants. */
function videoOf(mediaId: string, row: MediaRow, chooseVariant: ChooseVariant): MediaObject {
  const video = row.video!
  const streams = streamsOf(row)
  const rung = streams.find(({ key }) => key === video.key)?.rung
  const variants = streams.filter((stream) => stream.rung === rung)
  const stored = { kind: 'stored', contentType: 'video/mp4', keeping: { kind: 'private' } } as const
  if (variants.length < 2) return { ...stored, key: video.key, byteSize: video.size, etag: `"${mediaId}-video"` }
  const pieces = oneFile(variants, chooseVariant)
  const byteSize = pieces.reduce((sum, piece) => sum + pieceSize(piece), 0)
  const sequence = variants[0]!.segmentBytes.map((_, segment) => chooseVariant(segment)).join('')
  return { ...stored, key: video.key, byteSize, etag: `"${mediaId}-video-${shortTag(sequence)}"`, pieces }
}

/** The first seconds of a video, of its smallest rung: everybody may have them, so they carry nobody's mark. */
export function freeSecondsObject(mediaId: string, row: MediaRow, seconds: number): Result<MediaObject, MediaRefusal> {
  const [smallest] = streamsOf(row)
  const beginning = row.kind === 'video' && row.state === 'ready' && smallest ? beginningOf(smallest, seconds) : null
  if (!beginning) return NOT_THERE
  const pieces = oneFile([beginning], FIRST_VARIANT)
  return ok({
    kind: 'stored',
    key: beginning.key,
    byteSize: pieces.reduce((sum, piece) => sum + pieceSize(piece), 0),
    contentType: 'video/mp4',
    etag: `"${mediaId}-free-${beginning.segmentMs.length}"`,
    keeping: { kind: 'private' },
    pieces,
  })
}

/** Tells one sequence of variants from another (FNV-1a). */
function shortTag(text: string): string {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  return (hash >>> 0).toString(36)
}

function streamsOf(row: MediaRow): Stream[] {
  const streams = (row.streams ?? []).map((one): Stream => ({
    rung: one.rung,
    variant: one.variant,
    width: one.width,
    height: one.height,
    codecs: one.codecs,
    byteSize: one.size,
    initBytes: one.init,
    segmentBytes: one.bytes,
    segmentMs: one.ms,
    key: one.key,
  }))
  return streams.toSorted((one, other) => one.width - other.width || one.variant.localeCompare(other.variant))
}

const NOT_THERE = refuse({ kind: 'not_there' } as const)

function playlistOf(row: MediaRow, rung: Rung | null): Result<MediaObject, MediaRefusal> {
  // The variants have the same segments and times; which one is sent is decided segment by segment.
  const streams = streamsOf(row).filter(({ variant }) => variant === 'a')
  const wanted = rung === null ? streams : streams.filter((stream) => stream.rung === rung)
  return row.state === 'ready' && wanted.length > 0 ? ok({ kind: 'playlist', rung, streams: wanted }) : NOT_THERE
}

function segmentOf(
  mediaId: string,
  row: MediaRow,
  { rung, part }: Extract<RequestedFile, { kind: 'segment' }>,
  chooseVariant: ChooseVariant,
): Result<MediaObject, MediaRefusal> {
  const parts = row.parts ?? []
  const variant = part === 'init' || parts.length < 2 ? 'a' : chooseVariant(part)
  const chosen = parts.find((one) => one.variant === variant)
  if (row.state !== 'ready' || !chosen || chosen.size === null) return NOT_THERE
  return ok({
    kind: 'stored',
    key: chosen.key,
    offset: chosen.from,
    byteSize: chosen.size,
    contentType: 'video/mp4',
    etag: `"${mediaId}-${rung}-${part}-${variant}"`,
    keeping: { kind: 'private' },
  })
}

function spriteObject(mediaId: string, sprite: NonNullable<MediaRow['sprite']>): MediaObject {
  return {
    kind: 'stored',
    key: sprite.key,
    byteSize: sprite.size,
    contentType: 'image/jpeg',
    etag: `"${mediaId}-sprite"`,
    keeping: { kind: 'private' },
  }
}

function thumbnailsOf({ sprite, duration_ms: durationMs }: MediaRow): Result<MediaObject, MediaRefusal> {
  if (!sprite || durationMs === null) return NOT_THERE
  const plan = spritePlan({ width: sprite.width, height: sprite.height, durationMs })
  const [width, height] = [sprite.width / plan.columns, sprite.height / plan.rows]
  return ok({ kind: 'thumbnails', plan: { ...plan, width, height }, durationMs })
}
