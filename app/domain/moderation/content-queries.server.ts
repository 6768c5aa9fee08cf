import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { previewSql } from '#app/domain/media/preview.server.ts'
import type { ReviewReason } from '#app/domain/posts/policy.ts'
import type { PostKind, PostState } from '#app/domain/posts/post.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { containing, keyset, type Listing } from '#app/platform/keyset.server.ts'
import type { ContentFilter } from './content.ts'
import { unopenedOfPost } from './internal/unopened.server.ts'
import type { ReviewedItem } from './unopened.ts'

export type ListedPost = {
  id: string
  kind: PostKind
  caption: string
  state: PostState
  reasons: ReviewReason[]
  creatorName: string
  submittedAt: Date | null
  preview: string | null
}

const NAME = sql`coalesce(u.display_name, u.username, 'Without a name')`
/**
 * What reviewers may know of: what awaits review, what a person has approved or removed, what is reported, and what everybody sees as a
 * preview. Other posts that are scheduled, archived, ended or of a hidden creator are their creator's own. A first post that waits with its
 * creator's application is decided there.
 */
const REVIEWED = sql`posts p join profiles u on u.id = p.creator_id join creators c on c.profile_id = p.creator_id
  where p.state not in ('draft', 'deleted') and (p.state <> 'in_review' or c.verification_status = 'approved')
    and (p.state in ('in_review', 'removed') or p.reviewed_at is not null
      or p.state = 'published' and (p.expires_at is null or p.expires_at > (select app_now()))
        and exists (select from visible_creators v where v.profile_id = p.creator_id)
      or exists (select from reports r where r.kind = 'post' and r.subject_id = p.id))`
const CHOSEN = {
  pending: sql`p.state = 'in_review'`,
  new_creator: sql`p.state = 'in_review' and p.review_reasons @> '{new_creator}'`,
  flagged: sql`p.state = 'in_review' and p.review_reasons @> '{flagged}'`,
  blocked_match: sql`p.state = 'in_review' and p.review_reasons && '{blocked_match,not_compared}'`,
  missing_release: sql`p.state = 'in_review' and p.review_reasons @> '{missing_release}'`,
  approved: sql`p.state in ('published', 'archived', 'scheduled', 'processing')`,
  rejected: sql`p.state = 'removed'`,
  all: sql`true`,
} as const satisfies Record<ContentFilter, unknown>

/** A page of the submitted posts, by the time of submission. `find` is a part of the creator's name or of the caption. */
export async function listContent(listing: Listing<ContentFilter>): Promise<ListedPost[]> {
  const { filter, find } = listing
  const page = keyset(listing, {
    from: sql`posts p`,
    id: sql`p.id`,
    keys: [sql`coalesce(p.submitted_at, p.created_at)`, sql`p.id`],
  })
  const { rows } = await sql<ListedPost>`
    select p.id, p.kind, p.caption, p.state, ${REASONS} as reasons, ${NAME} as "creatorName",
      p.submitted_at as "submittedAt",
      (select ${sql.raw(previewSql('m'))} from post_media pm join media m on m.id = pm.media_id where pm.post_id = p.id and m.preview is not null
        order by pm.position limit 1) as preview
    from ${REVIEWED} and ${CHOSEN[filter]}
      and (${find} = '' or u.display_name ilike ${containing(find)} or u.username ilike ${containing(find)} or p.caption ilike ${containing(find)})
      and ${page}`.execute(db)
  return rows
}

const REASONS = sql`case when p.state = 'in_review' then p.review_reasons else '{}' end`

export async function countContent(): Promise<Record<ContentFilter, number>> {
  const { rows } = await sql<Record<ContentFilter, number>>`
    select count(*) filter (where ${CHOSEN.pending})::int as pending, count(*) filter (where ${CHOSEN.new_creator})::int as new_creator,
      count(*) filter (where ${CHOSEN.flagged})::int as flagged, count(*) filter (where ${CHOSEN.blocked_match})::int as blocked_match,
      count(*) filter (where ${CHOSEN.missing_release})::int as missing_release, count(*) filter (where ${CHOSEN.approved})::int as approved,
      count(*) filter (where ${CHOSEN.rejected})::int as rejected, count(*)::int as "all"
    from ${REVIEWED}`.execute(db)
  return rows[0]!
}

