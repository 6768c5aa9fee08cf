import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { maskEmail, normaliseEmail } from '#app/domain/identity/email.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import type { Currency, Money } from '#app/domain/money/money.ts'
import { abandonableFrom } from '#app/domain/payments/abandonment.ts'
import { tailOfShortReference } from '#app/domain/payments/reference.ts'
import { type PaymentState, stateOf } from '#app/domain/payments/transaction.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { refuse, ok, type Result } from '#app/platform/result.ts'
import { recheckPurchase } from './recheck-purchase.server.ts'

/** A payment as support sees it: its status and what the gateway shows, with the payer's address masked. */
export type StaffPayment = {
  id: string
  reference: string
  productName: string
  price: Money
  maskedEmail: string
  method: 'card' | 'mobile_money'
  state: PaymentState
  moneyArrived: boolean
  /** The purchase is fulfilled. */
  fulfilled: boolean
  startedAt: Date
  lastAskedAt: Date | null
  failureCode: string | null
  /** From when the buyer may stop waiting; null where there is nothing to wait for. */
  abandonableFrom: Date | null
}

const MAX_PAYMENTS = 20

/**
 * Payments by the reference that their pages show ("PCH-7F2A-0931"), by the full one, or by the e-mail address of an account; newest first,
 * 20 at most. Each search is recorded: with the payments that it found, or that it found none.
 */
export async function lookUpPayments(
  actor: Actor,
  typed: string,
): Promise<Result<StaffPayment[], { kind: 'not_permitted' }>> {
  if (!hasPermission(actor, 'accounts.view_masked')) return refuse({ kind: 'not_permitted' })
  const text = typed.trim()
  const payments = await inTransaction(async (tx) => {
    const found = await findPayments(tx, text)
    for (const { id } of found)
      await publish(tx, {
        actorId: actor!.id,
        event: 'payment_looked_up',
        objectId: id,
      })
    if (found.length === 0)
      await publish(tx, {
        actorId: actor!.id,
        event: 'payment_search_without_hits',
        objectId: actor!.id,
      })
    return found
  })
  return ok(payments)
}

async function findPayments(tx: Tx, text: string): Promise<StaffPayment[]> {
  const tail = tailOfShortReference(text)
  const email = normaliseEmail(text)
  type Row = Omit<StaffPayment, 'price' | 'maskedEmail' | 'state' | 'abandonableFrom'> & {
    amount_minor: bigint
    currency: Currency
    email: string
    status: string
    stage: string
  }
  const { rows } = await sql<Row>`
    select t.id, t.flutterwave_tx_ref as reference, p.product_name as "productName", t.amount_minor, t.currency, t.email,
      t.payment_method as method, t.status, t.stage,
      exists (select from gateway_charges c where c.transaction_id = t.id and c.status = 'succeeded') as "moneyArrived",
      p.state = 'completed' as fulfilled, t.created_at as "startedAt", t.last_checked_at as "lastAskedAt", t.failure_code as "failureCode"
    from transactions t join purchases p on p.id = t.purchase_id
    where t.id in (
      select id from transactions where flutterwave_tx_ref = ${text}
      union select id from transactions where upper(right(flutterwave_tx_ref, 8)) = ${tail}
      union select x.id from profiles a join transactions x on x.user_id = a.id where a.email = ${email})
    order by t.created_at desc, t.id desc limit ${MAX_PAYMENTS}`.execute(tx)
  return rows.map(({ amount_minor, currency, email: address, status, stage, ...row }) => {
    const state = stateOf({ status, stage })
    const price = { amountMinor: amount_minor, currency }
    return {
      ...row,
      price,
      maskedEmail: maskEmail(address),
      state,
      abandonableFrom: abandonableFrom({ ...row, state }),
    }
  })
}

/** Support checks a payment with the gateway now; the result is applied as always. */
export async function recheckForStaff(
  actor: Actor,
  reference: string,
): Promise<Result<{ answered: boolean }, { kind: 'not_permitted' }>> {
  if (!hasPermission(actor, 'accounts.view_masked')) return refuse({ kind: 'not_permitted' })
  await inTransaction(async (tx) => {
    const transaction = await tx
      .selectFrom('transactions')
      .select('id')
      .where('flutterwave_tx_ref', '=', reference)
      .executeTakeFirst()
    if (transaction)
      await publish(tx, {
        actorId: actor!.id,
        event: 'payment_rechecked_by_staff',
        objectId: transaction.id,
      })
  })
  const checked = await recheckPurchase({ txRef: reference })
  return ok({ answered: checked === null || checked.kind === 'looked' })
}
