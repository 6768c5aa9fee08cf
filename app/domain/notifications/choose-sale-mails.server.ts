import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'

/** Stores from which price a creator is mailed about a sale; null: about none. */
export function chooseSaleMails(actor: Person, fromMinor: bigint | null): Promise<void> {
  return inTransaction(async (tx) => {
    const row = { from_minor: fromMinor }
    await tx
      .insertInto('sale_mail_choices')
      .values({ profile_id: actor.id, ...row })
      .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ ...row, changed_at: sql<Date>`app_now()` }))
      .execute()
    await publish(tx, { event: 'notifications_chosen', actorId: actor.id, objectId: actor.id })
  })
}
