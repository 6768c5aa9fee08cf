import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import type { DigestChoice } from './digest.ts'

/** Stores how mails that can wait come. What waits already comes at the time that it waits for. */
export function chooseDigest(actor: Person, { allMails, hour }: DigestChoice): Promise<void> {
  return inTransaction(async (tx) => {
    const row = { all_mails: allMails, hour }
    await tx
      .insertInto('digest_choices')
      .values({ profile_id: actor.id, ...row })
      .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ ...row, changed_at: sql<Date>`app_now()` }))
      .execute()
    await publish(tx, { event: 'notifications_chosen', actorId: actor.id, objectId: actor.id })
  })
}
