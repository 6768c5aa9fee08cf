import type { Charge, Failure } from '#app/gateways/flutterwave/port.ts'
import { GRACE_MINUTES } from '#app/domain/payments/check-schedule.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { type PaymentState, stateOf } from '#app/domain/payments/transaction.ts'
import { PAYMENT } from '#app/domain/settings/constants.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { applyCharges } from './internal/apply-charges.server.ts'
import { lockPayment, type TransactionRow } from '#app/domain/payments/lock-payment.server.ts'
import { scheduleAfterFailedCheck } from '#app/domain/payments/schedule-check.server.ts'

export type Completion =
  | { kind: 'unknown_reference' }
  /** The gateway couldn't be reached; the payment stays unchanged and is checked again later. */
  | { kind: 'unavailable'; failure: Failure }
  | { kind: 'looked'; state: PaymentState }

export type CompletionInput = {
  txRef: string
  /** A hint which charge to check first. It counts only if the gateway shows our reference on that charge. */
  providerId?: string
  /** The payer came back and reported that they left the page: if the check finds no money, the payment ends here. */
  left?: boolean
}

/**
 * Checks with the gateway what became of a payment and applies the result exactly once, whoever calls (webhook, callback page, reconciler),
 * in any order and any number of times. No database transaction is open during the gateway call.
 */
export async function completePurchase(input: CompletionInput): Promise<Completion> {
  const payment = await db
    .selectFrom('transactions')
    .selectAll()
    .where('flutterwave_tx_ref', '=', input.txRef)
    .executeTakeFirst()
  if (!payment) return { kind: 'unknown_reference' }
  const state = stateOf(payment)
  if (input.providerId && (await isSettledCharge(payment, input.providerId))) return { kind: 'looked', state }

  const overSince = endOf(payment)
  const timeOver = addMinutes(overSince, GRACE_MINUTES) <= now()
  const closing = input.left || (timeOver && payment.stage === 'awaiting_customer')
  // Closed before the check, so that nobody can pay between the check and the end.
  if (payment.checkout_link && payment.status === 'pending' && closing) await closeLink(payment.checkout_link)

  const check = await checkCharges(payment, input.providerId)
  if (!check.ok) {
    await scheduleAfterFailedCheck(payment, check.failure)
    return { kind: 'unavailable', failure: check.failure }
  }
  const applied = await inTransaction(async (tx) => {
    const locked = await lockPayment(tx, payment.id, payment.purchase_id)
    return applyCharges(tx, locked, check.charges, { left: input.left ?? false, timeOver, overSince, at: now() })
  })
  if (applied.closeLink && payment.checkout_link) await closeLink(payment.checkout_link)
  return { kind: 'looked', state: applied.state }
}

/** When the payment page of an attempt closes, or would have closed if there had been one. */
export function endOf(payment: Pick<TransactionRow, 'link_expires_at' | 'created_at'>): Date {
  return payment.link_expires_at ?? addMinutes(payment.created_at, PAYMENT.linkMinutes)
}

async function isSettledCharge(payment: TransactionRow, providerId: string): Promise<boolean> {
  const known = await db
    .selectFrom('gateway_charges')
    .select('fee_minor')
    .where('gateway', '=', paymentGateway().name)
    .where('provider_id', '=', providerId)
    .where('transaction_id', '=', payment.id)
    .where('outcome', '=', 'settled')
    .executeTakeFirst()
  return known !== undefined && known.fee_minor !== null
}

async function closeLink(link: string): Promise<void> {
  const closed = await paymentGateway().closeCheckout(link)
  if (closed.kind !== 'ok')
    log.info({ outcome: closed.kind }, 'a payment page could not be closed; late money is handled when it arrives')
}

type ChargeCheck = { ok: true; charges: Charge[] } | { ok: false; failure: Failure }

/** By the hinted id first, then by our reference. After a success all charges are listed, so that a second one is found. */
async function checkCharges(payment: TransactionRow, providerId: string | undefined): Promise<ChargeCheck> {
  const gateway = paymentGateway()
  const charges = new Map<string, Charge>()
  if (providerId) {
    const hinted = await gateway.getCharge(providerId)
    if (hinted.kind === 'ok' && hinted.value.reference === payment.flutterwave_tx_ref)
      charges.set(providerId, hinted.value)
    // An id that the gateway doesn't accept proves nothing about the payment: a return address may carry any id.
    else if (hinted.kind !== 'ok' && hinted.kind !== 'not_found' && hinted.kind !== 'rejected')
      return { ok: false, failure: hinted }
    if (charges.get(providerId)?.status === 'succeeded' && payment.status !== 'succeeded')
      return { ok: true, charges: [...charges.values()] }
  }
  const found = await gateway.findCharges(payment.flutterwave_tx_ref, { every: payment.status === 'succeeded' })
  if (found.kind === 'ok')
    for (const charge of found.value.filter((one) => !charges.has(one.providerId)))
      charges.set(charge.providerId, charge)
  else if (found.kind !== 'not_found' && charges.size === 0) return { ok: false, failure: found }
  return { ok: true, charges: [...charges.values()] }
}
