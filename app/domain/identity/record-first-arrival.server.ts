import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'

/**
 * Whether somebody arrives for the first time right after completing the profile. Returns true once; later arrivals get the plain
 * message.
 */
export function recordFirstArrival(profileId: string): Promise<boolean> {
  return inTransaction(async (tx) => {
    await tx.selectFrom('profiles').select('id').where('id', '=', profileId).forUpdate().executeTakeFirst()
    const events = await tx
      .selectFrom('activity')
      .select('event')
      .where('object_kind', '=', 'profile')
      .where('object_id', '=', profileId)
      .where('event', 'in', ['profile_completed', 'first_arrival'])
      .where('at', '>', sql<Date>`app_now() - interval '10 minutes'`)
      .execute()
    const names = events.map((row) => row.event)
    if (!names.includes('profile_completed') || names.includes('first_arrival')) return false
    await publish(tx, { actorId: profileId, event: 'first_arrival', objectId: profileId })
    return true
  })
}
