import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import type { Person } from '../actor.ts'
import { workingRole } from '../second-factor-policy.ts'

/** The session in which somebody of staff sets a factor up has shown it; their other sessions haven't, and end. Members' sessions stay. */
export async function confirmSession(tx: Tx, actor: Person): Promise<void> {
  if (workingRole(actor) === null) return
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`app_now()`, ended_because: 'second_factor_set_up' })
    .where('profile_id', '=', actor.id)
    .where('id', '<>', actor.sessionId)
    .where('mfa_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
  await tx
    .updateTable('sessions')
    .set({ mfa_at: sql<Date>`app_now()` })
    .where('id', '=', actor.sessionId)
    .where('mfa_at', 'is', null)
    .execute()
}
