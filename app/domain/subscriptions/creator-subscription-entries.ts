import { feeCredits } from '#app/domain/earnings/earning.ts'
import { credit, debit, type Entry, type LedgerAccount, type Line } from '#app/domain/ledger/chart.ts'

const deferred: LedgerAccount = { purpose: 'deferred_creator_subscriptions', ownerId: null, currency: 'UGX' }

/** Minor units of shillings; the tax is within our fee. */
export type EarnedPart = { creatorId: string; grossMinor: bigint; feeMinor: bigint; vatBasisPoints: number }

/** What one creator's subscriptions have earned on one day: `id` is that day's row. */
export function creatorSubscriptionEarned(day: EarnedPart & { id: string; at: Date }): Entry {
  return {
    kind: 'creator_subscription_earned',
    idempotencyKey: `creator_subscription_day:${day.id}`,
    causeKind: 'creator_subscription_day',
    causeId: day.id,
    happenedAt: day.at,
    lines: [debit(deferred, day.grossMinor), ...earnedCredits(day)],
  }
}

/** A subscription ends early: what its whole days have earned, and the rest into the fan's wallet. */
export function creatorSubscriptionRefunded(
  end: EarnedPart & { id: string; fanId: string; restMinor: bigint; at: Date },
): Entry {
  const wallet: LedgerAccount = { purpose: 'wallet', ownerId: end.fanId, currency: 'UGX' }
  return {
    kind: 'creator_subscription_returned',
    idempotencyKey: `creator_subscription_end:${end.id}`,
    causeKind: 'creator_subscription',
    causeId: end.id,
    happenedAt: end.at,
    lines: [
      debit(deferred, end.grossMinor + end.restMinor),
      credit(wallet, end.restMinor),
      ...earnedCredits(end),
    ].filter((line) => line.amountMinor !== 0n),
  }
}

function earnedCredits({ creatorId, grossMinor, feeMinor, vatBasisPoints }: EarnedPart): Line[] {
  const pending: LedgerAccount = { purpose: 'creator_pending', ownerId: creatorId, currency: 'UGX' }
  const fee = feeCredits({ amountMinor: feeMinor, currency: 'UGX' }, vatBasisPoints)
  return [credit(pending, grossMinor - feeMinor), ...fee].filter((line) => line.amountMinor !== 0n)
}
