import { listRights } from '#app/domain/entitlements/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
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
  type ContentFacts,
  isMarked,
  isPublicPicture,
  type MediaFacts,
  type PictureFacts,
} from './policy.ts'

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
    }
  | { kind: 'preview'; bytes: Uint8Array; etag: string }

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
  video: { size: number; key: string } | null
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
    /** Its creator shows this medium of the post to everybody. */
    teaser: boolean
  }[]
  now: Date
}

const LOOK = `
  select m.owner_id, m.kind, m.purpose, m.state, m.original_key, m.content_type, m.byte_size, m.preview, (select app_now()) as now,
    coalesce((select jsonb_agg(jsonb_build_object('width', r.width, 'format', r.format, 'size', r.byte_size, 'key', r.storage_key))
      from media_renditions r where r.media_id = m.id and r.format <> 'mp4'), '[]') as renditions,
    (select jsonb_build_object('size', r.byte_size, 'key', r.storage_key)
      from media_renditions r where r.media_id = m.id and r.format = 'mp4') as video,
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
        'teaser', coalesce(p.teaser_media_id = m.id, false)))
      from post_media pm join posts p on p.id = pm.post_id where pm.media_id = m.id), '[]') as contents
  from media m where m.id = $1`

/** Finds what to send to this viewer for a media URL, or that there is nothing to send: unknown, or not theirs to see. */
export async function findMediaForViewer(
  actor: Actor,
  mediaId: string,
  wanted: RequestedFile,
): Promise<Result<MediaObject, MediaRefusal>> {
  if (!isId(mediaId)) return refuse({ kind: 'not_there' })
  const [row] = await queryPrepared<Row>('media-for-viewer', LOOK, [mediaId, actor?.id ?? null])
  if (!row) return refuse({ kind: 'not_there' })
  const media = factsOf(row)
  const contents = row.purpose === 'post' ? await contentsFor(actor, row) : []
  const verdict =
    wanted.kind === 'preview'
      ? canViewPreview(actor, media, contents, row.now)
      : canViewMedia(actor, media, contents, row.now)
  // Whether somebody has or had a picture is not revealed to others.
  if (!verdict.allowed) return refuse({ kind: media.purpose === 'post' ? 'forbidden' : 'not_there' })
  if (wanted.kind === 'preview') return previewOf(mediaId, row)
  const found = choose(mediaId, row, wanted, isMarked(media, contents, row.now))
  const used = contents.some((content) => content.viewerHasAccess)
  return found.ok && found.value.kind === 'stored' && used ? ok({ ...found.value, creatorUsed: row.owner_id }) : found
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
  marked: boolean,
): Result<MediaObject, MediaRefusal> {
  if (wanted.kind === 'video') return row.video ? ok(videoOf(mediaId, row.video)) : refuse({ kind: 'not_there' })
  if (wanted.kind === 'audio')
    return row.kind === 'voice' ? ok(originalOf(mediaId, row)) : refuse({ kind: 'not_there' })
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

/** Rights are read with every request, never cached: a refund or a block takes effect with the next byte range. */
async function contentsFor(actor: Actor, row: Row): Promise<ContentFacts[]> {
  const postIds = row.contents.map((content) => content.post)
  const asksForOther = actor !== null && actor.id !== row.owner_id
  const creatorIds = row.contents.map((content) => content.owner)
  const [rights, opened] = asksForOther
    ? await Promise.all([
        listRights(actor.id, { creatorIds, postIds }),
        hasPermission(actor, 'applications.review') ? listOpenViews(actor.id, postIds) : new Set<string>(),
      ])
    : [null, new Set<string>()]
  return row.contents.map((content) => ({
    ownerId: content.owner,
    audience: content.teaser ? 'public' : content.audience,
    state: content.state,
    publishedAt: content.published === null ? null : new Date(content.published),
    expiresAt: content.expires === null ? null : new Date(content.expires),
    creatorVisible: content.visible,
    viewerHasAccess: rights?.creators.has(content.owner) ?? false,
    viewerBought: rights?.posts.has(content.post) ?? false,
    viewerReviews: opened.has(content.post),
  }))
}

/** The posts that a reviewer has opened, while the view lasts. */
async function listOpenViews(staffId: string, postIds: readonly string[]): Promise<Set<string>> {
  const rows = await queryPrepared<{ post_id: string }>(
    'open-post-views',
    'select post_id from post_views where staff_id = $1 and post_id = any ($2::uuid[]) and ends_at > (select app_now())',
    [staffId, postIds],
  )
  return new Set(rows.map((row) => row.post_id))
}
