import { splitFee } from '#app/domain/money/money.ts'

/** An example of 30 days: 20 subscribers and a daily goal that is reached every day. */
export const EXAMPLE = { subscribers: 20, days: 30, weeks: 4 } as const

/** Amounts are UGX minor units; `keep` is negative where the weekly fee is more than the income. */
export type Estimate = {
  subscriptions: bigint
  goals: bigint
  /** Subscription price × 20 + daily goal × 30. */
  gross: bigint
  platformFee: bigint
  weeklyFees: bigint
  keep: bigint
}

/** What a creator would keep in the example, with each part of the sum as the page shows it. */
export function estimateEarnings(
  chosen: { subscriptionPriceMinor: bigint; dailyGoalMinor: bigint },
  terms: { platformFeePercentage: number; weeklyFeeMinor: bigint },
): Estimate {
  const subscriptions = chosen.subscriptionPriceMinor * BigInt(EXAMPLE.subscribers)
  const goals = chosen.dailyGoalMinor * BigInt(EXAMPLE.days)
  const gross = subscriptions + goals
  const { fee } = splitFee({ amountMinor: gross, currency: 'UGX' }, terms.platformFeePercentage * 100)
  const weeklyFees = terms.weeklyFeeMinor * BigInt(EXAMPLE.weeks)
  return {
    subscriptions,
    goals,
    gross,
    platformFee: fee.amountMinor,
    weeklyFees,
    keep: gross - fee.amountMinor - weeklyFees,
  }
}
