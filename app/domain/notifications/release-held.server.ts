import { sql } from 'kysely'
import { inTransaction } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'

const BATCH = 1_000

/** Scheduled task: sends what quiet hours held, once they are over. Returns how many deliveries. */
export function releaseHeld(): Promise<number> {
  return inTransaction(async (tx) => {
    const { rows } = await sql<{ id: string; channel: 'email' | 'push' }>`
      update event_deliveries set held_until = null where id in (
        select id from event_deliveries where held_until <= app_now() and not in_digest order by held_until limit ${BATCH} for update skip locked
      ) returning id, channel`.execute(tx)
    for (const { id, channel } of rows)
      await enqueue(tx, channel === 'email' ? 'deliver_mail' : 'deliver_push', { deliveryId: id })
    return rows.length
  })
}
