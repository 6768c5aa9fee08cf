import { sql } from 'kysely'
import { lockEarnings } from '#app/domain/earnings/lock-earnings.server.ts'
import type { Tx } from '#app/platform/db.server.ts'

/**
 * Locks the earnings of everybody who earned by these purchases, and of these creators, always ordered by creator, so that two chargebacks
 * never deadlock.
 */
export async function lockEarningsOf(
  tx: Tx,
  purchaseIds: readonly string[],
  creatorIds: readonly string[] = [],
): Promise<void> {
  const { rows } = await sql<{ creator_id: string }>`
    select l.creator_id from share_lines l join subscriptions s on s.id = l.pass_id where s.purchase_id = any(${purchaseIds}::uuid[])
    union select creator_id from earnings where cause_kind = 'purchase' and cause_id = any(${purchaseIds}::uuid[])
    union select unnest(${creatorIds}::uuid[])
    order by creator_id`.execute(tx)
  for (const { creator_id: creatorId } of rows) await lockEarnings(tx, creatorId)
}
