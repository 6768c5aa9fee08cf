import type { PaymentState } from '#app/domain/payments/transaction.ts'

/** What we know when somebody returns from the payment page, or opens their payment again. */
export type CallbackFacts = {
  state: PaymentState
  /** The buyer has received what was paid for. */
  fulfilled: boolean
  /** The newest try failed at the gateway and no other is in progress, but the page can still be used. */
  lastTryFailed: boolean
  /** What the browser claims; it only chooses the text, and only where our own check agrees. */
  claimed: 'paid' | 'cancelled' | 'failed' | 'nothing'
  /** The gateway couldn't be reached just now. */
  checkFailed: boolean
  /** The gateway was checked for this page view; otherwise our data may be older than the payer's last step. */
  checkedNow: boolean
  /** The gateway shows a successful charge, whether or not it matches what was requested. */
  moneyArrived: boolean
}

export type CallbackView =
  | 'waiting'
  | 'success'
  | 'being_refunded'
  | 'cancelled'
  | 'failed'
  /** Money has arrived that doesn't match the request; staff checks it. */
  | 'in_review'
  /** No money has arrived, and for a day the gateway has reported neither success nor failure. */
  | 'unanswered'
  | 'check_failed'

/**
 * Which version of the callback page applies. An unknown outcome is never shown as failed: that requires a check that found no money, or a
 * try that the gateway reports as failed.
 */
export function callbackView(facts: CallbackFacts): CallbackView {
  const perhapsPaidSince = facts.claimed === 'paid' && !facts.checkedNow && !facts.checkFailed
  if (perhapsPaidSince && facts.state !== 'succeeded' && facts.state !== 'review') return 'waiting'
  switch (facts.state) {
    case 'succeeded':
      return facts.fulfilled ? 'success' : 'being_refunded'
    case 'cancelled':
      return 'cancelled'
    case 'failed':
    case 'expired':
      return 'failed'
    case 'review':
      return facts.moneyArrived ? 'in_review' : 'unanswered'
    case 'processing':
      return facts.checkFailed ? 'check_failed' : 'waiting'
    case 'created':
    case 'initiating':
    case 'awaiting_customer':
      if (facts.checkFailed) return 'check_failed'
      if (facts.claimed === 'cancelled') return 'cancelled'
      return facts.lastTryFailed || facts.claimed === 'failed' ? 'failed' : 'waiting'
    default:
      return facts.state satisfies never
  }
}

/** Seconds until a waiting page checks again: often at first, while the payer still holds the phone. */
export function secondsToNextCheck(secondsWaited: number): number {
  if (secondsWaited < 60) return 3
  return secondsWaited < 300 ? 5 : 15
}
