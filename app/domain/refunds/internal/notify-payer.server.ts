import { formatMoney } from '#app/domain/money/money.ts'
import { enqueueEmail } from '#app/domain/notifications/enqueue-email.server.ts'
import type { TemplateData } from '#app/domain/notifications/templates.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import { config } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { ChargebackRow } from './chargeback-row.ts'

/** Notifies the payer that their bank reversed the payment, or that we won in the end, in the transaction that posts it. */
export async function notifyPayer(
  tx: Tx,
  row: ChargebackRow,
  purchase: PurchaseRow,
  news: Pick<TemplateData<'payment_disputed'>, 'news' | 'ended'>,
): Promise<void> {
  const { baseUrl, adminEmailDomain } = config()
  await enqueueEmail(tx, purchase.buyer_email, 'payment_disputed', {
    ...news,
    productName: purchase.product_name,
    amount: formatMoney({ amountMinor: row.amount_minor!, currency: row.currency! }),
    contact: `hello@${adminEmailDomain}`,
    // A purchase that was never granted has no receipt while it is in review.
    link: purchase.state === 'completed' ? `${baseUrl}/receipts/${purchase.id}` : `${baseUrl}/subscription`,
  })
}
