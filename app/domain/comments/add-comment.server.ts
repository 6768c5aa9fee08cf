import { publish } from '#app/domain/events/publish.server.ts'
import { findContact } from '#app/domain/contacts/find-contact.server.ts'
import { canContact } from '#app/domain/contacts/policy.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { findPostFacts } from '#app/domain/media/find-content-facts.server.ts'
import { hasRow, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { consumeRateLimits } from '#app/platform/stored-rate-limit.server.ts'
import { COMMENT, type CommentProblem, readComment } from './comment.ts'
import { lockCommentsOf } from './internal/hide-comments.server.ts'
import { canComment, type CommentDenial } from './policy.ts'

export type NewComment = {
  postId: string
  /** As it was typed. */
  text: string
  /** Made with the form: one that is sent twice is one comment. */
  attempt: string
  /** The fan's comment that the creator replies to. */
  replyTo?: string | null
}

export type CommentRefusal =
  | { kind: 'not_permitted'; reason: CommentDenial }
  | { kind: 'invalid'; problem: CommentProblem }
  | { kind: 'too_many' }
  | { kind: 'no_such_comment' }

/**
 * Writes a comment under a post, or a creator's reply to one. The creator is notified at most once an hour for each post, and the fan of a
 * reply; nobody is notified of a muted fan's comment.
 */
export async function addComment(
  actor: Actor,
  { postId, text, attempt, replyTo = null }: NewComment,
): Promise<Result<{ commentId: string }, CommentRefusal>> {
  const post = await findPostFacts(actor, postId)
  if (!post) return refuse({ kind: 'not_permitted', reason: 'not_there' })
  const verdict = canComment(actor, { ...post.facts, commentsOpen: post.commentsOpen, contact: post.contact }, post.now)
  if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
  if (!actor) return refuse({ kind: 'not_permitted', reason: 'sign_in_required' })
  const read = readComment(text)
  if (read.body === null) return refuse({ kind: 'invalid', problem: read.problem })
  const { body } = read
  const creatorId = post.facts.ownerId
  return inTransaction(async (tx) => {
    await lockCommentsOf(tx, creatorId, actor.id)
    const answered = replyTo === null ? null : await findCommentToAnswer(tx, postId, replyTo)
    // Only the creator replies, and only to a fan's own comment.
    if (replyTo !== null && (!answered || actor.id !== creatorId)) return refuse({ kind: 'no_such_comment' })
    const reply = answered && canContact(actor, await findContact(tx, actor.id, answered.author_id))
    if (reply && !reply.allowed) return refuse({ kind: 'not_permitted', reason: reply.reason })
    const known = await findByAttempt(tx, actor.id, attempt)
    if (known) return ok({ commentId: known })
    if (!(await consumeRateLimits(tx, [{ key: `comments:${actor.id}`, max: COMMENT.perHour }], attempt)))
      return refuse({ kind: 'too_many' })
    const muted = answered ? answered.muted : await isMuted(tx, creatorId, actor.id)
    const commentId = newId()
    await tx
      .insertInto('post_comments')
      .values({
        id: commentId,
        post_id: postId,
        creator_id: creatorId,
        author_id: actor.id,
        reply_to: replyTo,
        attempt,
        body,
        muted,
      })
      .execute()
    if (answered) await notifyFan(tx, actor, postId, commentId, answered.author_id)
    else if (actor.id !== creatorId && !muted) await notifyCreator(tx, actor, postId, commentId, creatorId)
    return ok({ commentId })
  })
}

async function findByAttempt(tx: Tx, authorId: string, attempt: string): Promise<string | null> {
  const row = await tx
    .selectFrom('post_comments')
    .select('id')
    .where('author_id', '=', authorId)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return row?.id ?? null
}

async function findCommentToAnswer(tx: Tx, postId: string, commentId: string) {
  if (!isId(commentId)) return null
  const row = await tx
    .selectFrom('post_comments')
    .select(['author_id', 'muted'])
    .where('id', '=', commentId)
    .where('post_id', '=', postId)
    .where('reply_to', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

function isMuted(tx: Tx, creatorId: string, fanId: string): Promise<boolean> {
  return hasRow(
    tx.selectFrom('comment_mutes').select('fan_id').where('creator_id', '=', creatorId).where('fan_id', '=', fanId),
  )
}

async function notifyCreator(tx: Tx, fan: Person, postId: string, commentId: string, creatorId: string): Promise<void> {
  const isFirst = await consumeRateLimits(tx, [{ key: `comment-notice:${postId}`, max: 1 }], commentId)
  await publish(tx, {
    event: 'comment_received',
    actorId: fan.id,
    objectId: commentId,
    payload: isFirst ? { creator: { id: creatorId }, postId } : null,
  })
}

async function notifyFan(tx: Tx, creator: Person, postId: string, commentId: string, fanId: string): Promise<void> {
  if (fanId === creator.id) return
  await publish(tx, {
    event: 'comment_answered',
    actorId: creator.id,
    objectId: commentId,
    payload: {
      fan: { id: fanId },
      aboutId: creator.id,
      creatorName: creator.displayName ?? 'A creator',
      postId,
    },
  })
}
