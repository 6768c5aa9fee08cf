import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import type { NewChoice } from '../choices.ts'

/** Overwrites a person's choices. */
export async function saveChoices(tx: Tx, profileId: string, choices: readonly NewChoice[]): Promise<void> {
  if (choices.length === 0) return
  await tx
    .insertInto('notification_choices')
    .values(choices.map((choice) => ({ profile_id: profileId, ...choice })))
    .onConflict((conflict) =>
      conflict.columns(['profile_id', 'kind', 'channel']).doUpdateSet((eb) => ({
        wanted: eb.ref('excluded.wanted'),
        changed_at: sql<Date>`app_now()`,
      })),
    )
    .execute()
}
