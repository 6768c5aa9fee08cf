import { messageBoughtSql, rightsSql } from '#app/domain/entitlements/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { queryPrepared } from '#app/platform/db.server.ts'
import { joinReads } from '#app/platform/join-reads.ts'
import { invariant } from '#app/platform/invariant.ts'
import type { MediaPurpose, RenditionFormat, RequestedFile } from '../media.ts'
import type { Audience, ContainingFacts, ContentFacts, MediaFacts, MessageFacts, PictureFacts } from '../policy.ts'
import type { Rung, Variant } from '../streams.ts'

/** What is stored of a medium, with what decides who sees it. */
export type MediaRow = {
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
  reported: boolean
  messages: MessageFacts[]
  contents: {
    post: string
    owner: string
    audience: Audience
    state: ContentFacts['state']
    published: string | null
    expires: string | null
    visible: boolean
    free: boolean
    seconds: number | null
    access: boolean
    bought: boolean
    reviews: boolean
    asked: boolean
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

const MESSAGE_BOUGHT = messageBoughtSql({ account: '$2', message: 'cm.message_id' })

/** The one medium of a post whose first seconds can be free. `post` is the alias of its row. */
function firstVideoSql(post: string): string {
  return `(select v.id from post_media pv join media v on v.id = pv.media_id where pv.post_id = ${post}.id and v.kind = 'video' order by pv.position limit 1)`
}

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
    m.purpose = 'post' and $2::uuid is not null and exists (select from report_views v join reports r on r.id = v.report_id
      where v.staff_id = $2 and v.ends_at > (select app_now()) and r.kind = 'message'
        and exists (select from chat_message_media cm where cm.message_id = r.subject_id and cm.media_id = m.id)) as reported,
    case when m.purpose = 'post' and $2::uuid is not null then coalesce((
      select jsonb_agg(jsonb_build_object('locked', mm.price_minor is not null, 'removed', mm.removed_at is not null, 'bought', ${MESSAGE_BOUGHT}))
      from chat_message_media cm join chat_media_messages mm on mm.message_id = cm.message_id
      where cm.media_id = m.id and cm.fan_id = $2), '[]') else '[]' end as messages,
    coalesce((select jsonb_agg(jsonb_build_object('post', p.id, 'owner', p.creator_id, 'audience', p.audience, 'state', p.state,
        'published', p.published_at, 'expires', p.expires_at, 'visible', exists (select from visible_creators v where v.profile_id = p.creator_id),
        'free', coalesce(p.teaser_media_id = m.id, false), 'seconds', case when p.free_seconds is not null and m.id = ${firstVideoSql('p')} then p.free_seconds end,
        'access', ${RIGHTS.access}, 'bought', ${RIGHTS.bought},
        'asked', $2::uuid is not null and exists (select from releases l where l.post_id = p.id and l.performer_id = $2 and l.state = 'asked'),
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

const join = joinReads<MediaRow[]>()

/** A player or a page asks for several parts of a medium at once: they share a read that began after each of them asked. */
export function readMedia(actor: Actor, mediaId: string, wanted: RequestedFile): Promise<MediaRow[]> {
  const part = wanted.kind === 'segment' ? `${wanted.rung} ${wanted.part}` : ''
  return join(`${actor?.id ?? ''} ${mediaId} ${wanted.kind} ${part}`, () => read(actor, mediaId, wanted))
}

function read(actor: Actor, mediaId: string, wanted: RequestedFile): Promise<MediaRow[]> {
  const viewer = [mediaId, actor?.id ?? null]
  if (wanted.kind === 'playlist' || wanted.kind === 'video' || wanted.kind === 'free_seconds')
    return queryPrepared<MediaRow>('media-streams-for-viewer', LOOK_STREAMS, viewer)
  if (wanted.kind !== 'segment') return queryPrepared<MediaRow>('media-for-viewer', LOOK, viewer)
  const number = wanted.part === 'init' ? 0 : wanted.part + 1
  return queryPrepared<MediaRow>('media-part-for-viewer', LOOK_PART, [...viewer, wanted.rung, number])
}

/** Rights are read with every request that gets here, never cached; server/recent-media.ts answers more parts of an object for 800 ms. */
export function contentOf(content: MediaRow['contents'][number]): ContainingFacts {
  return {
    ownerId: content.owner,
    audience: content.audience,
    isFreeItem: content.free,
    freeSeconds: content.seconds,
    state: content.state,
    publishedAt: content.published === null ? null : new Date(content.published),
    expiresAt: content.expires === null ? null : new Date(content.expires),
    creatorVisible: content.visible,
    viewerHasAccess: content.access,
    viewerBought: content.bought,
    viewerReviews: content.reviews,
    viewerIsAsked: content.asked,
  }
}

export function factsOf(row: MediaRow): MediaFacts {
  const { owner_id: ownerId, purpose, picture, messages } = row
  if (purpose === 'post')
    return { ownerId, purpose, deliveredToViewer: row.delivered, viewerReviews: row.reported, messages }
  invariant(picture !== null, 'the owner of a picture exists')
  return { ownerId, purpose, picture }
}
