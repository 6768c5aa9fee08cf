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
       where p.buyer_id = $1 and p.paid_from = 'gateway' and p.state = 'completed' and t.status = 'succeeded'
         and exists (select from gateway_charges c where c.transaction_id = t.id and c.outcome = 'settled')
       union all
       (select p.id, p.id::text, p.quote, p.product_name, p.amount_minor, p.currency, p.completed_at from purchases p
       where p.buyer_id = $1 and p.state = 'completed' and p.paid_from <> 'gateway' order by p.completed_at desc, p.id limit $2)
     ) as paid order by at desc, reference limit $2`,
    [accountId, limit],
  )
  return rows.map(({ amount_minor: amountMinor, currency, ...paid }) => ({ ...paid, price: { amountMinor, currency } }))
}

/** A payment without an answer yet, or one that a person checks. */
export type PendingPayment = Omit<PaidPurchase, 'purchaseId'> & {
  method: 'card' | 'mobile_money'
  network: string | null
  state: 'pending' | 'review'
}

/** What somebody has begun to pay and nobody has confirmed, from the first second on, newest first. Few: each ends within a day or two. */
export async function findPendingPayments(accountId: string): Promise<PendingPayment[]> {
  const rows = await queryPrepared<Omit<PendingPayment, 'price'> & { amount_minor: bigint; currency: Currency }>(
    'pending-payments',
    `select t.flutterwave_tx_ref as reference, p.quote as facts, p.product_name as "productName", t.amount_minor, t.currency,
       t.created_at as at, t.payment_method as method, t.network, t.status as state
     from transactions t join purchases p on p.id = t.purchase_id
     where t.user_id = $1 and t.status in ('pending', 'review') and p.state <> 'completed'
     order by t.created_at desc, t.id`,
    [accountId],
  )
  return rows.map(({ amount_minor: amountMinor, currency, ...pending }) => ({
    ...pending,
    price: { amountMinor, currency },
  }))
}
