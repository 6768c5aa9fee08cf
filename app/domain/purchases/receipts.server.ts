import type { Target } from '#app/domain/events/target.ts'
import { sql } from 'kysely'
import type { Currency, Money } from '#app/domain/money/money.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { foundAt } from '#app/domain/products/registry.ts'
import type { PurchaseRow, ProductKind } from '#app/domain/products/product.ts'
import { REVERSED } from '#app/domain/payments/reversed.ts'

/** `nothing`: a promo code discounted the whole price. */
export type PaidWith = 'card' | 'mobile_money' | 'wallet' | 'earnings' | 'nothing'

/** `charged_back`: by the payer's bank, in a chargeback that was not won. */
export type ReceiptOutcome = 'paid' | 'refund_due' | 'refunded' | 'charged_back' | 'pending' | 'failed' | 'review'

export type Receipt = {
  purchaseId: string
  /** Of the payment; for a purchase from a balance, the purchase's own. */
  reference: string
  productName: string
  price: Money
  method: PaidWith
  network: string | null
  at: Date
  outcome: ReceiptOutcome
}

type ReceiptRow = Omit<Receipt, 'price' | 'outcome'> & {
  amount_minor: bigint
  currency: Currency
  status: string
  settled: boolean
  refund_due: boolean
  refunded: boolean
  charged_back: boolean
}

// `c` is the chargeback, `g` the charge that it reverses.
const REVERSED_CHARGES = sql`chargebacks c join gateway_charges g on g.gateway = c.gateway and g.provider_id = c.provider_id
  where ${sql.raw(REVERSED)}`

/** Somebody's payments, newest first; unsuccessful attempts are included, so that they don't seem lost. */
export async function listReceipts(accountId: string, limit = 50): Promise<Receipt[]> {
  const { rows } = await sql<ReceiptRow>`
    select receipts.purchase_id as "purchaseId", receipts.reference, receipts.name as "productName", receipts.amount_minor, receipts.currency,
      receipts.method, receipts.network, receipts.at, receipts.status, receipts.settled,
      coalesce(back.is_open, false) as refund_due, coalesce(back.is_done, false) as refunded,
      -- Of a payment that was charged twice, the bank may reverse the charge that bought nothing.
      exists (select from ${REVERSED_CHARGES} and c.transaction_id = receipts.transaction_id and (g.outcome = 'settled' or not receipts.settled)) as charged_back
    from (
      select t.id as transaction_id, t.purchase_id, t.flutterwave_tx_ref as reference, t.description as name, t.amount_minor, t.currency, t.payment_method as method,
        t.network, coalesce(t.settled_at, t.created_at) as at, t.status, t.created_at as began,
        exists (select from gateway_charges c where c.transaction_id = t.id and c.outcome = 'settled') as settled
      from transactions t where t.user_id = ${accountId}
      union all
      select null, p.id, p.id::text, p.product_name, p.amount_minor, p.currency, p.paid_from, null, p.completed_at, 'succeeded', p.created_at, true
      from purchases p where p.buyer_id = ${accountId} and p.paid_from <> 'gateway' and p.state = 'completed'
      order by began desc, reference limit ${limit}
    ) as receipts
    left join lateral (
      select bool_or(r.state in ('requested', 'sending', 'unknown', 'sent')) as is_open, bool_or(r.state = 'completed') as is_done
      from refunds r where r.purchase_id = receipts.purchase_id
    ) as back on receipts.settled
    order by receipts.began desc, receipts.reference`.execute(db)
  return rows.map(({ amount_minor, currency, status, settled, refund_due, refunded, charged_back, ...row }) => ({
    ...row,
    price: { amountMinor: amount_minor, currency },
    outcome: outcomeOf({ status, settled, refund_due, refunded, charged_back }),
  }))
}

type Outcome = Pick<ReceiptRow, 'status' | 'settled' | 'refund_due' | 'refunded' | 'charged_back'>

function outcomeOf({ status, settled, refund_due, refunded, charged_back }: Outcome): ReceiptOutcome {
  if (status === 'pending') return 'pending'
  if (status === 'review') return 'review'
  if (status !== 'succeeded') return 'failed'
  if (charged_back) return 'charged_back'
  if (!settled || refund_due) return 'refund_due'
  return refunded ? 'refunded' : 'paid'
}

/** One paid purchase, as its buyer keeps it. */
export type ReceiptDetails = {
  purchaseId: string
  kind: ProductKind
  productName: string
  price: Money
  /** What has been refunded of it, and what is on its way. */
  refunded: Money
  refundDue: Money
  /** What the payer's bank has reversed of it. */
  reversed: Money
  method: PaidWith
  network: string | null
  reference: string
  at: Date
  /** Where the buyer finds what was bought; null where it was never granted, or ended because a bank reversed the charge. */
  foundAt: Target | null
}

type DetailRow = PurchaseRow & {
  reference: string | null
  payment_method: PaidWith | null
  network: string | null
  settled_at: Date | null
  refunded: bigint
  refund_due: bigint
  charged_back: bigint
}

/** The receipt of a purchase for its buyer; null for everybody else, and for a purchase that nobody was charged for. */
export async function findReceipt(accountId: string, purchaseId: string): Promise<ReceiptDetails | null> {
  if (!isId(purchaseId)) return null
  const { rows } = await sql<DetailRow>`
    select p.*, t.reference, t.payment_method, t.network, t.settled_at, back.refunded, back.refund_due,
      (select coalesce(sum(c.amount_minor), 0)::bigint from ${REVERSED_CHARGES} and c.purchase_id = p.id
        and (g.outcome = 'settled' or p.state <> 'completed')) as charged_back
    from purchases p
    left join lateral (
      select t.flutterwave_tx_ref as reference, t.payment_method, t.network, t.settled_at from transactions t
      where t.purchase_id = p.id and t.status = 'succeeded' order by t.settled_at limit 1
    ) as t on true
    cross join lateral (
      select coalesce(sum(r.amount_minor) filter (where r.state = 'completed'), 0)::bigint as refunded,
        coalesce(sum(r.amount_minor) filter (where r.state in ('requested', 'sending', 'unknown', 'sent')), 0)::bigint as refund_due
      from refunds r where r.purchase_id = p.id
    ) as back
    where p.id = ${purchaseId} and p.buyer_id = ${accountId} and (p.state = 'completed' or t.reference is not null)`.execute(
    db,
  )
  const row = rows[0]
  if (!row) return null
  const money = (amountMinor: bigint): Money => ({ amountMinor, currency: row.currency })
  return {
    purchaseId: row.id,
    kind: row.kind,
    productName: row.product_name,
    price: money(row.amount_minor),
    refunded: money(row.refunded),
    refundDue: money(row.refund_due),
    reversed: money(row.charged_back),
    method: row.paid_from === 'gateway' ? (row.payment_method ?? 'mobile_money') : row.paid_from,
    network: row.network,
    reference: row.reference ?? row.id,
    at: row.settled_at ?? row.completed_at ?? row.created_at,
    foundAt: row.state === 'completed' && row.charged_back === 0n ? foundAt(row) : null,
  }
}
