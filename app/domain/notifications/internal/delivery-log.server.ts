import { sql } from 'kysely'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'

type Claimed = { id: string; event_id: string; recipient: string; profile_id: string | null }

/**
 * Claims a delivery that is not done yet for so many minutes: no other process sends it meanwhile. Null where it is done. Throws where
 * another process is sending it, so that the queue tries again: that process may have died.
 */
export async function claimDelivery(deliveryId: string, minutes: number): Promise<Claimed | null> {
  return (await claim('id', deliveryId, minutes))[0] ?? null
}

/** Claims in the same way what is not done yet of a digest; together, so that another process has all of it or nothing. */
export async function claimDigest(digestId: string, minutes: number): Promise<string[]> {
  return (await claim('digest_id', digestId, minutes)).map(({ id }) => id)
}

async function claim(column: 'id' | 'digest_id', id: string, minutes: number): Promise<Claimed[]> {
  const at = now()
  const claimed = await db
    .updateTable('event_deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      claimed_until: addMinutes(at, minutes),
      changed_at: sql<Date>`app_now()`,
    }))
    .where(column, '=', id)
    .where('state', 'in', ['queued', 'failed'])
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', at)]))
    .returning(['id', 'event_id', 'recipient', 'profile_id'])
    .execute()
  if (claimed.length > 0) return claimed
  const open = await db
    .selectFrom('event_deliveries')
    .select('id')
    .where(column, '=', id)
    .where('state', 'in', ['queued', 'failed'])
    .executeTakeFirst()
  if (open) throw new Error('another process is sending this')
  return []
}

/** What became of a delivery. `reason` never has an address. */
export function markDelivery(deliveryId: string, state: 'sent' | 'skipped' | 'failed', reason: string): Promise<void> {
  return markDeliveries([deliveryId], state, reason)
}

export async function markDeliveries(
  deliveryIds: readonly string[],
  state: 'sent' | 'skipped' | 'failed',
  reason: string,
): Promise<void> {
  if (deliveryIds.length === 0) return
  await db
    .updateTable('event_deliveries')
    .set({ state, reason, claimed_until: null, changed_at: sql<Date>`app_now()` })
    .where('id', 'in', deliveryIds)
    .execute()
}
