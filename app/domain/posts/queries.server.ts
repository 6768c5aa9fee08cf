import { rightsColumns } from '#app/domain/entitlements/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { previewSql } from '#app/domain/media/preview.server.ts'
import type { VideoFailure } from '#app/domain/media/video.ts'
import type { Audience, ContentFacts, ContentReason } from '#app/domain/media/policy.ts'
import { canComment, canReadComments } from '#app/domain/comments/policy.ts'
import { canLike } from '#app/domain/likes/policy.ts'
import { contactSql } from '#app/domain/contacts/find-contact.server.ts'
import type { Contact } from '#app/domain/contacts/policy.ts'
import { pollView, type PollView, type StoredPoll } from '#app/domain/polls/poll-view.ts'
import type { Currency, Money } from '#app/domain/money/money.ts'
import { queryPrepared } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { canUnlockPost, canViewPost, openBecause } from './policy.ts'
import { hoursLeft, isPostCategory, type PostCategory, type PostKind, typeLine } from './post.ts'

/** A post as one viewer may see it. A locked one contains its preview and its price; nothing in it leads to the original. */
export type PostView = {
  id: string
  creator: { id: string; username: string; displayName: string; avatarMediaId: string | null }
  kind: PostKind
  audience: Audience
  caption: string
  typeLine: string
  /** Of photos, videos and voice notes. */
  itemCount: number
  tags: string[]
  category: PostCategory | null
  pinned: boolean
  editedAt: Date | null
  publishedAt: Date
  /** Of a story. */
  hoursLeft: number | null
  price: Money | null
  likes: number
  /** All tips for it together; null if there are none. */
  tips: Money | null
  comments: number
  commentsOpen: boolean
  /** Whether this viewer likes it. */
  liked: boolean
  content: OpenContent | LockedContent
  /** Its creator has taken it off the page: its buyers keep it. */
  withdrawn: boolean
  can: { like: boolean; readComments: boolean; comment: boolean }
}

/** What is seen and heard of a post. */
export type ShownMedia = {
  photos: { mediaId: string; width: number; height: number; alt: string }[]
  voice: { mediaId: string; durationMs: number; waveform: number[]; byteSize: number } | null
  videos: PostVideo[]
}

export type OpenContent = ShownMedia & {
  open: true
  because: 'own' | 'bought' | 'subscribers' | 'public'
  poll: PollView | null
}

/** A video of a post. Until it is ready nobody gets a byte of it; only its owner learns whether and why it failed. */
export type PostVideo =
  | {
      state: 'ready'
      mediaId: string
      width: number
      height: number
      durationMs: number
      byteSize: number
    }
  | { state: 'processing' }
  | { state: 'failed'; failure: VideoFailure | null }

export type LockedContent = {
  open: false
  reason: ContentReason
  preview: string | null
  /** The item that its creator shows to everybody, alone. */
  freeItem: ShownMedia | null
  /** The first seconds of its first video, where its creator shows them to everybody. */
  freeSeconds: FreeSeconds | null
  can: { unlock: boolean }
}

export type FreeSeconds = { mediaId: string; width: number; height: number; seconds: number }

type Medium = {
  id: string
  kind: 'photo' | 'voice' | 'video'
  state: 'processing' | 'ready' | 'failed'
  failure: VideoFailure | null
  width: number | null
  height: number | null
  duration: number | null
  waveform: number[] | null
  size: number
  preview: string | null
  transcoded: { width: number; height: number; size: number } | null
  /** It has segments; a video of before they were made has one file. */
  streamed: boolean
}

type Row = {
  id: string
  creator_id: string
  username: string
  display_name: string | null
  avatar_media_id: string | null
  kind: PostKind
  audience: Audience
  state: ContentFacts['state']
  caption: string
  price_minor: bigint | null
  currency: Currency
  tags: string[]
  category: string | null
  pinned: boolean
  edited_at: Date | null
  teaser_media_id: string | null
  free_seconds: number | null
  cover_media_id: string | null
  published_at: Date | null
  expires_at: Date | null
  like_count: number
  tip_count: number
  tipped_minor: bigint
  comment_count: number
  comments_open: boolean
  contact: Contact
  liked: boolean
  poll: StoredPoll | null
  creator_visible: boolean
  viewerHasAccess: boolean
  viewerBought: boolean
  media: Medium[]
  now: Date
}

