import { sql } from 'kysely'
import type { Person } from '#app/domain/identity/actor.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import type { QuietHours } from './quiet-hours.ts'

/** Stores when somebody wants no mails and alerts; null ends it. What is held already comes at the time that it was held for. */
export function setQuietHours(actor: Person, hours: QuietHours | null): Promise<void> {
  return inTransaction(async (tx) => {
    if (hours === null) await tx.deleteFrom('quiet_hours').where('profile_id', '=', actor.id).execute()
    else {
      const row = { from_hour: hours.from, to_hour: hours.to }
      await tx
        .insertInto('quiet_hours')
        .values({ profile_id: actor.id, ...row })
        .onConflict((conflict) =>
          conflict.column('profile_id').doUpdateSet({ ...row, changed_at: sql<Date>`app_now()` }),
        )
        .execute()
    }
    await publish(tx, { event: 'notifications_chosen', actorId: actor.id, objectId: actor.id })
  })
}
