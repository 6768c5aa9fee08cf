import { publish } from '#app/domain/events/publish.server.ts'
import { decide, stateOf } from '#app/domain/payments/transaction.ts'
import { movePayment } from '#app/domain/payments/transactions.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { PurchaseRow, TransactionRow } from '#app/domain/payments/lock-payment.server.ts'

type Abandoned = {
  purchase: PurchaseRow
  transaction: TransactionRow
  /** The person who ends it; null where the buyer is a visitor. */
  actorId: string | null
  /** When to check with the gateway again for late money; null for never. */
  nextCheckAt: Date | null
}

/**
 * Ends a locked payment without money, so that its buyer can start again. Money that arrives later buys the product or is refunded. False
 * where the payment's state does not allow this.
 */
export async function abandonOpenPayment(
  tx: Tx,
  { purchase, transaction, actorId, nextCheckAt }: Abandoned,
): Promise<boolean> {
  const before = stateOf(transaction)
  const { next } = decide(before, 'abandoned')
  if (next === before) return false
  await movePayment(tx, transaction.id, next, { next_check_at: nextCheckAt })
  if (purchase.state === 'open')
    await tx.updateTable('purchases').set({ state: 'abandoned' }).where('id', '=', purchase.id).execute()
  await publish(tx, {
    actorId,
    event: 'payment_given_up',
    objectId: transaction.id,
    detail: { from: before, to: next },
  })
  return true
}
