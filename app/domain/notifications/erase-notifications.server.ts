import { sql } from 'kysely'
import { forgetEvents } from '#app/domain/events/outbox.server.ts'
import type { Tx } from '#app/platform/db.server.ts'

/** Deletes what an erased account was told, with the payloads that were for it alone. */
export async function eraseNotifications(tx: Tx, profileId: string): Promise<void> {
  await sql`delete from notifications where profile_id = ${profileId}`.execute(tx)
  const { rows } = await sql<{ event_id: string }>`
    delete from event_deliveries where profile_id = ${profileId} returning event_id`.execute(tx)
  await forgetEvents(
    tx,
    rows.map((row) => row.event_id),
  )
}
