import { credit, platform } from '#app/domain/ledger/chart.ts'
import type { Money } from '#app/domain/money/money.ts'
import type { Booking } from '../product.ts'

/** The whole price is unearned revenue until it is earned day by day. */
export function creatorSubscriptionCredits({ currency, amountMinor }: Money): Booking {
  return {
    kind: 'creator_subscription_paid',
    credits: [credit(platform('deferred_creator_subscriptions', currency), amountMinor)],
  }
}
