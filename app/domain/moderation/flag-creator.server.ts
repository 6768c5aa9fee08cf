import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { resettlePost } from '#app/domain/posts/review-post.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canReviewContent } from './policy.ts'
import type { ContentRefusal } from './review-content.server.ts'

export type FlagRefusal = ContentRefusal | { kind: 'stands_so_already' }

/** Flags a creator: all their posts wait for a person from now on. What is published stays. */
export function flagCreator(actor: Actor, creatorId: string, reason: string): Promise<Result<null, FlagRefusal>> {
  return inTransaction((tx) => flagCreatorIn(tx, actor, creatorId, reason))
}

/** The same in the transaction of another decision. */
export async function flagCreatorIn(
  tx: Tx,
  actor: Actor,
  creatorId: string,
  reason: string,
): Promise<Result<null, FlagRefusal>> {
  const denied = await denialOf(tx, actor, creatorId)
  if (denied) return refuse(denied)
  const raised = await tx
    .insertInto('content_flags')
    .values({ id: newId(), creator_id: creatorId, reason, raised_by: actor!.id })
    .onConflict((conflict) => conflict.column('creator_id').where('cleared_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!raised) return refuse({ kind: 'stands_so_already' })
  await publish(tx, { event: 'creator_flagged', actorId: actor!.id, objectId: creatorId, detail: { reason } })
  await resettleWaiting(tx, creatorId)
  return ok(null)
}

/** Ends a flag. Posts that waited for nothing else go on by themselves. */
export function clearCreatorFlag(actor: Actor, creatorId: string): Promise<Result<null, FlagRefusal>> {
  return inTransaction<Result<null, FlagRefusal>>(async (tx) => {
    const denied = await denialOf(tx, actor, creatorId)
    if (denied) return refuse(denied)
    const cleared = await tx
      .updateTable('content_flags')
      .set({ cleared_at: now(), cleared_by: actor!.id })
      .where('creator_id', '=', creatorId)
      .where('cleared_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!cleared) return refuse({ kind: 'stands_so_already' })
    await publish(tx, { event: 'creator_flag_cleared', actorId: actor!.id, objectId: creatorId })
    await resettleWaiting(tx, creatorId)
    return ok(null)
  })
}

async function denialOf(tx: Tx, actor: Actor, creatorId: string): Promise<ContentRefusal | null> {
  const verdict = canReviewContent(actor, { creatorId })
  if (!verdict.allowed) return { kind: 'not_permitted', reason: verdict.reason }
  const creator =
    isId(creatorId) &&
    (await tx.selectFrom('creators').select('profile_id').where('profile_id', '=', creatorId).executeTakeFirst())
  return creator ? null : { kind: 'not_there' }
}

/** The posts of an approved creator that wait for a person are settled again, in the order of their ids. */
async function resettleWaiting(tx: Tx, creatorId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('posts as p')
    .innerJoin('creators as c', 'c.profile_id', 'p.creator_id')
    .select('p.id')
    .where('p.creator_id', '=', creatorId)
    .where('p.state', '=', 'in_review')
    .where('c.verification_status', '=', 'approved')
    .orderBy('p.id')
    .execute()
  for (const { id } of waiting) await resettlePost(tx, creatorId, id)
}
