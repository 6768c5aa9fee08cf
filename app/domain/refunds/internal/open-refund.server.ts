import { publish } from '#app/domain/events/publish.server.ts'
import type { Destination, RefundReason } from '#app/domain/payments/refund.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { destinationOf } from './carry-out.server.ts'
import { insertRefund, type RefundRow } from '#app/domain/payments/refund-rows.server.ts'

export type NewRefund = {
  reason: Extract<RefundReason, 'unused' | 'removed' | 'asked' | 'top_up_charged_back'>
  amountMinor: bigint
  destination: Destination
  askedBy: string | null
  note: string
}

/** Stores a refund request. It refers to the charge that paid, where one did. The purchase is locked. */
export async function openRefund(tx: Tx, purchase: PurchaseRow, requested: NewRefund): Promise<RefundRow> {
  const charge = await tx
    .selectFrom('gateway_charges as c')
    .innerJoin('transactions as t', 't.id', 'c.transaction_id')
    .select(['c.gateway', 'c.provider_id', 'c.transaction_id'])
    .where('t.purchase_id', '=', purchase.id)
    .where('c.outcome', '=', 'settled')
    .executeTakeFirst()
  const refund = await insertRefund(tx, {
    purchase_id: purchase.id,
    transaction_id: charge?.transaction_id ?? null,
    gateway: charge?.gateway ?? null,
    provider_id: charge?.provider_id ?? null,
    amount_minor: requested.amountMinor,
    currency: purchase.currency,
    reason: requested.reason,
    destination: destinationOf(purchase, requested.destination),
    asked_by: requested.askedBy,
    note: requested.note,
  })
  await publish(tx, {
    actorId: requested.askedBy,
    event: 'refund_asked',
    objectId: refund.id,
    detail: { purchase: purchase.id, reason: requested.reason },
  })
  return refund
}
