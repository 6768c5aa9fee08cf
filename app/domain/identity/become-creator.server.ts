import { sql } from 'kysely'
import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { Person } from './actor.ts'
import { startSession } from './start-session.server.ts'

/**
 * Makes a fan a creator as well, in the caller's transaction. What somebody is changes, so their session does: returns the token of the new
 * one, or null where they were a creator before.
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
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return null
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`app_now()`, ended_because: 'replaced' })
    .where('id', '=', person.sessionId)
    .where('ended_at', 'is', null)
    .execute()
  await recordActivity(tx, { actorId: person.id, act: 'became_creator', objectKind: 'profile', objectId: person.id })
  return startSession(tx, { profileId: person.id, ...device, secondFactor: person.mfaAt !== null })
}
