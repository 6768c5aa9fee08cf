import type { PaymentState } from './transaction.ts'

/** A payment without an answer blocks its buyer at most this long. */
export const ABANDON_AFTER_HOURS = 24

const HOUR_MS = 3_600_000

/**
 * When the buyer may stop waiting for a payment that the gateway neither confirms nor refuses: a day after it began. Null where there is
 * nothing to wait for, or money has arrived.
 */
export function abandonableFrom(payment: { state: PaymentState; moneyArrived: boolean; startedAt: Date }): Date | null {
  const waits = payment.state === 'review' || payment.state === 'processing'
  if (!waits || payment.moneyArrived) return null
  return new Date(payment.startedAt.getTime() + ABANDON_AFTER_HOURS * HOUR_MS)
}
