import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import type { Person } from '../actor.ts'
import { workingRole } from '../second-factor-policy.ts'
import { renewToken } from './renew-token.server.ts'

/** The session's new token, for the cookie of the browser that asked; null where it keeps the one it has. */
export type FactorKept = { sessionToken: string | null }

/**
 * The session in which somebody of staff sets a factor up has shown it; their other sessions haven't, and end. Members' sessions stay.
 * Answers the session's new token where this was the first it has shown: a cookie that was copied before must not grow with it.
 */
export async function confirmSession(tx: Tx, actor: Person): Promise<string | null> {
  if (workingRole(actor) === null) return null
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`app_now()`, ended_because: 'second_factor_set_up' })
    .where('profile_id', '=', actor.id)
    .where('id', '<>', actor.sessionId)
    .where('mfa_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ mfa_at: sql<Date>`app_now()` })
    .where('id', '=', actor.sessionId)
    .where('mfa_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? renewToken(tx, actor.sessionId) : null
}
