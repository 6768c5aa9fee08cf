import type { PayloadOf } from '#app/domain/events/registry.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { creatorIn } from '#app/domain/payments/creator-in.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import { config } from '#app/platform/config.server.ts'
import type { ChargebackRow } from './chargeback-row.ts'

/** What the payer is told where their bank took back the payment, or where we won in the end. */
export function disputeNewsOf(row: ChargebackRow, purchase: PurchaseRow): PayloadOf<'payment_dispute_won'> {
  return {
    buyer: { id: purchase.buyer_id, email: purchase.buyer_email },
    aboutId: creatorIn(purchase),
    productName: purchase.product_name,
    amount: formatMoney({ amountMinor: row.amount_minor!, currency: row.currency! }),
    contact: `hello@${config().adminEmailDomain}`,
    receiptOf: purchase.state === 'completed' ? purchase.id : null,
  }
}
