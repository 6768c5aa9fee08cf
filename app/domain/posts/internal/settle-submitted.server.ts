import { newsOfPost } from './post-news.ts'
import { sql } from 'kysely'
import { compareWithBlocked } from '#app/domain/blocklist/compare-media.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { findNewPoll } from '#app/domain/polls/queries.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { canChangeState, type ChangedBy, stateOfSubmitted } from '../lifecycle.ts'
import { type ReviewFacts, type ReviewReason, reviewReasons } from '../policy.ts'
import { expiryOf, kindOfPost, POST_LIMITS, type PostState } from '../post.ts'
import { typedOf } from '../typed-post.ts'
import { type MediumRow, type PostRow, readMedia } from './post-row.server.ts'
import { UNSIGNED_ITEM } from '../signed-items.server.ts'

/** How long a post waits until its photos are compared with those that were removed. */
const COMPARE_MINUTES = 10

/**
 * Moves a submitted post, which the caller has locked, to where it belongs now. Repeated, it does nothing more. Publishing writes one row of
 * the outbox: its followers are notified by jobs.
 */
export async function settleSubmitted(tx: Tx, post: PostRow, by: ChangedBy): Promise<PostState> {
  const at = now()
  const media = await readMedia(tx, post.id)
  const compared = await compareWithBlocked(tx, post.id, media)
  // A photo that nobody can compare does not wait for ever: then a person looks at it.
  const stillCompared = compared.waiting && at < addMinutes(post.submitted_at ?? at, COMPARE_MINUTES)
  const reasons = reviewReasons({
    approved: post.reviewed_at !== null,
    personDeclined: await hasDeclined(tx, post.id),
    releaseMissing: await isReleaseMissing(tx, post.id),
    looksBlocked: compared.looksBlocked,
    notCompared: compared.waiting && !stillCompared,
    creator: await reviewFactsOf(tx, post.creator_id),
  })
  const ready = stateOfMedia(media)
  const state = stateOfSubmitted(
    {
      media: ready === 'ready' && stillCompared ? 'processing' : ready,
      blocked: compared.blocked.length > 0,
      needsReview: reasons.length > 0,
      publishAt: post.publish_at,
    },
    at,
  )
  if (state === 'in_review') await writeReasons(tx, post.id, reasons)
  if (state === post.state) return state
  invariant(
    canChangeState(post.state, state, state === 'removed' ? 'system' : by),
    `a post goes from ${post.state} to ${state}`,
  )
  const publishedAt = state === 'published' ? at : state === 'scheduled' ? post.publish_at : null
  const kind = kindOfPost(media, post.kind === 'story')
  await tx
    .updateTable('posts')
    .set({
      state,
      kind: post.kind === 'live_replay' ? post.kind : kind,
      published_at: publishedAt,
      expires_at: state === 'published' ? expiryOf(kind, at) : null,
      ...(state === 'draft' && {
        pinned_at: null,
        typed: JSON.stringify(typedOf(post, await findNewPoll(tx, post.id))),
        submitted_at: null,
        reviewed_at: null,
      }),
      ...(state === 'removed' && { pinned_at: null, refusal: BLOCKED_FILE }),
    })
    .where('id', '=', post.id)
    .execute()
  if (state === 'published') await announce(tx, post)
  if (state === 'draft')
    await publish(tx, {
      event: 'post_failed',
      actorId: null,
      objectId: post.id,
      payload: newsOfPost(post),
    })
  if (state === 'removed') await refuseBlocked(tx, post, compared.blocked.length)
  return state
}

const BLOCKED_FILE =
  'A file of it was removed from Peach before, so it can\u2019t be posted again. Take it out of the draft.'

/** Tells its creator why it was refused, and staff that removed media came back. */
async function refuseBlocked(tx: Tx, post: PostRow, files: number): Promise<void> {
  await publish(tx, {
    event: 'blocked_media_returned',
    actorId: null,
    objectId: post.id,
    detail: { files },
    payload: newsOfPost(post),
    alert: {},
  })
}

async function writeReasons(tx: Tx, postId: string, reasons: ReviewReason[]): Promise<void> {
  await tx.updateTable('posts').set({ review_reasons: reasons }).where('id', '=', postId).execute()
}

/** Notifies followers, as far as the outbox. */
async function announce(tx: Tx, post: PostRow): Promise<void> {
  const creator = await tx
    .selectFrom('profiles')
    .select(['display_name', 'username'])
    .where('id', '=', post.creator_id)
    .executeTakeFirstOrThrow()
  const { username } = creator
  await publish(tx, {
    event: 'post_published',
    actorId: post.creator_id,
    objectId: post.id,
    payload:
      username === null
        ? null
        : {
            creatorId: post.creator_id,
            aboutId: post.creator_id,
            creatorName: creator.display_name ?? username,
            username,
          },
  })
}

function stateOfMedia(media: readonly MediumRow[]): 'ready' | 'processing' | 'failed' {
  if (media.some((medium) => medium.state === 'failed')) return 'failed'
  return media.every((medium) => medium.state === 'ready') ? 'ready' : 'processing'
}

/** Whether somebody who is named in a post has not signed, or has signed for other media. */
async function isReleaseMissing(tx: Tx, postId: string): Promise<boolean> {
  const { rows } = await sql`
    select from releases r left join release_statements s on s.release_id = r.id
    where r.post_id = ${postId} and (r.state <> 'signed' or s.release_id is null
      or exists (${UNSIGNED_ITEM}))
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether somebody does not agree to be shown in a file of a post, unless the same person has signed for this very post. */
async function hasDeclined(tx: Tx, postId: string): Promise<boolean> {
  const { rows } = await sql`
    select from posts p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id
      join release_refusals f on f.creator_id = p.creator_id and f.content_sha256 = m.content_sha256 and f.lifted_at is null
    where p.id = ${postId} and not exists (select from releases r join release_statements s on s.release_id = r.id
      where r.post_id = p.id and r.state = 'signed' and r.performer_id = f.performer_id and m.id = any(s.media_ids) and encode(m.content_sha256, 'hex') = any(s.content_hashes))
    limit 1`.execute(tx)
  return rows.length > 0
}

/** What decides whether a person approves the posts of this creator now. */
async function reviewFactsOf(tx: Tx, creatorId: string): Promise<ReviewFacts['creator']> {
  const reviewed = await tx
    .selectFrom('posts')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('reviewed_at', 'is not', null)
    .where('state', 'in', ['published', 'archived', 'deleted'])
    .limit(POST_LIMITS.reviewedFirst)
    .execute()
  const { rows } = await sql`
    select from account_flags where account_id = ${creatorId} and cleared_at is null
    union all select from content_flags where creator_id = ${creatorId} and cleared_at is null limit 1`.execute(tx)
  return { reviewedPosts: reviewed.length, flagged: rows.length > 0 }
}
