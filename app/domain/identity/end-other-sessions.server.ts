import { sql } from 'kysely'
import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { Actor } from './actor.ts'

/** Signs a person out everywhere but here, at once. Says how many sessions ended. */
export function endOtherSessions(actor: Actor): Promise<Result<{ ended: number }, { kind: 'no_user_logged_in' }>> {
  if (!actor) return Promise.resolve(refuse({ kind: 'no_user_logged_in' }))
  return inTransaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`app_now()`, ended_because: 'ended_elsewhere' })
      .where('profile_id', '=', actor.id)
      .where('id', '<>', actor.sessionId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    const ended = Number(numUpdatedRows)
    await recordActivity(tx, {
      actorId: actor.id,
      act: 'other_sessions_ended',
      objectKind: 'profile',
      objectId: actor.id,
      detail: { ended },
    })
    return ok({ ended })
  })
}