// $1 is the viewer or null. Everything that decides about a post is read with it, in one statement.
const POST = `
  select p.id, p.creator_id, o.username, o.display_name, o.avatar_media_id, p.kind, p.audience, p.state, p.caption, p.price_minor,
    p.currency, p.tags, p.category, p.pinned_at is not null as pinned, p.edited_at, p.teaser_media_id, p.free_seconds, p.cover_media_id, p.published_at, p.expires_at,
    p.like_count, p.comment_count, p.comments_open, (select app_now()) as now,
    exists (select from post_likes l where l.post_id = p.id and l.fan_id = $1::uuid) as liked,
    (select jsonb_build_object('question', q.question, 'openHours', q.open_hours,
        'mine', (select v.position from poll_votes v where v.post_id = q.post_id and v.fan_id = $1::uuid),
        'options', (select jsonb_agg(jsonb_build_object('label', t.label, 'votes', t.vote_count) order by t.position)
          from poll_options t where t.post_id = q.post_id))
      from polls q where q.post_id = p.id) as poll,
    (select to_jsonb(c) from (${contactSql({ sender: '$1::uuid', receiver: 'p.creator_id' })}) c) as contact,
    p.tip_count, p.tipped_minor,
    ${rightsColumns({ account: '$1::uuid', creator: 'p.creator_id', post: 'p.id' })},
    exists (select from visible_creators v where v.profile_id = p.creator_id) as creator_visible,
    coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'state', m.state, 'failure', m.failure, 'width', m.width, 'height', m.height, 'duration', m.duration_ms,
        'waveform', m.waveform, 'size', m.byte_size, 'preview', ${previewSql('m')},
        'streamed', p.free_seconds is not null and exists (select from media_streams s where s.media_id = m.id), 'transcoded',
        (select jsonb_build_object('width', r.width, 'height', r.height, 'size', r.byte_size) from media_renditions r where r.media_id = m.id and r.format = 'mp4')) order by pm.position)
      from post_media pm join media m on m.id = pm.media_id where pm.post_id = p.id), '[]') as media
  from posts p join profiles o on o.id = p.creator_id
  where o.username is not null`

/** The published posts of a creator's page, pinned ones first and then the newest, each as this viewer may see it, without expired stories. */
export async function listPostsForViewer(actor: Actor, creatorId: string, limit: number): Promise<PostView[]> {
  const rows = await queryPrepared<Row>(
    'posts-of-creator',
    `${POST} and p.creator_id = $2 and p.state = 'published' and p.published_at <= (select app_now())
       and (p.expires_at is null or p.expires_at > (select app_now()))
     order by p.pinned_at desc nulls last, p.published_at desc, p.id desc limit $3`,
    [actor?.id ?? null, creatorId, limit],
  )
  return viewsOf(actor, rows)
}

/** The same for creators whose page waits for our team: with the posts that are in review, as they will stand there. */
export async function listPostsInPreview(creator: NonNullable<Actor>, limit: number): Promise<PostView[]> {
  const rows = await queryPrepared<Row>(
    'posts-in-preview',
    `${POST} and p.creator_id = $1 and p.kind <> 'story' and p.state in ('in_review', 'published')
     order by p.pinned_at desc nulls last, p.published_at desc nulls first, p.id desc limit $2`,
    [creator.id, limit],
  )
  return viewsOf(creator, rows)
}

export async function countPosts(creatorId: string): Promise<number> {
  const [row] = await queryPrepared<{ count: number }>(
    'count-posts',
    `select count(*)::int as count from posts p
     where p.creator_id = $1 and p.state = 'published' and p.published_at <= (select app_now())
       and (p.expires_at is null or p.expires_at > (select app_now()))`,
    [creatorId],
  )
  return row!.count
}

/** One post, or null where it does not exist for this viewer. A locked one does, with the reason why it is locked. */
export async function findPostForViewer(actor: Actor, postId: string): Promise<PostView | null> {
  if (!isId(postId)) return null
  const rows = await queryPrepared<Row>('post-for-viewer', `${POST} and p.id = $2`, [actor?.id ?? null, postId])
  return viewsOf(actor, rows)[0] ?? null
}

/** The posts that somebody has bought, the newest purchase first: they stay open while their creator is hidden, and after it was deleted. */
export async function listBoughtPosts(
  actor: NonNullable<Actor>,
  { before, limit }: { before: string | null; limit: number },
): Promise<PostView[]> {
  const rows = await queryPrepared<Row>(
    'bought-posts',
    `${POST} and p.state in ('published', 'archived', 'deleted') and p.kind <> 'story'
       and p.id in (select e.object_id from entitlements e where e.account_id = $1 and e.grants = 'post')
       and ($3::uuid is null or (${boughtAt('p.id')}, p.id) < (${boughtAt('$3::uuid')}, $3::uuid))
     order by ${boughtAt('p.id')} desc, p.id desc limit $2`,
    [actor.id, limit, before],
  )
  return viewsOf(actor, rows)
}

/** When the reader bought a post, in SQL. */
function boughtAt(post: string): string {
  return `(select max(e.starts_at) from entitlements e where e.account_id = $1 and e.grants = 'post' and e.object_id = ${post})`
}

