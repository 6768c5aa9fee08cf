import { sql } from 'kysely'
import { type Money, moneyFrom } from '#app/domain/money/money.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { type PaymentState, stateOf } from '#app/domain/payments/transaction.ts'
import { browserOf } from '#app/domain/identity/browser.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { ReturnTo } from '#app/domain/products/return-to.ts'
import { PRODUCT_INVARIANTS, type ProductFacts } from '#app/domain/products/registry.ts'
import type { ProductKind } from '#app/domain/products/product.ts'

/** A payment as its page may show it. `details` is only filled for the person who started it or bought it. */
export type PaymentView = {
  reference: string
  kind: ProductKind
  state: PaymentState
  /** The purchase itself is fulfilled; a success without it is refunded to the payer. */
  fulfilled: boolean
  /** The newest try failed at the gateway and no other is in progress, but the page can still be used. */
  lastTryFailed: boolean
  failureCode: string | null
  hasLink: boolean
  /** The gateway shows a successful charge, whether or not it matches what was requested. */
  moneyArrived: boolean
  isBuyer: boolean
  isCheckoutOwner: boolean
  details: PaymentDetails | null
}

export type PaymentDetails = {
  productName: string
  price: Money
  email: string
  startedAt: Date
  settledAt: Date | null
  link: string | null
  userCreated: boolean
  /** When what was bought ends: a pass, or a creator's week that has begun. */
  endsAt: Date | null
  returnTo: ReturnTo
  facts: ProductFacts
  /** The reasons of its refunds, as in refunds.reason. */
  refundReasons: string[]
}

/** The viewer: the account, and the secret of the browser that started the payment. */
export type PaymentViewer = { accountId: string | null; checkoutToken: string | null }

/** When what purchase `p` has granted ends, in whichever table of rights it is. */
const ENDS_AT = sql<Date | null>`coalesce(${sql.join(
  Object.values(PRODUCT_INVARIANTS).flatMap(({ rights }) =>
    rights?.endsAt
      ? [sql`(select ${sql.ref(rights.endsAt)} from ${sql.table(rights.table)} where purchase_id = p.id)`]
      : [],
  ),
)})`

/** A payment for its page, by reference. `checkoutToken` is the secret of the viewer's browser. Null for an unknown reference. */
export async function findPayment(reference: string, viewer: PaymentViewer): Promise<PaymentView | null> {
  const row = await db
    .selectFrom('transactions as t')
    .innerJoin('purchases as p', 'p.id', 't.purchase_id')
    .select(['t.flutterwave_tx_ref', 't.status', 't.stage', 't.failure_code', 't.checkout_link', 't.settled_at'])
    .select(['t.created_at', 'p.kind', 'p.product_name', 'p.amount_minor', 'p.currency', 'p.buyer_id', 'p.buyer_email'])
    .select(['p.checkout_hash', 'p.return_to', 'p.quote', 'p.user_created'])
    .select((eb) => [
      eb('p.state', '=', 'completed').as('fulfilled'),
      ENDS_AT.as('ends_at'),
      sql<string[]>`array(select r.reason from refunds r where r.transaction_id = t.id)`.as('refund_reasons'),
      sql<boolean>`exists (select from gateway_charges c where c.transaction_id = t.id and c.status = 'failed')
        and not exists (select from gateway_charges c where c.transaction_id = t.id and c.status in ('pending', 'unknown'))`.as(
        'last_try_failed',
      ),
      sql<boolean>`exists (select from gateway_charges c where c.transaction_id = t.id and c.outcome = 'settled' and c.gateway = ${paymentGateway().name})`.as(
        'settled',
      ),
      sql<boolean>`exists (select from gateway_charges c where c.transaction_id = t.id and c.status = 'succeeded')`.as(
        'money_arrived',
      ),
    ])
    .where('t.flutterwave_tx_ref', '=', reference)
    .executeTakeFirst()
  if (!row) return null
  const state = stateOf(row)
  const isBuyer = row.buyer_id !== null && row.buyer_id === viewer.accountId
  const isCheckoutOwner =
    viewer.checkoutToken !== null &&
    browserOf(viewer.checkoutToken).hashes.some((hash) => hash.equals(row.checkout_hash))
  return {
    reference: row.flutterwave_tx_ref,
    kind: row.kind,
    state,
    fulfilled: Boolean(row.fulfilled) && row.settled,
    lastTryFailed: state === 'awaiting_customer' && row.last_try_failed,
    failureCode: row.failure_code,
    moneyArrived: row.money_arrived,
    hasLink: row.checkout_link !== null && state === 'awaiting_customer',
    isBuyer,
    isCheckoutOwner,
    details:
      isBuyer || isCheckoutOwner
        ? {
            productName: row.product_name,
            price: moneyFrom(row),
            email: row.buyer_email,
            startedAt: row.created_at,
            settledAt: row.settled_at,
            link: state === 'awaiting_customer' ? row.checkout_link : null,
            userCreated: row.user_created,
            endsAt: row.ends_at,
            returnTo: row.return_to as ReturnTo,
            facts: row.quote as ProductFacts,
            refundReasons: row.refund_reasons,
          }
        : null,
  }
}
