import { hasRow, type Tx } from '#app/platform/db.server.ts'
import type { Person } from '../actor.ts'

/**
 * Locks an account and returns whether the session that its person acts in is still open: it may have ended since the request began, for
 * example by a suspension. Commands that change the sign-in of an account call it before they write.
 */
export async function lockSession(tx: Tx, actor: Person): Promise<boolean> {
  await tx.selectFrom('profiles').select('id').where('id', '=', actor.id).forUpdate().executeTakeFirst()
  return hasRow(
    tx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', actor.sessionId)
      .where('profile_id', '=', actor.id)
      .where('ended_at', 'is', null),
  )
}