export type ReviewedMedium = {
  id: string
  kind: 'photo' | 'voice' | 'video'
  state: 'processing' | 'ready' | 'failed'
  preview: string | null
  blocked: boolean
}

/** A blocked photo that one of the post looks like. */
export type Match = {
  mediaId: string
  blockedMediaId: string
  differingBits: number
  reason: string
  blockedAt: Date
  ownerName: string
  /** Its bytes are still stored. */
  stored: boolean
}

export type ReviewedPost = {
  id: string
  kind: PostKind
  caption: string
  state: PostState
  audience: 'public' | 'subscribers' | 'pay_to_unlock'
  priceMinor: bigint | null
  reasons: ReviewReason[]
  shown: 'only_me' | 'with_others' | null
  submittedAt: Date | null
  publishedAt: Date | null
  creatorId: string
  creatorName: string
  username: string | null
  buyers: number
  flag: { reason: string; by: string; at: Date } | null
  /** Of the creator's other posts. */
  approvedPosts: number
  rejectedPosts: number
  media: ReviewedMedium[]
  matches: Match[]
  /** Until when this viewer's own view is open. */
  viewEndsAt: Date | null
  /** What this viewer has not opened since its last change, of what an approval decides about. */
  unopened: ReviewedItem[]
}

/** One submitted post as a reviewer sees it; null where there is none. The caller has checked the right. */
export async function findContentForReview(viewer: Actor, postId: string): Promise<ReviewedPost | null> {
  if (!isId(postId) || !viewer) return null
  const { rows } = await sql<Omit<ReviewedPost, 'matches' | 'flag' | 'unopened'> & { flag: ReviewedPost['flag'] }>`
    select p.id, p.kind, p.caption, p.state, p.audience, p.price_minor as "priceMinor",
      ${REASONS} as reasons, p.shown, p.submitted_at as "submittedAt", p.published_at as "publishedAt",
      p.creator_id as "creatorId", ${NAME} as "creatorName", u.username,
      (select count(*)::int from unlocks x where x.post_id = p.id and x.revoked_at is null) as buyers,
      (select jsonb_build_object('reason', f.reason, 'by', coalesce(s.display_name, s.email), 'at', f.raised_at)
        from content_flags f join profiles s on s.id = f.raised_by where f.creator_id = p.creator_id and f.cleared_at is null) as flag,
      (select count(*)::int from posts o where o.creator_id = p.creator_id and o.id <> p.id and o.reviewed_at is not null
        and o.state in ('published', 'archived', 'scheduled')) as "approvedPosts",
      (select count(*)::int from posts o where o.creator_id = p.creator_id and o.id <> p.id and o.state = 'removed') as "rejectedPosts",
      coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'state', m.state, 'preview', ${sql.raw(previewSql('m'))},
          'blocked', exists (select from blocked_media b where b.content_sha256 = m.content_sha256 and b.unblocked_at is null)) order by pm.position)
        from post_media pm join media m on m.id = pm.media_id where pm.post_id = p.id), '[]') as media,
      (select max(v.ends_at) from post_views v where v.post_id = p.id and v.staff_id = ${viewer.id} and v.ends_at > app_now()) as "viewEndsAt"
    from ${REVIEWED} and p.id = ${postId}`.execute(db)
  const [found] = rows
  if (!found) return null
  return {
    ...found,
    flag: found.flag && { ...found.flag, at: new Date(found.flag.at) },
    matches: await listMatches(postId),
    unopened: found.state === 'in_review' ? await unopenedOfPost(viewer.id, postId) : [],
  }
}

async function listMatches(postId: string): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select m.media_id as "mediaId", b.media_id as "blockedMediaId", m.differing_bits as "differingBits", b.reason, b.blocked_at as "blockedAt",
      ${NAME} as "ownerName", exists (select from post_media k where k.post_id = b.post_id and k.media_id = b.media_id) as stored
    from blocked_matches m join blocked_media b on b.id = m.block_id and b.unblocked_at is null join profiles u on u.id = b.owner_id
    where m.post_id = ${postId} order by m.differing_bits, b.id limit 20`.execute(db)
  return rows
}
