import { sql } from 'kysely'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'

/**
 * Refunds money that did not match the request, in the caller's transaction: the payment is closed, and the purchase is abandoned unless
 * another payment has paid for it.
 */
export async function closeUnmatched(
  tx: Tx,
  charge: { purchaseId: string; transactionId: string; gateway: string; providerId: string },
): Promise<void> {
  await tx
    .updateTable('gateway_charges')
    .set({ outcome: 'refund_due' })
    .where('gateway', '=', charge.gateway)
    .where('provider_id', '=', charge.providerId)
    .execute()
  // A charge under the same payment that is still in review keeps the payment open.
  await sql`update transactions t set status = 'succeeded', stage = 'closed', settled_at = ${now()}, updated_at = ${now()}
    where t.id = ${charge.transactionId} and t.status = 'review'
      and not exists (select from gateway_charges c where c.transaction_id = t.id and c.outcome = 'review')`.execute(tx)
  await tx
    .updateTable('purchases')
    .set({ state: 'abandoned' })
    .where('id', '=', charge.purchaseId)
    .where('state', '=', 'open')
    .execute()
}
