import { sql } from 'kysely'
import type { Audience } from '#app/domain/media/policy.ts'
import type { VideoFailure } from '#app/domain/media/video.ts'
import type { Money } from '#app/domain/money/money.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { needsReview, type ReviewReason } from './policy.ts'
import { isPostCategory, type PostCategory, type PostKind, type PostState } from './post.ts'
import { readStoredPost, typedOf, type TypedPost } from './typed-post.ts'

export const POST_FILTERS = ['all', 'locked', 'review', 'drafts', 'scheduled', 'archived', 'refused'] as const
export type PostFilter = (typeof POST_FILTERS)[number]

export type OwnMedium = {
  mediaId: string
  kind: 'photo' | 'video' | 'voice'
  state: 'processing' | 'ready' | 'failed'
  failure: VideoFailure | null
  durationMs: number | null
  byteSize: number
  /** It has a picture to show: a photo, or a video whose poster is made. */
  pictured: boolean
  name: string
}

/** A post as its creator sees it. */
export type OwnPost = {
  id: string
  kind: PostKind
  state: PostState
  audience: Audience
  caption: string
  price: Money | null
  publishedAt: Date | null
  publishAt: Date | null
  expiresAt: Date | null
  savedAt: Date | null
  editedAt: Date | null
  pinned: boolean
  tags: string[]
  category: PostCategory | null
  /** The question of its poll. */
  question: string | null
  coverMediaId: string | null
  version: number
  typed: TypedPost
  /** Why it waits for a person; empty in other states. */
  reviewReasons: ReviewReason[]
  media: OwnMedium[]
  likes: number
  unlocks: number
  tips: number
  /** Why our team refused it or took it off. */
  refusal: string | null
  /** Somebody has bought it once, also where the money went back meanwhile. */
  wasSold: boolean
}

type Row = Omit<OwnPost, 'typed' | 'price' | 'category'> & {
  typed: unknown
  priceMinor: bigint | null
  currency: 'UGX' | 'USD'
  category: string | null
  commentsOpen: boolean
  teaserMediaId: string | null
  freeSeconds: number | null
  pinnedAt: Date | null
  shown: 'only_me' | 'with_others' | null
}

const WHERE = {
  // A refused post that is replaced by another one, as in an application, has no reason and is not listed.
  all: sql`p.state <> 'deleted' and (p.state <> 'removed' or p.refusal is not null)`,
  locked: sql`p.state = 'published' and p.audience = 'pay_to_unlock'`,
  review: sql`p.state = 'in_review'`,
  drafts: sql`p.state = 'draft'`,
  scheduled: sql`p.state in ('scheduled', 'processing')`,
  archived: sql`p.state = 'archived'`,
  refused: sql`p.state = 'removed' and p.refusal is not null`,
} as const satisfies Record<PostFilter, unknown>

const POST = sql`
  select p.id, p.kind, p.state, p.audience, p.caption, p.price_minor as "priceMinor", p.currency, p.published_at as "publishedAt",
    p.publish_at as "publishAt", p.expires_at as "expiresAt", p.saved_at as "savedAt", p.edited_at as "editedAt",
    p.pinned_at is not null as pinned, p.pinned_at as "pinnedAt", p.cover_media_id as "coverMediaId", p.version, p.typed, p.tags, p.category,
    case when p.state = 'removed' then p.refusal end as refusal, p.was_sold as "wasSold",
    (select question from polls q where q.post_id = p.id) as question, p.shown,
    case when p.state = 'in_review' then p.review_reasons else '{}' end as "reviewReasons",
    p.comments_open as "commentsOpen", p.teaser_media_id as "teaserMediaId", p.free_seconds as "freeSeconds", p.like_count as likes,
    coalesce((select jsonb_agg(jsonb_build_object('mediaId', m.id, 'kind', m.kind, 'state', m.state, 'failure', m.failure,
        'durationMs', m.duration_ms, 'byteSize', m.byte_size, 'pictured', m.preview is not null, 'name', coalesce(v.name, '')) order by pm.position)
      from post_media pm join media m on m.id = pm.media_id left join vault_items v on v.media_id = m.id
      where pm.post_id = p.id), '[]') as media,
    p.unlock_count as unlocks, p.tip_count as tips
  from posts p`

