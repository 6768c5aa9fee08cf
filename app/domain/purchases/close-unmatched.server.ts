import { closeUnmatchedCharge } from '#app/domain/payments/transactions.server.ts'
import type { Tx } from '#app/platform/db.server.ts'

/**
 * Refunds money that did not match the request, in the caller's transaction: the payment is closed, and the purchase is abandoned unless
 * another payment has paid for it.
 */
export async function closeUnmatched(
  tx: Tx,
  charge: { purchaseId: string; transactionId: string; gateway: string; providerId: string },
): Promise<void> {
  await closeUnmatchedCharge(tx, charge)
  await tx
    .updateTable('purchases')
    .set({ state: 'abandoned' })
    .where('id', '=', charge.purchaseId)
    .where('state', '=', 'open')
    .execute()
}
