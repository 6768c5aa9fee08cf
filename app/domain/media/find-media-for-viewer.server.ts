import { rightsSql } from '#app/domain/entitlements/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { queryPrepared } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import {
  CONTENT_TYPES,
  type MediaPurpose,
  nearestRendition,
  type RenditionFormat,
  type RenditionSpec,
  type RequestedFile,
} from './media.ts'
import {
  type Audience,
  canViewMedia,
  canViewPreview,
  type ContainingFacts,
  type ContentFacts,
  isMarked,
  isPublicPicture,
  type MediaFacts,
  type PictureFacts,
} from './policy.ts'
import {
  type ChooseVariant,
  FIRST_VARIANT,
  type Rung,
  type SpritePlan,
  spritePlan,
  type Stream,
  type Variant,
} from './streams.ts'

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
    }
  | { kind: 'preview'; bytes: Uint8Array; etag: string }
  | { kind: 'playlist'; rung: Rung | null; streams: Stream[] }
  | { kind: 'thumbnails'; plan: SpritePlan; durationMs: number }
  | { kind: 'watch' }

/** `open`: a visitor may have it too, so that its URL needs no key. */
export type FoundMedia = MediaObject & { open: boolean }

type StoredObject = Extract<MediaObject, { kind: 'stored' }>

export type MediaRefusal = { kind: 'not_there' } | { kind: 'forbidden' }

type Row = {
  owner_id: string
  kind: 'photo' | 'voice' | 'video'
  purpose: MediaPurpose
  state: 'processing' | 'ready' | 'failed'
  original_key: string
  content_type: string
  byte_size: bigint
  preview: Buffer | null
  renditions: { width: number; format: RenditionFormat; size: number; key: string }[]
  duration_ms: number | null
  video: { size: number; key: string; width: number; height: number } | null
  sprite: { size: number; key: string; width: number; height: number } | null
  picture: PictureFacts | null
  delivered: boolean
  contents: {
    post: string
    owner: string
    audience: Audience
    state: ContentFacts['state']
    published: string | null
    expires: string | null
    visible: boolean
    free: boolean
    access: boolean
    bought: boolean
    reviews: boolean
  }[]
  streams?: StreamRow[] | null
  parts?: { variant: Variant; key: string; from: number; size: number | null }[] | null
  now: Date
}

type StreamRow = {
  rung: Rung
  variant: Variant
  width: number
  height: number
  codecs: string
  size: number
  init: number
  bytes: number[]
  ms: number[]
  key: string
}

const RIGHTS = rightsSql({ account: '$2', creator: 'p.creator_id', post: 'p.id' })

// One statement for each request: what it is, where it is, and the viewer's right to it now. $1 is the medium, $2 the viewer.
const look = (more = ''): string => `
  select m.owner_id, m.kind, m.purpose, m.state, m.original_key, m.content_type, m.byte_size, m.preview, m.duration_ms, (select app_now()) as now, ${more}
    coalesce((select jsonb_agg(jsonb_build_object('width', r.width, 'format', r.format, 'size', r.byte_size, 'key', r.storage_key))
      from media_renditions r where r.media_id = m.id and r.format not in ('mp4', 'sprite')), '[]') as renditions,
    (select jsonb_build_object('size', r.byte_size, 'key', r.storage_key, 'width', r.width, 'height', r.height)
      from media_renditions r where r.media_id = m.id and r.format = 'mp4') as video,
    (select jsonb_build_object('size', r.byte_size, 'key', r.storage_key, 'width', r.width, 'height', r.height)
      from media_renditions r where r.media_id = m.id and r.format = 'sprite') as sprite,
    case when m.purpose <> 'post' then (
      select jsonb_build_object(
        'current', coalesce(m.id in (p.avatar_media_id, c.card_media_id, c.cover_media_id, c.share_media_id), false),
        'ownerActive', p.account_status = 'active' and not p.is_blocked,
        'ownerVisible', exists (select from visible_creators v where v.profile_id = p.id),
        'ownerIsCreator', c.profile_id is not null,
        'ownerTakesPart', $2::uuid is not null and (
          exists (select from follows f where f.fan_id = p.id and f.creator_id = $2)
          or exists (select from creator_subscriptions s where s.user_id = p.id and s.creator_id = $2)
          or exists (select from tips t where t.fan_id = p.id and t.creator_id = $2 and t.named and t.removed_at is null)))
      from profiles p left join creators c on c.profile_id = p.id where p.id = m.owner_id) end as picture,
    m.purpose = 'post' and $2::uuid is not null and exists (select from custom_request_media rm join custom_requests r on r.id = rm.request_id
      where rm.media_id = m.id and r.fan_id = $2 and r.state = 'delivered') as delivered,
    coalesce((select jsonb_agg(jsonb_build_object('post', p.id, 'owner', p.creator_id, 'audience', p.audience, 'state', p.state,
        'published', p.published_at, 'expires', p.expires_at, 'visible', exists (select from visible_creators v where v.profile_id = p.creator_id),
        'free', coalesce(p.teaser_media_id = m.id, false), 'access', ${RIGHTS.access}, 'bought', ${RIGHTS.bought},
        'reviews', exists (select from post_views v where v.staff_id = $2 and v.post_id = p.id and v.ends_at > (select app_now()))))
      from post_media pm join posts p on p.id = pm.post_id where pm.media_id = m.id), '[]') as contents
  from media m where m.id = $1`

