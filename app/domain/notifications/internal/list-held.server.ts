import type { Preference } from '#app/domain/events/topics.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { heldUntil } from '../quiet-hours.ts'

/** Of these people those for whom news of this kind wait now, with the end of their quiet hours. */
export async function listHeld(
  tx: Tx,
  profileIds: readonly string[],
  preference: Preference,
): Promise<{ id: string; until: Date }[]> {
  const rows = await tx
    .selectFrom('quiet_hours')
    .select(['profile_id as id', 'from_hour as from', 'to_hour as to'])
    .where('profile_id', 'in', profileIds)
    .execute()
  return rows.flatMap(({ id, ...hours }) => {
    const until = heldUntil(now(), preference, hours)
    return until ? [{ id, until }] : []
  })
}
