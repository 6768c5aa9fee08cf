import type { Preference } from '#app/domain/events/topics.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { heldUntil, type QuietHours } from '../quiet-hours.ts'

/** The quiet hours of these people; those without any are left out. */
export async function listQuietHours(tx: Tx, profileIds: readonly string[]): Promise<Map<string, QuietHours>> {
  const rows = await tx
    .selectFrom('quiet_hours')
    .select(['profile_id as id', 'from_hour as from', 'to_hour as to'])
    .where('profile_id', 'in', profileIds)
    .execute()
  return new Map(rows.map(({ id, ...hours }) => [id, hours]))
}

/** Of these people those for whom news of this kind wait now, with the end of their quiet hours. */
export async function listHeld(
  tx: Tx,
  profileIds: readonly string[],
  preference: Preference,
): Promise<{ id: string; until: Date }[]> {
  const quiet = await listQuietHours(tx, profileIds)
  return [...quiet].flatMap(([id, hours]) => {
    const until = heldUntil(now(), preference, hours)
    return until ? [{ id, until }] : []
  })
}
