import { listEntitledCreators, listUnlockedPostIds } from '#app/domain/entitlements/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { queryPrepared } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { CONTENT_TYPES, type MediaPurpose, nearestRendition, type RenditionFormat, type Wanted } from './media.ts'
import { type Audience, canViewMedia, canViewPreview, type ContentFacts } from './policy.ts'

/** An object that this viewer may have. `settled`: no better fitting one will come, so that it may be kept for good. */
export type MediaObject =
  | {
      kind: 'stored'
      key: string
      byteSize: number
      contentType: string
      etag: string
      everybody: boolean
      settled: boolean
      /** Whose post it is, where the viewer looks at it by a right to all creators: such a look counts as use. */
      creatorUsed?: string
    }
  | { kind: 'preview'; bytes: Uint8Array; etag: string }

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
  film: { size: number; key: string } | null
  contents: {
    post: string
    owner: string
    audience: Audience
    state: ContentFacts['state']
    published: string | null
    expires: string | null
    visible: boolean
  }[]
  now: Date
}

const LOOK = `
  select m.owner_id, m.kind, m.purpose, m.state, m.original_key, m.content_type, m.byte_size, m.preview, (select app_now()) as now,
    coalesce((select jsonb_agg(jsonb_build_object('width', r.width, 'format', r.format, 'size', r.byte_size, 'key', r.storage_key))
      from media_renditions r where r.media_id = m.id and r.format <> 'mp4'), '[]') as renditions,
    (select jsonb_build_object('size', r.byte_size, 'key', r.storage_key)
      from media_renditions r where r.media_id = m.id and r.format = 'mp4') as film,
    coalesce((select jsonb_agg(jsonb_build_object('post', p.id, 'owner', p.creator_id, 'audience', p.audience, 'state', p.state,
        'published', p.published_at, 'expires', p.expires_at, 'visible', exists (select from visible_creators v where v.profile_id = p.creator_id)))
      from post_media pm join posts p on p.id = pm.post_id where pm.media_id = m.id), '[]') as contents
  from media m where m.id = $1`

/** Finds what to send to this viewer for a media address, or says that there is nothing to send: unknown, or not theirs to see. */
export async function findMediaForViewer(
  actor: Actor,
  mediaId: string,
  wanted: Wanted,
): Promise<Result<MediaObject, MediaRefusal>> {
  if (!isId(mediaId)) return refuse({ kind: 'not_there' })
  const [row] = await queryPrepared<Row>('media-for-viewer', LOOK, [mediaId])
  if (!row) return refuse({ kind: 'not_there' })
  const media = { ownerId: row.owner_id, purpose: row.purpose }
  const contents = row.purpose === 'post' ? await contentsFor(actor, row) : []
  if (wanted.kind === 'preview') {
    if (!canViewPreview(actor, media, contents, row.now).allowed) return refuse({ kind: 'forbidden' })
    return row.preview
      ? ok({ kind: 'preview', bytes: row.preview, etag: `"${mediaId}-preview"` })
      : refuse({ kind: 'not_there' })
  }
  if (!canViewMedia(actor, media, contents, row.now).allowed) return refuse({ kind: 'forbidden' })
  const found = choose(mediaId, row, wanted)
  const used = contents.some((content) => content.viewerHasAccess)
  return found.ok && found.value.kind === 'stored' && used ? ok({ ...found.value, creatorUsed: row.owner_id }) : found
}

function choose(
  mediaId: string,
  row: Row,
  wanted: Exclude<Wanted, { kind: 'preview' }>,
): Result<MediaObject, MediaRefusal> {
  const everybody = row.purpose !== 'post'
  const original = {
    kind: 'stored',
    key: row.original_key,
    byteSize: Number(row.byte_size),
    contentType: row.content_type,
    etag: `"${mediaId}-original"`,
    everybody,
  } as const
  if (wanted.kind === 'audio')
    return row.kind === 'voice' ? ok({ ...original, settled: true }) : refuse({ kind: 'not_there' })
  if (wanted.kind === 'video') return row.film ? ok(filmOf(mediaId, row.film)) : refuse({ kind: 'not_there' })
  if (row.kind === 'voice') return refuse({ kind: 'not_there' })
  // Of a video there are the sizes of its poster; the file that came is nobody's.
  if (row.kind === 'video' && (wanted.kind === 'original' || row.film === null)) return refuse({ kind: 'not_there' })
  // A shop window shows its made sizes; what was uploaded for it stays its owner's.
  if (wanted.kind === 'original') return everybody ? refuse({ kind: 'not_there' }) : ok({ ...original, settled: true })
  const nearest = nearestRendition(wanted.spec, row.renditions)
  if (!nearest) return ok({ ...original, settled: row.state !== 'processing' })
  const exact = nearest.width === wanted.spec.width && nearest.format === wanted.spec.format
  return ok({
    kind: 'stored',
    key: nearest.key,
    byteSize: nearest.size,
    contentType: CONTENT_TYPES[nearest.format],
    etag: `"${mediaId}-w${nearest.width}-${nearest.format}"`,
    everybody,
    settled: exact || row.state !== 'processing',
  })
}

function filmOf(mediaId: string, film: NonNullable<Row['film']>): MediaObject {
  return {
    kind: 'stored',
    key: film.key,
    byteSize: film.size,
    contentType: 'video/mp4',
    etag: `"${mediaId}-film"`,
    everybody: false,
    settled: true,
  }
}

/** Rights are read with every request, never remembered: a refund or a block takes effect with the next byte asked for. */
async function contentsFor(actor: Actor, row: Row): Promise<ContentFacts[]> {
  const postIds = row.contents.map((content) => content.post)
  const asksForOther = actor !== null && actor.id !== row.owner_id
  const creatorIds = row.contents.map((content) => content.owner)
  const [entitled, bought, opened] = asksForOther
    ? await Promise.all([
        listEntitledCreators(actor.id, creatorIds),
        listUnlockedPostIds(actor.id, postIds),
        hasPermission(actor, 'applications.review') ? listOpenLooks(actor.id, postIds) : new Set<string>(),
      ])
    : [new Set<string>(), new Set<string>(), new Set<string>()]
  return row.contents.map((content) => ({
    ownerId: content.owner,
    audience: content.audience,
    state: content.state,
    publishedAt: content.published === null ? null : new Date(content.published),
    expiresAt: content.expires === null ? null : new Date(content.expires),
    creatorVisible: content.visible,
    viewerHasAccess: entitled.has(content.owner),
    viewerBought: bought.has(content.post),
    viewerReviews: opened.has(content.post),
  }))
}

/** Those of the posts that a reviewer has opened, for as long as the look lasts. */
async function listOpenLooks(staffId: string, postIds: readonly string[]): Promise<Set<string>> {
  const rows = await queryPrepared<{ post_id: string }>(
    'open-post-looks',
    'select post_id from post_looks where staff_id = $1 and post_id = any ($2::uuid[]) and ends_at > (select app_now())',
    [staffId, postIds],
  )
  return new Set(rows.map((row) => row.post_id))
}
