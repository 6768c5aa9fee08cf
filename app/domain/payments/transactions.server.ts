import { sql, type Updateable } from 'kysely'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import type { Money } from '#app/domain/money/money.ts'
import { PAYMENT } from '#app/domain/settings/constants.ts'
import type { Transactions } from '../../../db/types.ts'
import type { TransactionRow } from './lock-payment.server.ts'
import type { Network } from './mobile-network.ts'
import { mintReference } from './reference.ts'
import { type PaymentState, rowOf } from './transaction.ts'

export type Payer = {
  name: string
  email: string
  phone: string | null
  method: 'card' | 'mobile_money'
  network: Network | null
}

/** One attempt to collect the price of a purchase; its names are those of the product. */
export type NewPayment = {
  purchaseId: string
  accountId: string | null
  payer: Payer
  price: Money
  description: string
  names: { prefix: string; what: string; type: string; plan?: null }
}

export function insertPayment(tx: Tx, payment: NewPayment): Promise<TransactionRow> {
  const { accountId, payer, price, names } = payment
  const at = now()
  return tx
    .insertInto('transactions')
    .values({
      id: newId(),
      purchase_id: payment.purchaseId,
      user_id: accountId,
      unauthenticated: accountId === null,
      flutterwave_tx_ref: mintReference(names.prefix, names.what, at),
      transaction_type: names.type,
      payment_method: payer.method,
      network: payer.method === 'mobile_money' ? payer.network : null,
      amount_minor: price.amountMinor,
      currency: price.currency,
      phone_number: payer.phone,
      email: payer.email,
      customer_name: payer.name,
      description: payment.description,
      metadata: JSON.stringify({
        plan: names.plan === null ? null : names.what,
        user_email: payer.email,
        unauthenticated: accountId === null,
      }),
      stage: 'created',
      next_check_at: addMinutes(at, PAYMENT.linkMinutes),
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Facts = Omit<Updateable<Transactions>, 'id' | 'purchase_id' | 'status' | 'stage' | 'updated_at'>

/** Moves a locked payment to a state, with what is known of it since. */
export async function movePayment(tx: Tx, id: string, state: PaymentState, facts: Facts = {}): Promise<void> {
  await tx
    .updateTable('transactions')
    .set({ ...rowOf(state), ...facts, updated_at: now() })
    .where('id', '=', id)
    .execute()
}

/** Whose payment it is: the account of a visitor is known when the money has arrived. */
export async function setPayerAccount(tx: Tx, id: string, accountId: string): Promise<void> {
  await tx.updateTable('transactions').set({ user_id: accountId }).where('id', '=', id).execute()
}

/** Lets one caller check a payment in every interval, so that a refreshing page doesn't flood the gateway. */
export async function claimCheck(txRef: string, everySeconds: number): Promise<boolean> {
  const claimed = await db
    .updateTable('transactions')
    .set({ last_checked_at: sql`app_now()` })
    .where('flutterwave_tx_ref', '=', txRef)
    .where((where) =>
      where.or([
        where('last_checked_at', 'is', null),
        where('last_checked_at', '<', sql<Date>`app_now() - make_interval(secs => ${everySeconds})`),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** References of payments that are due for a check, the longest overdue first; claimed for two minutes. Several workers share the work. */
export async function claimDueChecks(limit: number): Promise<string[]> {
  const { rows } = await sql<{ tx_ref: string }>`
    update transactions set next_check_at = app_now() + interval '2 minutes'
    where id in (select id from transactions where next_check_at <= app_now() order by next_check_at limit ${limit} for update skip locked)
    returning flutterwave_tx_ref as tx_ref`.execute(db)
  return rows.map((row) => row.tx_ref)
}

/** Money that did not match is refunded: its charge is due back, and its payment closed, unless another charge of it is in review. */
export async function closeUnmatchedCharge(
  tx: Tx,
  charge: { transactionId: string; gateway: string; providerId: string },
): Promise<void> {
  await tx
    .updateTable('gateway_charges')
    .set({ outcome: 'refund_due' })
    .where('gateway', '=', charge.gateway)
    .where('provider_id', '=', charge.providerId)
    .execute()
  await sql`update transactions t set status = 'succeeded', stage = 'closed', settled_at = ${now()}, updated_at = ${now()}
    where t.id = ${charge.transactionId} and t.status = 'review'
      and not exists (select from gateway_charges c where c.transaction_id = t.id and c.outcome = 'review')`.execute(tx)
}
