import { type Currency, type Money, moneyFrom } from '#app/domain/money/money.ts'
import { queryPrepared } from '#app/platform/db.server.ts'

export type PendingPass = { reference: string; productName: string; price: Money }

/** The newest unfinished payment for a pass within the last day; null where there is none. Its own page shows more. */
export async function findPendingPass(accountId: string): Promise<PendingPass | null> {
  const [row] = await queryPrepared<{ reference: string; name: string; amount_minor: bigint; currency: Currency }>(
    'pending-pass',
    `select t.flutterwave_tx_ref as reference, p.product_name as name, t.amount_minor, t.currency
     from transactions t join purchases p on p.id = t.purchase_id
     where p.buyer_id = $1 and p.kind = 'pass' and t.status = 'pending' and t.stage in ('awaiting_customer', 'processing')
       and t.created_at > (select app_now()) - interval '1 day'
     order by t.created_at desc limit 1`,
    [accountId],
  )
  return row ? { reference: row.reference, productName: row.name, price: moneyFrom(row) } : null
}
