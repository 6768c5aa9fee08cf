import { creatorAccount, feeCredits } from '#app/domain/earnings/earning.ts'
import { credit, debit, type Entry, type Line, makeEntry, platform } from '#app/domain/ledger/chart.ts'
import { walletOf } from '#app/domain/wallet/wallet.ts'

const deferred = platform('deferred_creator_subscriptions')

/** Minor units of shillings; the tax is within our fee. */
export type EarnedPart = { creatorId: string; grossMinor: bigint; feeMinor: bigint; vatBasisPoints: number }

/** What one creator's subscriptions have earned on one day: `id` is that day's row. */
export function creatorSubscriptionEarned(day: EarnedPart & { id: string; at: Date }): Entry {
  return makeEntry(
    'creator_subscription_earned',
    `creator_subscription_day:${day.id}`,
    'creator_subscription_day',
    day,
    [debit(deferred, day.grossMinor), ...earnedCredits(day)],
  )
}

/** A subscription ends early: what its whole days have earned, and the rest into the fan's wallet. */
export function creatorSubscriptionRefunded(
  end: EarnedPart & { id: string; fanId: string; restMinor: bigint; at: Date },
): Entry {
  return makeEntry('creator_subscription_returned', `creator_subscription_end:${end.id}`, 'creator_subscription', end, [
    debit(deferred, end.grossMinor + end.restMinor),
    credit(walletOf(end.fanId), end.restMinor),
    ...earnedCredits(end),
  ])
}

function earnedCredits({ creatorId, grossMinor, feeMinor, vatBasisPoints }: EarnedPart): Line[] {
  const fee = feeCredits({ amountMinor: feeMinor, currency: 'UGX' }, vatBasisPoints)
  return [credit(creatorAccount('creator_pending', creatorId), grossMinor - feeMinor), ...fee]
}
