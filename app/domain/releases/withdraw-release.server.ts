import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { holdPublishedPost, resettlePost } from '#app/domain/posts/review-post.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { readingHashes } from '#app/platform/secrets.server.ts'
import type { Answerer } from './answer-release.server.ts'
import { rememberRefusal } from './internal/remember-refusal.server.ts'
import { canAnswerRelease } from './policy.ts'

/**
 * Withdraws a signed release, for the creator who signed it or for whoever has the link that was shown after signing. The post is closed at
 * once, also to its buyers, and goes to review; removed there, its buyers are refunded. What was signed stays until it is forgotten.
 */
export function withdrawRelease(by: Answerer): Promise<Result<null, { kind: 'not_open' }>> {
  return inTransaction<Result<null, { kind: 'not_open' }>>(async (tx) => {
    const found = await findSigned(tx, by)
    if (!found) return refuse({ kind: 'not_open' })
    // The lock of the post comes before that of its releases.
    await tx.selectFrom('posts').select('id').where('id', '=', found.post_id).forUpdate().executeTakeFirst()
    const withdrawn = await tx
      .updateTable('releases')
      .set({ state: 'withdrawn', withdrawal_hash: null, answered_at: now() })
      .where('id', '=', found.id)
      .where('state', '=', 'signed')
      .returning(['post_id', 'creator_id', 'performer_id', 'name'])
      .executeTakeFirst()
    if (!withdrawn) return refuse({ kind: 'not_open' })
    const { post_id: postId, creator_id: creatorId, performer_id: performerId, name } = withdrawn
    await rememberRefusal(tx, { postId, creatorId, performerId, name, kind: 'withdrawn' })
    if (!(await holdPublishedPost(tx, creatorId, postId))) await resettlePost(tx, creatorId, postId)
    await publish(tx, {
      event: 'release_answered',
      actorId: performerId,
      objectId: found.id,
      detail: { answer: 'withdrawn' },
      payload: { creator: { id: creatorId }, postId, name, answer: 'withdrawn', aboutId: performerId },
    })
    return ok(null)
  })
}

async function findSigned(tx: Tx, by: Answerer): Promise<{ id: string; post_id: string } | null> {
  const signed = tx.selectFrom('releases').select(['id', 'post_id']).where('state', '=', 'signed')
  if ('token' in by)
    return (await signed.where('withdrawal_hash', 'in', readingHashes('token', by.token)).executeTakeFirst()) ?? null
  return isId(by.releaseId) && mayAnswer(by.actor)
    ? ((await signed.where('id', '=', by.releaseId).where('performer_id', '=', by.actor.id).executeTakeFirst()) ?? null)
    : null
}

function mayAnswer(actor: Actor): actor is NonNullable<Actor> {
  return actor !== null && canAnswerRelease(actor, { performerId: actor.id }).allowed
}
