import type { Currency, Money } from '#app/domain/money/money.ts'
import type { ProductFacts } from '#app/domain/products/registry.ts'
import { queryPrepared } from '#app/platform/db.server.ts'

/** A payment that has a receipt. */
export type PaidPurchase = {
  purchaseId: string
  reference: string
  facts: ProductFacts
  productName: string
  price: Money
  at: Date
}

/** What somebody has paid for and received, from outside or from a balance, newest first. */
export async function listRecentPayments(accountId: string, limit: number): Promise<PaidPurchase[]> {
  const rows = await queryPrepared<Omit<PaidPurchase, 'price'> & { amount_minor: bigint; currency: Currency }>(
    'recent-payments',
    `select * from (
       select p.id as "purchaseId", t.flutterwave_tx_ref as reference, p.quote as facts, p.product_name as "productName", t.amount_minor, t.currency,
         coalesce(t.settled_at, t.created_at) as at
       from transactions t join purchases p on p.id = t.purchase_id
       where p.buyer_id = $1 and p.state = 'completed' and t.status = 'succeeded'
         and exists (select from gateway_charges c where c.transaction_id = t.id and c.outcome = 'settled')
       union all
       select p.id, p.id::text, p.quote, p.product_name, p.amount_minor, p.currency, p.completed_at from purchases p
       where p.buyer_id = $1 and p.state = 'completed' and p.paid_from <> 'gateway'
     ) as paid order by at desc, reference limit $2`,
    [accountId, limit],
  )
  return rows.map(({ amount_minor: amountMinor, currency, ...paid }) => ({ ...paid, price: { amountMinor, currency } }))
}
