import type { RefundRow } from '#app/domain/payments/refund-rows.server.ts'
import type { Currency } from '#app/domain/money/money.ts'
import { labelsOf } from '#app/domain/products/registry.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { RefundForDecision } from '../policy.ts'

/** Locks a refund for a decision, always in this order: the purchase, then the refund. Null where there is none. */
export async function lockRefund(
  tx: Tx,
  refundId: string,
): Promise<{ refund: RefundRow; purchase: PurchaseRow } | null> {
  const known = await tx.selectFrom('refunds').select('purchase_id').where('id', '=', refundId).executeTakeFirst()
  if (!known) return null
  const purchase = await lockPurchase(tx, known.purchase_id)
  const refund = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refundId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { refund, purchase: purchase! }
}

export async function lockPurchase(tx: Tx, purchaseId: string): Promise<PurchaseRow | null> {
  const purchase = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirst()
  return purchase ?? null
}

/** The facts that the policies need. */
export function forDecision(
  refund: RefundRow,
  purchase: PurchaseRow,
): RefundForDecision & { currency: Currency; toSource: boolean } {
  const { creatorId = null } = purchase.quote as { creatorId?: string }
  return {
    state: refund.state,
    buyerId: purchase.buyer_id,
    creatorId,
    askedBy: refund.asked_by,
    decidedBy: refund.decided_by,
    currency: refund.currency,
    // A refunded top-up can't go back into the wallet: it was taken out of it.
    toSource:
      refund.destination === 'source' &&
      (refund.reason === 'unmatched' || !labelsOf(purchase.kind).fillsWallet) &&
      purchase.buyer_id !== null,
  }
}

/** Whether money that did not match can go into a wallet: in shillings, with a known owner. */
export function mayGoToWallet(refund: RefundRow, purchase: PurchaseRow): boolean {
  return refund.reason === 'unmatched' && refund.currency === 'UGX' && purchase.buyer_id !== null
}
