import type { Tx } from '#app/platform/db.server.ts'
import type { Person } from '../actor.ts'

/**
 * Locks somebody's account and says whether the session that they act in is still open: it may have ended since the request began, by a
 * suspension for example. What changes the way into an account asks it before it writes.
 */
export async function lockSession(tx: Tx, actor: Person): Promise<boolean> {
  await tx.selectFrom('profiles').select('id').where('id', '=', actor.id).forUpdate().executeTakeFirst()
  const open = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', actor.sessionId)
    .where('profile_id', '=', actor.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}
