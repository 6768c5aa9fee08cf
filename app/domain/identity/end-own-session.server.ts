import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { Actor } from './actor.ts'

/** Signs a person out on another device of theirs, at once. Another person's session counts as not found. */
export function endOwnSession(
  actor: Actor,
  sessionId: string,
): Promise<Result<null, { kind: 'no_user_logged_in' } | { kind: 'not_found' }>> {
  if (!actor) return Promise.resolve(refuse({ kind: 'no_user_logged_in' }))
  if (!isId(sessionId)) return Promise.resolve(refuse({ kind: 'not_found' }))
  return inTransaction(async (tx) => {
    const ended = await tx
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`app_now()`, ended_because: 'ended_elsewhere' })
      .where('id', '=', sessionId)
      .where('profile_id', '=', actor.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (ended.numUpdatedRows === 0n) return refuse({ kind: 'not_found' })
    await publish(tx, { actorId: actor.id, event: 'session_ended', objectId: sessionId })
    return ok(null)
  })
}