const LOOK = look()
const LOOK_STREAMS =
  look(`(select jsonb_agg(jsonb_build_object('rung', s.rung, 'variant', s.variant, 'width', s.width, 'height', s.height,
    'codecs', s.codecs, 'size', s.byte_size, 'init', s.init_bytes, 'bytes', s.segment_bytes, 'ms', s.segment_ms, 'key', s.storage_key))
  from media_streams s where s.media_id = m.id) as streams,`)
// $3 is the rung, $4 the number of the segment from 1, or 0 for its beginning.
const LOOK_PART = look(`(select jsonb_agg(jsonb_build_object('variant', s.variant, 'key', s.storage_key,
    'size', case when $4::int = 0 then s.init_bytes else s.segment_bytes[$4] end,
    'from', case when $4 = 0 then 0 else s.init_bytes + coalesce((select sum(b) from unnest(s.segment_bytes[1 : $4 - 1]) b), 0) end))
  from media_streams s where s.media_id = m.id and s.rung = $3) as parts,`)

function read(actor: Actor, mediaId: string, wanted: RequestedFile): Promise<Row[]> {
  const viewer = [mediaId, actor?.id ?? null]
  if (wanted.kind === 'playlist') return queryPrepared<Row>('media-streams-for-viewer', LOOK_STREAMS, viewer)
  if (wanted.kind !== 'segment') return queryPrepared<Row>('media-for-viewer', LOOK, viewer)
  const number = wanted.part === 'init' ? 0 : wanted.part + 1
  return queryPrepared<Row>('media-part-for-viewer', LOOK_PART, [...viewer, wanted.rung, number])
}

/**
 * Finds what to send to this viewer for a media URL, or that there is nothing to send: unknown, or not theirs to see. `chooseVariant`: which
 * variant of each segment of a video is theirs.
 */
export async function findMediaForViewer(
  actor: Actor,
  mediaId: string,
  wanted: RequestedFile,
  chooseVariant: ChooseVariant = FIRST_VARIANT,
): Promise<Result<FoundMedia, MediaRefusal>> {
  if (!isId(mediaId)) return refuse({ kind: 'not_there' })
  const [row] = await read(actor, mediaId, wanted)
  if (!row) return refuse({ kind: 'not_there' })
  const media = factsOf(row)
  const contents = row.purpose === 'post' ? row.contents.map(contentOf) : []
  const verdict =
    wanted.kind === 'preview'
      ? canViewPreview(actor, media, contents, row.now)
      : canViewMedia(actor, media, contents, row.now)
  // Whether somebody has or had a picture is not revealed to others.
  if (!verdict.allowed) return refuse({ kind: media.purpose === 'post' ? 'forbidden' : 'not_there' })
  const found =
    wanted.kind === 'preview'
      ? previewOf(mediaId, row)
      : choose(mediaId, row, wanted, { marked: isMarked(media, contents, row.now), chooseVariant })
  if (!found.ok) return found
  const open = actor === null || wanted.kind === 'preview' || isOpen(media, contents, row.now)
  const used = actor?.id !== row.owner_id && contents.some((content) => content.viewerHasAccess)
  return ok({ ...found.value, ...(found.value.kind === 'stored' && used && { creatorUsed: row.owner_id }), open })
}

