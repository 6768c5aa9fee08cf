import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { Person } from './actor.ts'
import { endSessionsOf } from './end-sessions-of.server.ts'
import { startSession } from './start-session.server.ts'

/**
 * Makes a fan a creator as well, in the caller's transaction. The user type changes, so every session of theirs ends: returns the token
 * of a new one, or null where they were a creator before or are suspended by now.
 */
export async function becomeCreator(
  tx: Tx,
  person: Person,
  device: { network: string; userAgent: string },
): Promise<string | null> {
  const changed = await tx
    .updateTable('profiles')
    .set({ user_type: 'creator', updated_at: sql<Date>`app_now()` })
    .where('id', '=', person.id)
    .where('user_type', '=', 'fan')
    .where('account_status', '=', 'active')
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return null
  await endSessionsOf(tx, person.id, 'role_changed')
  await publish(tx, { actorId: person.id, event: 'became_creator', objectId: person.id })
  return startSession(tx, { profileId: person.id, ...device, secondFactor: person.mfaAt !== null })
}
