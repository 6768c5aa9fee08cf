import { sql } from 'kysely'
import type { Failure, Outcome, Checkout } from '#app/gateways/flutterwave/port.ts'
import { nextCheckAt } from '#app/domain/payments/check-schedule.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { decide, type PaymentEvent, stateOf } from '#app/domain/payments/transaction.ts'
import { isCurrency } from '#app/domain/money/money.ts'
import { PAYMENT, STATEMENT_NAME } from '#app/domain/settings/constants.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { log } from '#app/platform/log.server.ts'
import { movePayment } from './transactions.server.ts'
import { lockPayment, type TransactionRow } from './lock-payment.server.ts'

/** The address of the payment page, or that this attempt is already decided without one, or why there is none. */
export type LinkAnswer = { kind: 'link'; link: string } | { kind: 'decided' } | { kind: 'failed'; failure: Failure }

// Renewed by the process that calls the gateway; if that process dies, another may call after this many seconds.
const CALL_LEASE_SECONDS = 9
const RENEW_EVERY_MS = 3_000
const WAIT_FOR_OTHERS_MS = 12_000
const CHECK_EVERY_MS = 200
const QUICK_FAILURE_MS = 3_000
const MAX_TRIES = 3

/**
 * Gets the payment page of an attempt. One caller calls the gateway; others wait for its result. After a call with an unknown outcome the
 * same reference may be used again: nobody can have paid on a page that nobody was sent to.
 */
export async function requestLink(attempt: TransactionRow, returnUrl: string): Promise<LinkAnswer> {
  if (attempt.checkout_link) return { kind: 'link', link: attempt.checkout_link }
  if (!(await claimCall(attempt.id))) {
    const theirs = await waitForOthers(attempt.id)
    if (theirs) return theirs
  }
  const outcome = await whileLeased(attempt.id, () => ask(attempt, returnUrl))
  const { answer, close } = await inTransaction(async (tx): Promise<{ answer: LinkAnswer; close: boolean }> => {
    const { transaction } = await lockPayment(tx, attempt.id, attempt.purchase_id)
    const decision = decide(stateOf(transaction), eventOf(outcome))
    const at = now()
    const issued = outcome.kind === 'ok' && decision.next === 'awaiting_customer'
    await movePayment(tx, attempt.id, decision.next, {
      calling_until: null,
      ...(outcome.kind === 'ok'
        ? { checkout_link: outcome.value.link, link_expires_at: addMinutes(at, PAYMENT.linkMinutes) }
        : {}),
      ...(issued ? { next_check_at: nextCheckAt(transaction.created_at, at) } : {}),
      ...(decision.next === 'failed'
        ? { failure_code: outcome.kind, failure_text: messageOf(outcome), next_check_at: null }
        : {}),
    })
    if (decision.effect === 'alert')
      log.error(
        { outcome: outcome.kind },
        'the payment gateway refuses us: check the key, the account and the allow-list',
      )
    if (outcome.kind !== 'ok') return { answer: { kind: 'failed', failure: outcome }, close: false }
    return {
      answer: issued ? { kind: 'link', link: outcome.value.link } : { kind: 'decided' },
      close: decision.effect === 'close_link',
    }
  })
  // The attempt was ended while the gateway made this page: close it so that nobody pays on it.
  if (close && outcome.kind === 'ok') await paymentGateway().closeCheckout(outcome.value.link)
  return answer
}

function claimCall(transactionId: string): Promise<boolean> {
  return claim(transactionId, 'free')
}

function claimLapsedCall(transactionId: string): Promise<boolean> {
  return claim(transactionId, 'lapsed')
}

