import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockPost } from './internal/post-row.server.ts'
import { settleSubmitted } from './internal/settle-submitted.server.ts'
import type { PostState } from './post.ts'

type ReviewRefusal = { kind: 'not_in_review' }

/** Approves a post that waits for review, in the reviewer's transaction: it is published, or waits for its time. */
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
    payload: { creator: { id: creatorId }, postId },
  })
  return ok({ state })
}

/** Rejects a post that waits for review, in the reviewer's transaction. Fans never see it; its creator is told why. */
export async function rejectPost(
  tx: Tx,
  { creatorId, postId, staffId, message }: { creatorId: string; postId: string; staffId: string; message: string },
): Promise<Result<null, ReviewRefusal>> {
  const post = await lockPost(tx, creatorId, postId)
  if (!post || post.state !== 'in_review') return refuse({ kind: 'not_in_review' })
  await tx.updateTable('posts').set({ state: 'removed', pinned_at: null }).where('id', '=', postId).execute()
  await publish(tx, {
    event: 'post_rejected',
    actorId: staffId,
    objectId: postId,
    payload: { creator: { id: creatorId }, postId, message },
  })
  return ok(null)
}
