import { sql } from 'kysely'
import type { Failure } from '#app/gateways/flutterwave/port.ts'
import { GRACE_MINUTES, nextCheckAt } from '#app/domain/payments/check-schedule.ts'
import type { PaymentState } from '#app/domain/payments/transaction.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import type { TransactionRow } from './lock-payment.server.ts'

/**
 * When to check a payment next. A success is checked once more after its page has closed, for a second payment or for a fee that was not
 * known; everything else until a week is over. A payment whose page was never handed out needs no check.
 */
export function nextCheckAfter(
  payment: TransactionRow,
  state: PaymentState,
  facts: { overSince: Date; feeKnown: boolean; at: Date },
): Date | null {
  if (state === 'succeeded') {
    const lastCheck = addMinutes(facts.overSince, GRACE_MINUTES + 1)
    if (lastCheck > facts.at) return lastCheck
    return facts.feeKnown ? null : nextCheckAt(payment.created_at, facts.at)
  }
  if (state === 'failed' && payment.checkout_link === null) return null
  return nextCheckAt(payment.created_at, facts.at)
}

/** The gateway couldn't be reached: nothing is known, so only the time of the next check changes. */
export async function scheduleAfterFailedCheck(payment: TransactionRow, failure: Failure): Promise<void> {
  if (failure.kind === 'misconfigured')
    log.error(
      { message: failure.message },
      'the payment gateway refuses us: check the key, the account and the allow-list',
    )
  else log.warn({ outcome: failure.kind }, 'the payment gateway could not be reached')
  const patience = failure.kind === 'throttled' ? Math.max(failure.retryAfterMs ?? 0, 30_000) : 10_000
  const soonest = new Date(now().getTime() + patience)
  const planned = nextCheckAt(payment.created_at, now())
  await db
    .updateTable('transactions')
    .set({
      next_check_at: planned && planned > soonest ? planned : soonest,
      check_count: sql`check_count + 1`,
      last_checked_at: sql`app_now()`,
    })
    .where('id', '=', payment.id)
    .execute()
}
