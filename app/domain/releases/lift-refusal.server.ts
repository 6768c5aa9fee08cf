import { countGraphemes, cutGraphemes } from '#app/platform/graphemes.ts'
import { severalLines } from '#app/platform/plain-text.ts'
import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { resettlePost } from '#app/domain/posts/review-post.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canLiftRefusal, type LiftDenial } from './policy.ts'
import { LIFT_REASON } from './release.ts'

export type LiftRefusal =
  | { kind: 'not_there' | 'reason_missing' | 'stands_so_already' }
  | { kind: 'not_permitted'; reason: LiftDenial }

/**
 * Lifts one refusal, for all files that it stopped: somebody was named by mistake. What is lifted stays on record. Posts that waited for it go
 * on by themselves where nothing else is missing.
 */
export function liftRefusal(actor: Actor, refusalId: string, typed: string): Promise<Result<null, LiftRefusal>> {
  return inTransaction<Result<null, LiftRefusal>>(async (tx) => {
    const refusal = isId(refusalId)
      ? await tx.selectFrom('release_refusals').selectAll().where('id', '=', refusalId).executeTakeFirst()
      : undefined
    const verdict = canLiftRefusal(actor, { creatorId: refusal?.creator_id ?? '' })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    if (!refusal) return refuse({ kind: 'not_there' })
    const reason = cutGraphemes(severalLines(typed), LIFT_REASON.max)
    if (countGraphemes(reason) < LIFT_REASON.min) return refuse({ kind: 'reason_missing' })
    const { rows } = await sql<{ sha: Buffer }>`
      update release_refusals set lifted_at = app_now(), lifted_by = ${actor!.id}, lift_reason = ${reason}
      where creator_id = ${refusal.creator_id} and name = ${refusal.name} and kind = ${refusal.kind}
        and performer_id is not distinct from ${refusal.performer_id} and refused_at = (select f.refused_at from release_refusals f where f.id = ${refusalId}) and lifted_at is null
      returning content_sha256 as sha`.execute(tx)
    if (rows.length === 0) return refuse({ kind: 'stands_so_already' })
    await publish(tx, {
      event: 'refusal_lifted',
      actorId: actor!.id,
      objectId: refusalId,
      detail: { reason, creatorId: refusal.creator_id, files: rows.length },
    })
    for (const postId of await waitingWith(
      tx,
      refusal.creator_id,
      rows.map(({ sha }) => sha),
    ))
      await resettlePost(tx, refusal.creator_id, postId)
    return ok(null)
  })
}

/** The posts of a creator that wait and have one of these files, in the order in which posts are locked. */
async function waitingWith(tx: Tx, creatorId: string, files: Buffer[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.id from posts p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id
    where p.creator_id = ${creatorId} and p.state in ('in_review', 'processing', 'scheduled')
      and m.content_sha256 = any(${files}::bytea[]) order by p.id`.execute(tx)
  return rows.map(({ id }) => id)
}
