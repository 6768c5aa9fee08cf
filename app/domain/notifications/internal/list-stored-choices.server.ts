import type { Db } from '#app/platform/db.server.ts'
import type { StoredChoice } from '../choices.ts'

/** What a person has chosen; topics and channels without a choice have none. */
export function listStoredChoices(on: Db, profileId: string): Promise<StoredChoice[]> {
  return on
    .selectFrom('notification_choices')
    .select(['kind', 'channel', 'wanted'])
    .where('profile_id', '=', profileId)
    .execute()
}
