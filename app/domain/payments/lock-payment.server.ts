import type { Selectable } from 'kysely'
import type { Purchases, Transactions } from '../../../db/types.ts'
import type { Tx } from '#app/platform/db.server.ts'

export type PurchaseRow = Selectable<Purchases>
export type TransactionRow = Selectable<Transactions>

/** Locks a payment for a decision, always in this order: the purchase, then the transaction. */
export async function lockPayment(
  tx: Tx,
  transactionId: string,
  purchaseId: string,
): Promise<{ purchase: PurchaseRow; transaction: TransactionRow }> {
  const purchase = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const transaction = await tx
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', transactionId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { purchase, transaction }
}
