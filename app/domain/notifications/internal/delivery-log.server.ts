import { sql } from 'kysely'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'

type Claimed = { event_id: string; recipient: string; profile_id: string | null }

/**
 * Claims a delivery that is not done yet for so many minutes: no other process sends it meanwhile. Null where it is done. Throws where
 * another process is sending it, so that the queue tries again: that process may have died.
 */
export async function claimDelivery(deliveryId: string, minutes: number): Promise<Claimed | null> {
  const at = now()
  const claimed = await db
    .updateTable('event_deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      claimed_until: addMinutes(at, minutes),
      changed_at: sql<Date>`app_now()`,
    }))
    .where('id', '=', deliveryId)
    .where('state', 'in', ['queued', 'failed'])
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', at)]))
    .returning(['event_id', 'recipient', 'profile_id'])
    .executeTakeFirst()
  if (claimed) return claimed
  const open = await db
    .selectFrom('event_deliveries')
    .select('id')
    .where('id', '=', deliveryId)
    .where('state', 'in', ['queued', 'failed'])
    .executeTakeFirst()
  if (open) throw new Error('another process is sending this')
  return null
}

/** What became of a delivery. `reason` never has an address. */
export async function markDelivery(
  deliveryId: string,
  state: 'sent' | 'skipped' | 'failed',
  reason: string,
): Promise<void> {
  await db
    .updateTable('event_deliveries')
    .set({ state, reason, claimed_until: null, changed_at: sql<Date>`app_now()` })
    .where('id', '=', deliveryId)
    .execute()
}
