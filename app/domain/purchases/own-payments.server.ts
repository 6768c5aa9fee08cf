import { type Currency, type Money, moneyFrom } from '#app/domain/money/money.ts'
import { queryPrepared } from '#app/platform/db.server.ts'

type Row = { reference: string; kind: string; name: string; amount_minor: bigint; currency: Currency; at: Date }

export type OwnPayment = { reference: string; kind: string; productName: string; price: Money; at: Date }
/** A payment that has a receipt. */
export type PaidPurchase = OwnPayment & { purchaseId: string }

/** What somebody has paid for and received, from outside or from a balance, newest first. */
export async function listRecentPayments(accountId: string, limit: number): Promise<PaidPurchase[]> {
  const rows = await queryPrepared<Row & { purchase_id: string }>(
    'recent-payments',
    `select * from (
       select p.id as purchase_id, t.flutterwave_tx_ref as reference, p.kind, p.product_name as name, t.amount_minor, t.currency,
         coalesce(t.settled_at, t.created_at) as at
       from transactions t join purchases p on p.id = t.purchase_id
       where p.buyer_id = $1 and p.state = 'completed' and t.status = 'succeeded'
         and exists (select from gateway_charges c where c.transaction_id = t.id and c.outcome = 'settled')
       union all
       select p.id, p.id::text, p.kind, p.product_name, p.amount_minor, p.currency, p.completed_at from purchases p
       where p.buyer_id = $1 and p.state = 'completed' and p.paid_from <> 'gateway'
     ) as paid order by at desc, reference limit $2`,
    [accountId, limit],
  )
  return rows.map((row) => ({
    purchaseId: row.purchase_id,
    reference: row.reference,
    kind: row.kind,
    productName: row.name,
    price: moneyFrom(row),
    at: row.at,
  }))
}

/** The newest unfinished payment for a pass within the last day; null where there is none. Its own page shows more. */
export async function findPendingPass(accountId: string): Promise<OwnPayment | null> {
  const [row] = await queryPrepared<Row>(
    'pending-pass',
    `select t.flutterwave_tx_ref as reference, p.kind, p.product_name as name, t.amount_minor, t.currency, t.created_at as at
     from transactions t join purchases p on p.id = t.purchase_id
     where p.buyer_id = $1 and p.kind = 'pass' and t.status = 'pending' and t.stage in ('awaiting_customer', 'processing')
       and t.created_at > (select app_now()) - interval '1 day'
     order by t.created_at desc limit 1`,
    [accountId],
  )
  return (
    (row && { reference: row.reference, kind: row.kind, productName: row.name, price: moneyFrom(row), at: row.at }) ??
    null
  )
}
