import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { POST_VIEW_MINUTES } from './application.ts'
import { canDecideApplication, type DecisionDenial } from './policy.ts'
import { recordTextOpened } from './record-opening.server.ts'

/** Opens a post that nobody else may see yet to one reviewer, for two minutes; each view is recorded before the first byte is shown. */
export async function openWaitingPost(
  actor: Actor,
  postId: string,
): Promise<Result<{ endsAt: Date }, { kind: 'not_there' } | { kind: 'not_permitted'; reason: DecisionDenial }>> {
  if (!isId(postId)) return refuse({ kind: 'not_there' })
  return inTransaction(async (tx) => {
    const post = await tx
      .selectFrom('posts')
      .select('creator_id')
      .where('id', '=', postId)
      .where('state', '=', 'in_review')
      .executeTakeFirst()
    const verdict = canDecideApplication(actor, { profileId: post?.creator_id ?? '', state: 'in_review' })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason } as const)
    if (!post) return refuse({ kind: 'not_there' } as const)
    const openedAt = now()
    const endsAt = addMinutes(openedAt, POST_VIEW_MINUTES)
    await tx
      .insertInto('post_views')
      .values({ id: newId(), post_id: postId, staff_id: actor!.id, opened_at: openedAt, ends_at: endsAt })
      .execute()
    await recordTextOpened(tx, actor, postId)
    await publish(tx, { actorId: actor!.id, event: 'waiting_post_opened', objectId: postId })
    return ok({ endsAt })
  })
}
