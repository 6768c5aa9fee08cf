import { isCurrency, type Money } from '#app/domain/money/money.ts'
import { queryPrepared } from '#app/platform/db.server.ts'

type Row = { reference: string; kind: string; name: string; amount_minor: bigint; currency: string; at: Date }

function priceOf(row: Row): Money {
  return { amountMinor: row.amount_minor, currency: isCurrency(row.currency) ? row.currency : 'UGX' }
}

export type OwnPayment = { reference: string; kind: string; productName: string; price: Money; at: Date }

/** What somebody has paid for and got, the newest first. */
export async function listRecentPayments(accountId: string, limit: number): Promise<OwnPayment[]> {
  const rows = await queryPrepared<Row>(
    'recent-payments',
    `select t.flutterwave_tx_ref as reference, p.kind, p.product_name as name, t.amount_minor, t.currency, coalesce(t.settled_at, t.created_at) as at
     from transactions t join purchases p on p.id = t.purchase_id
     where p.buyer_id = $1 and p.state = 'completed' and t.status = 'succeeded'
       and exists (select from gateway_charges c where c.transaction_id = t.id and c.outcome = 'settled')
     order by coalesce(t.settled_at, t.created_at) desc, t.id limit $2`,
    [accountId, limit],
  )
  return rows.map((row) => ({
    reference: row.reference,
    kind: row.kind,
    productName: row.name,
    price: priceOf(row),
    at: row.at,
  }))
}

/** The payment for a pass that hasn't come to an end, of the last day; null where there is none. Its own page tells more. */
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
    (row && { reference: row.reference, kind: row.kind, productName: row.name, price: priceOf(row), at: row.at }) ??
    null
  )
}
