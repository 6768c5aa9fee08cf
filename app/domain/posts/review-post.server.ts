import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { now } from '#app/platform/clock.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { newsOfPost } from './internal/post-news.ts'
import { isSold, lockPost } from './internal/post-row.server.ts'
import { settleSubmitted } from './internal/settle-submitted.server.ts'
import { canChangeState } from './lifecycle.ts'
import type { PostState } from './post.ts'

type ReviewRefusal = { kind: 'not_in_review' }

/**
 * Approves a post that waits for review, in the reviewer's transaction: it is published, or waits for its time, or for a release that is
 * missing.
 */
export async function approvePost(
  tx: Tx,
  { creatorId, postId, staffId }: { creatorId: string; postId: string; staffId: string | null },
): Promise<Result<{ state: PostState }, ReviewRefusal>> {
  const post = await lockPost(tx, creatorId, postId)
  if (!post || post.state !== 'in_review') return refuse({ kind: 'not_in_review' })
  const { reviewed_at } = await tx
    .updateTable('posts')
    .set({ reviewed_at: sql<Date>`app_now()` })
    .where('id', '=', postId)
    .returning('reviewed_at')
    .executeTakeFirstOrThrow()
  const state = await settleSubmitted(tx, { ...post, reviewed_at }, 'staff')
  await publish(tx, {
    event: 'post_approved',
    actorId: staffId,
    objectId: postId,
    // It may still wait for a release, or have a file that was blocked or failed meanwhile: its creator is told of that, not of fans.
    payload: APPROVED_STATES.has(state) ? newsOfPost(post) : null,
  })
  return ok({ state })
}

const APPROVED_STATES: ReadonlySet<PostState> = new Set<PostState>(['published', 'scheduled', 'processing'])

/** Rejects a post that waits for review, in the reviewer's transaction. Fans never see it; its creator is told why. */
export async function rejectPost(
  tx: Tx,
  { creatorId, postId, staffId, message }: { creatorId: string; postId: string; staffId: string; message: string },
): Promise<Result<null, ReviewRefusal>> {
  const post = await lockPost(tx, creatorId, postId)
  if (!post || post.state !== 'in_review') return refuse({ kind: 'not_in_review' })
  await refusePost(tx, postId, message)
  await publish(tx, {
    event: 'post_rejected',
    actorId: staffId,
    objectId: postId,
    payload: { ...newsOfPost(post), message },
  })
  return ok(null)
}

/** It leaves the page, with the reason that its creator reads. */
async function refusePost(tx: Tx, postId: string, message: string): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ state: 'removed', pinned_at: null, refusal: message })
    .where('id', '=', postId)
    .execute()
}

/**
 * Takes a post off, in the reviewer's transaction: nobody but its creator sees it any more, and a scheduled task refunds its buyers. Its
 * creator is told why.
 */
export async function removePost(
  tx: Tx,
  { creatorId, postId, staffId, message }: { creatorId: string; postId: string; staffId: string; message: string },
): Promise<Result<null, { kind: 'not_published' }>> {
  const post = await lockPost(tx, creatorId, postId)
  if (!post || post.state === 'in_review' || !canChangeState(post.state, 'removed', 'staff'))
    return refuse({ kind: 'not_published' })
  const sold = await isSold(tx, postId)
  await refusePost(tx, postId, message)
  await publish(tx, {
    event: 'post_removed',
    actorId: staffId,
    objectId: postId,
    payload: { ...newsOfPost(post), message, sold },
  })
  return ok(null)
}

/**
 * Settles a submitted post again after what it waited for has changed, such as a release: it goes on by itself, or goes on waiting. Returns
 * its state; null where there is no such submitted post.
 */
export async function resettlePost(tx: Tx, creatorId: string, postId: string): Promise<PostState | null> {
  const post = await lockPost(tx, creatorId, postId)
  if (!post || !['in_review', 'scheduled', 'processing'].includes(post.state)) return null
  return settleSubmitted(tx, post, 'system')
}

/**
 * Closes a post that was published because somebody who is shown in it does not agree any more, and gives it to reviewers: nobody buys or
 * opens it meanwhile. A deleted post is closed where buyers still see it. False where there was nothing to close.
 */
export async function holdPublishedPost(tx: Tx, creatorId: string, postId: string): Promise<boolean> {
  const post = await lockPost(tx, creatorId, postId)
  if (!post || !canChangeState(post.state, 'in_review', 'system') || post.published_at === null) return false
  if (post.state !== 'published' && post.state !== 'archived' && !(await isSold(tx, postId))) return false
  await tx
    .updateTable('posts')
    .set({
      state: 'in_review',
      review_reasons: ['person_declined'],
      submitted_at: now(),
      published_at: null,
      expires_at: null,
      pinned_at: null,
    })
    .where('id', '=', postId)
    .execute()
  return true
}
