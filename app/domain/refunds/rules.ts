import type { Currency } from '#app/domain/money/money.ts'

const HOUR_MS = 3_600_000

/** The facts of a purchase for a refund request. Minor units of its price. */
export type RefundFacts = {
  completed: boolean
  paidAt: Date
  /** The part of the price that has not been refunded, and isn't on its way. */
  restMinor: bigint
  /** Used since it was bought: a pass that has opened something. */
  used: boolean
  /** For so many hours the rule refunds it as long as it is unused; null where it does not. */
  unusedHours: number | null
  /** What was bought no longer exists: a moderator or its creator has removed it. */
  removed: boolean
  /** A week of visibility that has begun. */
  begun: boolean
  /** Somebody has requested it already, and nobody has decided yet. */
  asked: boolean
  /** A bank has reversed the payment, or may. */
  disputed: boolean
  /** Staff has to check the account before a rule refunds to it. */
  flagged: boolean
}

export type NoRefund = 'not_paid' | 'asked_already' | 'disputed' | 'nothing_left' | 'week_has_begun'
/** `whole`: the rule refunds all of it at once. `person`: staff decides. `none`: there is nothing to refund. */
export type RefundRule =
  | { kind: 'whole'; reason: 'unused' | 'removed' }
  | { kind: 'person' }
  | { kind: 'none'; because: NoRefund }

/** The rules as published on /refunds. */
export function refundRule(facts: RefundFacts, at: Date): RefundRule {
  const because = hindrance(facts)
  if (because) return { kind: 'none', because }
  if (facts.flagged) return { kind: 'person' }
  if (facts.removed) return { kind: 'whole', reason: 'removed' }
  const young = at.getTime() - facts.paidAt.getTime() < (facts.unusedHours ?? 0) * HOUR_MS
  if (young && !facts.used) return { kind: 'whole', reason: 'unused' }
  return { kind: 'person' }
}

function hindrance(facts: RefundFacts): NoRefund | null {
  if (!facts.completed) return 'not_paid'
  if (facts.disputed) return 'disputed'
  if (facts.restMinor <= 0n) return 'nothing_left'
  if (facts.asked) return 'asked_already'
  return facts.begun ? 'week_has_begun' : null
}

export type AmountProblem = 'no_whole_step' | 'nothing' | 'more_than_rest' | 'not_all'

/** Why an amount can't be refunded out of what is left, or null. */
export function validateAmount(amountMinor: bigint, restMinor: bigint, stepMinor: bigint): AmountProblem | null {
  if (amountMinor <= 0n) return 'nothing'
  if (amountMinor % stepMinor !== 0n) return 'no_whole_step'
  return amountMinor > restMinor ? 'more_than_rest' : null
}

/** Whether a refund needs a second person: above a limit in shillings; dollars are counted at the owner's rate. */
export function needsSecond(
  amount: { amountMinor: bigint; currency: Currency },
  limits: { refundApprovalMinor: bigint; shillingsPerDollar: number },
): boolean {
  const shillings =
    amount.currency === 'USD' ? amount.amountMinor * BigInt(limits.shillingsPerDollar) : amount.amountMinor
  return shillings > limits.refundApprovalMinor
}

export const NOTE_LENGTH = { min: 5, max: 500 } as const
