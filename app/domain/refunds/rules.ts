import type { ProductKind } from '#app/domain/purchases/quote.ts'

export const UNUSED_PASS_HOURS = 24
const HOUR_MS = 3_600_000

/** What is known of a purchase whose money somebody wants back. Minor units of its price. */
export type RefundFacts = {
  kind: ProductKind
  completed: boolean
  paidAt: Date
  /** What of the price has not gone back, and isn't on its way. */
  restMinor: bigint
  /** Used since it was bought: a pass that has opened something. */
  used: boolean
  /** What was bought is gone: a moderator or its creator has removed it. */
  removed: boolean
  /** A week of visibility that has begun. */
  begun: boolean
  /** Somebody has asked already, and nobody has decided yet. */
  asked: boolean
  /** A bank has taken the payment back, or may. */
  disputed: boolean
  /** Somebody has to look at the account before a rule gives it money. */
  flagged: boolean
}

export type NoRefund = 'not_paid' | 'asked_already' | 'disputed' | 'nothing_left' | 'week_has_begun'
/** `whole`: the rule returns all of it at once. `person`: somebody decides. `none`: there is nothing to ask for. */
export type RefundRule =
  | { kind: 'whole'; reason: 'unused' | 'removed' }
  | { kind: 'person' }
  | { kind: 'none'; because: NoRefund }

/** The rules that stand on /refunds. */
export function refundRule(facts: RefundFacts, at: Date): RefundRule {
  const because = hindrance(facts)
  if (because) return { kind: 'none', because }
  if (facts.flagged) return { kind: 'person' }
  if (facts.removed) return { kind: 'whole', reason: 'removed' }
  const young = at.getTime() - facts.paidAt.getTime() < UNUSED_PASS_HOURS * HOUR_MS
  if (facts.kind === 'pass' && young && !facts.used) return { kind: 'whole', reason: 'unused' }
  return { kind: 'person' }
}

function hindrance(facts: RefundFacts): NoRefund | null {
  if (!facts.completed) return 'not_paid'
  if (facts.disputed) return 'disputed'
  if (facts.restMinor <= 0n) return 'nothing_left'
  if (facts.asked) return 'asked_already'
  return facts.kind === 'creator_fee' && facts.begun ? 'week_has_begun' : null
}

export type AmountProblem = 'no_whole_step' | 'nothing' | 'more_than_rest' | 'not_all'

/** Why an amount can't be returned of what is left, or null. */
export function validateAmount(amountMinor: bigint, restMinor: bigint, stepMinor: bigint): AmountProblem | null {
  if (amountMinor <= 0n) return 'nothing'
  if (amountMinor % stepMinor !== 0n) return 'no_whole_step'
  return amountMinor > restMinor ? 'more_than_rest' : null
}

/** A refund above the limit needs a second person; its limit is in shillings, and dollars are counted at the owner's rate. */
export function needsSecond(
  amount: { amountMinor: bigint; currency: string },
  limits: { refundApprovalMinor: bigint; shillingsPerDollar: number },
): boolean {
  const shillings =
    amount.currency === 'USD' ? amount.amountMinor * BigInt(limits.shillingsPerDollar) : amount.amountMinor
  return shillings > limits.refundApprovalMinor
}

export const NOTE_LENGTH = { least: 5, most: 500 } as const
