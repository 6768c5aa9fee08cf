import type { PaymentState } from '#app/domain/payments/transaction.ts'

/** What is known when somebody comes back from the payment page, or looks at their payment again. */
export type CallbackFacts = {
  state: PaymentState
  /** What was paid for has been given. */
  fulfilled: boolean
  /** The newest try has failed at the gateway and none is on the way, though the page can still be used. */
  lastTryFailed: boolean
  /** What the browser says; it picks words, and only where our own look agrees. */
  claimed: 'paid' | 'cancelled' | 'failed' | 'nothing'
  /** The gateway couldn't be asked just now. */
  checkFailed: boolean
  /** The gateway was asked for this very page; otherwise what is known may be older than what the payer just did. */
  checkedNow: boolean
  /** The gateway shows a charge that succeeded, whether or not it is what was asked for. */
  moneyArrived: boolean
}

export type CallbackView =
  | 'waiting'
  | 'success'
  | 'being_returned'
  | 'cancelled'
  | 'failed'
  /** Money has arrived that isn't what was asked for; a person looks at it. */
  | 'in_review'
  /** No money has arrived, and the gateway has called it neither paid nor failed for a day. */
  | 'unanswered'
  | 'check_failed'

/**
 * Which of the callback's pages is true. Unknown is never called failed: only a look that found no money, or a try that the gateway itself
 * calls failed, leads there.
 */
export function callbackView(facts: CallbackFacts): CallbackView {
  const perhapsPaidSince = facts.claimed === 'paid' && !facts.checkedNow && !facts.checkFailed
  if (perhapsPaidSince && facts.state !== 'succeeded' && facts.state !== 'review') return 'waiting'
  switch (facts.state) {
    case 'succeeded':
      return facts.fulfilled ? 'success' : 'being_returned'
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

/** Seconds until a page that waits looks again: often at first, when the phone is still in the hand. */
export function secondsToNextCheck(secondsWaited: number): number {
  if (secondsWaited < 60) return 3
  return secondsWaited < 300 ? 5 : 15
}