/** The policy decides post by post. */
function viewsOf(actor: Actor, rows: Row[]): PostView[] {
  return rows.flatMap((row) => {
    const facts: ContentFacts = {
      ownerId: row.creator_id,
      audience: row.audience,
      state: row.state,
      publishedAt: row.published_at,
      expiresAt: row.expires_at,
      creatorVisible: row.creator_visible,
      viewerHasAccess: row.viewerHasAccess,
      viewerBought: row.audience === 'pay_to_unlock' && row.viewerBought,
    }
    const verdict = canViewPost(actor, facts, row.now)
    const can = {
      like: canLike(actor, facts, row.now).allowed,
      readComments: canReadComments(actor, facts, row.now).allowed,
      comment: canComment(actor, { ...facts, commentsOpen: row.comments_open, contact: row.contact }, row.now).allowed,
    }
    if (verdict.allowed) return [viewOf(row, openContent(actor, facts, row), can)]
    if (verdict.reason === 'not_there') return []
    const previewed = row.media.filter((medium) => medium.preview !== null)
    const preview = (previewed.find((medium) => medium.id === row.cover_media_id) ?? previewed[0])?.preview ?? null
    return [
      viewOf(
        row,
        {
          open: false,
          reason: verdict.reason,
          preview,
          freeItem: freeItemOf(row),
          freeSeconds: freeSecondsIn(row),
          can: { unlock: canUnlockPost(actor, facts, row.now) },
        },
        can,
      ),
    ]
  })
}

function viewOf(row: Row, content: PostView['content'], can: PostView['can']): PostView {
  return {
    id: row.id,
    withdrawn: row.state !== 'published',
    creator: {
      id: row.creator_id,
      username: row.username,
      displayName: row.display_name ?? row.username,
      avatarMediaId: row.avatar_media_id,
    },
    kind: row.kind,
    audience: row.audience,
    caption: row.caption,
    typeLine: typeLine(
      row.kind,
      row.media.map((medium) => ({ kind: medium.kind, durationMs: medium.duration })),
      row.poll !== null,
    ),
    itemCount: row.media.length,
    tags: row.tags,
    category: row.category !== null && isPostCategory(row.category) ? row.category : null,
    pinned: row.pinned,
    editedAt: row.edited_at,
    publishedAt: row.published_at ?? row.now,
    hoursLeft: hoursLeft(row.expires_at, row.now),
    price: row.price_minor === null ? null : { amountMinor: row.price_minor, currency: row.currency },
    likes: row.like_count,
    tips: row.tip_count === 0 ? null : { amountMinor: row.tipped_minor, currency: 'UGX' },
    comments: row.comment_count,
    commentsOpen: row.comments_open,
    liked: row.liked,
    content,
    can,
  }
}

function openContent(actor: Actor, facts: ContentFacts, row: Row): OpenContent {
  return {
    open: true,
    because: openBecause(actor, facts),
    ...shownMedia(row, row.media, actor?.id === row.creator_id),
    poll: row.poll && pollView(actor, { ...facts, contact: row.contact }, row.poll, row.now),
  }
}

function shownMedia(row: Row, media: readonly Medium[], own: boolean): ShownMedia {
  const voice = media.find((medium) => medium.kind === 'voice')
  return {
    photos: media.flatMap((medium) => photoOf(row, medium) ?? []),
    voice: voice
      ? {
          mediaId: voice.id,
          durationMs: voice.duration ?? 0,
          waveform: voice.waveform ?? [],
          byteSize: voice.transcoded?.size ?? voice.size,
        }
      : null,
    videos: media.filter((medium) => medium.kind === 'video').map((video) => videoOf(video, own)),
  }
}

/** The policy of media opens the same item, and no other (`isFreeItem`). */
function freeItemOf(row: Row): ShownMedia | null {
  const item = row.media.find((medium) => medium.id === row.teaser_media_id)
  return item ? shownMedia(row, [item], false) : null
}

/** The policy of media opens the beginning of the same video, and no other (`freeSecondsOf`). */
function freeSecondsIn(row: Row): FreeSeconds | null {
  const video = row.media.find((medium) => medium.kind === 'video')
  if (row.free_seconds === null || video?.id === row.teaser_media_id) return null
  if (video?.state !== 'ready' || !video.transcoded || !video.streamed) return null
  const { width, height } = video.transcoded
  const seconds = Math.min(row.free_seconds, Math.floor((video.duration ?? 0) / 2_000))
  // Half of a very short video is nothing that can be played.
  return seconds < 1 ? null : { mediaId: video.id, width, height, seconds }
}

function photoOf(row: Row, medium: Medium): ShownMedia['photos'][number] | null {
  if (medium.kind !== 'photo' || medium.width === null || medium.height === null) return null
  const index = row.media.indexOf(medium)
  const alt = `${row.caption || 'Photo'} by ${row.display_name ?? row.username}${index > 0 ? `, ${index + 1}` : ''}`
  const { id: mediaId, width, height } = medium
  return { mediaId, width, height, alt }
}

function videoOf(video: Medium, own: boolean): PostVideo {
  if (video.state === 'failed') return { state: 'failed', failure: own ? video.failure : null }
  if (video.state === 'processing' || video.transcoded === null) return { state: 'processing' }
  const { id: mediaId, transcoded } = video
  return {
    state: 'ready',
    mediaId,
    width: transcoded.width,
    height: transcoded.height,
    durationMs: video.duration ?? 0,
    byteSize: transcoded.size,
  }
}