/** Whether a visitor may have it as well. */
function isOpen(media: MediaFacts, contents: readonly ContainingFacts[], now: Date): boolean {
  const asVisitor = contents.map((content) => ({ ...content, viewerHasAccess: false, viewerBought: false }))
  return canViewMedia(null, media, asVisitor, now).allowed
}

/** Rights are read with every request, never cached: a refund or a block takes effect with the next byte range. */
function contentOf(content: Row['contents'][number]): ContainingFacts {
  return {
    ownerId: content.owner,
    audience: content.audience,
    isFreeItem: content.free,
    state: content.state,
    publishedAt: content.published === null ? null : new Date(content.published),
    expiresAt: content.expires === null ? null : new Date(content.expires),
    creatorVisible: content.visible,
    viewerHasAccess: content.access,
    viewerBought: content.bought,
    viewerReviews: content.reviews,
  }
}

function factsOf(row: Row): MediaFacts {
  const { owner_id: ownerId, purpose, picture } = row
  if (purpose === 'post') return { ownerId, purpose, deliveredToViewer: row.delivered }
  invariant(picture !== null, 'the owner of a picture exists')
  return { ownerId, purpose, picture }
}

function choose(
  mediaId: string,
  row: Row,
  wanted: Exclude<RequestedFile, { kind: 'preview' }>,
  { marked, chooseVariant }: { marked: boolean; chooseVariant: ChooseVariant },
): Result<MediaObject, MediaRefusal> {
  if (wanted.kind === 'video')
    return row.video && row.kind === 'video' ? ok(videoOf(mediaId, row.video)) : refuse({ kind: 'not_there' })
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
function markedSizeOf(mediaId: string, row: Row, spec: RenditionSpec): Result<MediaObject, MediaRefusal> {
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
function sizeOf(mediaId: string, row: Row, spec: RenditionSpec): Result<MediaObject, MediaRefusal> {
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

function keepingOf(mediaId: string, row: Row, settled: boolean): Keeping {
  if (row.purpose === 'post' || row.picture === null) return { kind: 'private' }
  if (!isPublicPicture(row.picture)) return { kind: 'own_page' }
  return { kind: 'public', purgeKeys: [mediaId, `owner-${row.owner_id}`], settled }
}

function previewOf(mediaId: string, row: Row): Result<MediaObject, MediaRefusal> {
  return row.preview
    ? ok({ kind: 'preview', bytes: row.preview, etag: `"${mediaId}-preview"` })
    : refuse({ kind: 'not_there' })
}

function originalOf(mediaId: string, row: Row): StoredObject {
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
function soundOf(mediaId: string, row: Row): MediaObject {
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

function videoOf(mediaId: string, video: NonNullable<Row['video']>): MediaObject {
  return {
    kind: 'stored',
    key: video.key,
    byteSize: video.size,
    contentType: 'video/mp4',
    etag: `"${mediaId}-video"`,
    keeping: { kind: 'private' },
  }
}

const NOT_THERE = refuse({ kind: 'not_there' } as const)

function playlistOf(row: Row, rung: Rung | null): Result<MediaObject, MediaRefusal> {
  // The variants have the same segments and times; which one is sent is decided segment by segment.
  const ofA = (row.streams ?? [])
    .filter(({ variant }) => variant === 'a')
    .toSorted((one, other) => one.width - other.width)
  const streams = ofA.map((one): Stream => ({
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
  const wanted = rung === null ? streams : streams.filter((stream) => stream.rung === rung)
  return row.state === 'ready' && wanted.length > 0 ? ok({ kind: 'playlist', rung, streams: wanted }) : NOT_THERE
}

function segmentOf(
  mediaId: string,
  row: Row,
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

function spriteObject(mediaId: string, sprite: NonNullable<Row['sprite']>): MediaObject {
  return {
    kind: 'stored',
    key: sprite.key,
    byteSize: sprite.size,
    contentType: 'image/jpeg',
    etag: `"${mediaId}-sprite"`,
    keeping: { kind: 'private' },
  }
}

function thumbnailsOf({ sprite, duration_ms: durationMs }: Row): Result<MediaObject, MediaRefusal> {
  if (!sprite || durationMs === null) return NOT_THERE
  const plan = spritePlan({ width: sprite.width, height: sprite.height, durationMs })
  const [width, height] = [sprite.width / plan.columns, sprite.height / plan.rows]
  return ok({ kind: 'thumbnails', plan: { ...plan, width, height }, durationMs })
}
