import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import type { Person } from '../actor.ts'
import { workingRole } from '../second-factor-policy.ts'
import { renewToken } from './renew-token.server.ts'

/** The session's new token, for the requesting browser's cookie; null where it keeps the one it has. */
export type FactorKept = { sessionToken: string | null }

/**
 * Marks the session in which staff set up a factor as verified; their other sessions end. Members' sessions stay. Returns the session's
 * new token where this was its first verified factor: a copy of the former cookie must not gain rights.
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