/** A creator's own posts, the newest first. `before` is the last id of the previous page. */
export async function listOwnPosts(
  creatorId: string,
  { filter, before, limit }: { filter: PostFilter; before: string | null; limit: number },
): Promise<OwnPost[]> {
  const { rows } = await sql<Row>`
    ${POST} where p.creator_id = ${creatorId} and ${WHERE[filter]} and (${before}::uuid is null or p.id < ${before}::uuid)
    order by p.id desc limit ${limit}`.execute(db)
  return rows.map(ownPostOf)
}

/** How many posts a creator has, by filter. */
export async function countOwnPosts(creatorId: string): Promise<Record<PostFilter, number>> {
  const counts = sql.join(
    POST_FILTERS.map((filter) => sql`count(*) filter (where ${WHERE[filter]})::int as ${sql.ref(filter)}`),
  )
  const { rows } = await sql<Record<PostFilter, number>>`
    select ${counts} from posts p where p.creator_id = ${creatorId}`.execute(db)
  return rows[0]!
}

/** One post of a creator; a deleted one and another creator's are not found. */
export async function findOwnPost(creatorId: string, postId: string): Promise<OwnPost | null> {
  if (!isId(postId)) return null
  const { rows } = await sql<Row>`
    ${POST} where p.creator_id = ${creatorId} and p.id = ${postId} and p.state <> 'deleted'`.execute(db)
  return rows[0] ? ownPostOf(rows[0]) : null
}

/** Whether an id is free for a new post: nobody's post has it. */
export async function isFreePostId(postId: string): Promise<boolean> {
  if (!isId(postId)) return false
  const row = await db.selectFrom('posts').select('id').where('id', '=', postId).executeTakeFirst()
  return row === undefined
}

function ownPostOf({
  priceMinor,
  currency,
  category,
  commentsOpen,
  teaserMediaId,
  freeSeconds,
  pinnedAt,
  shown,
  ...row
}: Row): OwnPost {
  return {
    ...row,
    category: category !== null && isPostCategory(category) ? category : null,
    price: priceMinor === null ? null : { amountMinor: priceMinor, currency },
    typed:
      row.state !== 'draft'
        ? // Its poll can't change any more.
          typedOf(
            {
              kind: row.kind,
              caption: row.caption,
              audience: row.audience,
              price_minor: priceMinor,
              tags: row.tags,
              category,
              publish_at: row.publishAt,
              pinned_at: pinnedAt,
              comments_open: commentsOpen,
              teaser_media_id: teaserMediaId,
              free_seconds: freeSeconds,
              cover_media_id: row.coverMediaId,
              shown,
            },
            null,
          )
        : readStoredPost(row.typed),
  }
}

/** What the composer of this creator shows: whether posts may have a price, and whether a person approves them first. */
export async function findPostingFacts(creatorId: string): Promise<{ payToUnlock: boolean; reviewed: boolean }> {
  const { rows } = await sql<{ payToUnlock: boolean; reviewedPosts: number; flagged: boolean }>`
    select c.pay_to_unlock as "payToUnlock",
      (select count(*)::int from posts p where p.creator_id = c.profile_id and p.reviewed_at is not null
        and p.state in ('published', 'archived', 'deleted')) as "reviewedPosts",
      (exists (select from account_flags f where f.account_id = c.profile_id and f.cleared_at is null)
        or exists (select from content_flags f where f.creator_id = c.profile_id and f.cleared_at is null)) as flagged
    from creators c where c.profile_id = ${creatorId}`.execute(db)
  const facts = rows[0]
  return { payToUnlock: facts?.payToUnlock ?? false, reviewed: facts === undefined || needsReview(facts) }
}