async function claim(transactionId: string, when: 'free' | 'lapsed'): Promise<boolean> {
  const claimed = await db
    .updateTable('transactions')
    .set({ stage: 'initiating', calling_until: sql`app_now() + make_interval(secs => ${CALL_LEASE_SECONDS})` })
    .where('id', '=', transactionId)
    .where('status', '=', 'pending')
    .where('stage', 'in', ['created', 'initiating'])
    .where('checkout_link', 'is', null)
    .where((where) =>
      where.or([
        where('calling_until', '<', sql<Date>`app_now()`),
        ...(when === 'free' ? [where('calling_until', 'is', null)] : []),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Keeps the claim during the gateway call, and no longer than this process lives. */
async function whileLeased<Value>(transactionId: string, call: () => Promise<Value>): Promise<Value> {
  const beat = setInterval(() => {
    db.updateTable('transactions')
      .set({ calling_until: sql`app_now() + make_interval(secs => ${CALL_LEASE_SECONDS})` })
      .where('id', '=', transactionId)
      .where('calling_until', 'is not', null)
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'the claim on a call could not be renewed'))
  }, RENEW_EVERY_MS)
  try {
    return await call()
  } finally {
    clearInterval(beat)
  }
}

/** A fast temporary failure is retried at once, under the same reference; a slow one has already taken too much of the buyer's time. */
async function ask(attempt: TransactionRow, returnUrl: string): Promise<Outcome<Checkout>> {
  const { amount_minor: amountMinor, currency, payment_method: method } = attempt
  invariant(
    isCurrency(currency) && (method === 'card' || method === 'mobile_money'),
    'a stored attempt has a supported currency and method',
  )
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    const started = performance.now()
    const outcome = await paymentGateway().createCheckout({
      reference: attempt.flutterwave_tx_ref,
      amount: { amountMinor, currency },
      method,
      customer: { name: attempt.customer_name, email: attempt.email, phone: attempt.phone_number },
      returnUrl,
      sessionMinutes: PAYMENT.linkMinutes,
      title: config().brandName,
      description: STATEMENT_NAME,
    })
    const passing =
      outcome.kind === 'ambiguous' ||
      (outcome.kind === 'throttled' && (outcome.retryAfterMs ?? 0) <= QUICK_FAILURE_MS * 2)
    if (!passing || attemptNumber === MAX_TRIES || performance.now() - started > QUICK_FAILURE_MS) return outcome
    await pause(outcome.kind === 'throttled' ? (outcome.retryAfterMs ?? 1_000) : 300 * attemptNumber)
  }
}

/** Another caller is calling the gateway for this attempt: their answer is ours too. Null when they died and the claim is ours now. */
async function waitForOthers(transactionId: string): Promise<LinkAnswer | null> {
  for (let waited = 0; waited <= WAIT_FOR_OTHERS_MS; waited += CHECK_EVERY_MS) {
    const row = await db
      .selectFrom('transactions')
      .select(['checkout_link', 'status', 'stage', 'calling_until', 'failure_code', 'failure_text'])
      .where('id', '=', transactionId)
      .executeTakeFirstOrThrow()
    if (row.status === 'pending' && row.stage === 'awaiting_customer' && row.checkout_link)
      return { kind: 'link', link: row.checkout_link }
    if (row.status === 'failed') return { kind: 'failed', failure: failureOf(row.failure_code, row.failure_text) }
    if (row.status !== 'pending' || row.stage === 'processing') return { kind: 'decided' }
    if (row.calling_until === null && row.stage === 'initiating')
      return { kind: 'failed', failure: { kind: 'ambiguous', cause: 'the call for the page failed' } }
    if (await claimLapsedCall(transactionId)) return null
    await pause(CHECK_EVERY_MS)
  }
  return { kind: 'decided' }
}

function failureOf(code: string | null, text: string | null): Failure {
  return code === 'rejected'
    ? { kind: 'rejected', message: text ?? '' }
    : { kind: 'misconfigured', message: text ?? '' }
}

function eventOf(outcome: Outcome<Checkout>): PaymentEvent {
  switch (outcome.kind) {
    case 'ok':
      return 'link_issued'
    case 'rejected':
    case 'not_found':
      return 'create_rejected'
    case 'misconfigured':
      return 'create_misconfigured'
    case 'ambiguous':
    case 'throttled':
      return 'create_ambiguous'
    default:
      return outcome satisfies never
  }
}

function messageOf(outcome: Outcome<Checkout>): string {
  return 'message' in outcome ? outcome.message : outcome.kind
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
