import { credit, platform } from '#app/domain/ledger/chart.ts'
import type { Money } from '#app/domain/money/money.ts'
import type { Booking } from '../product.ts'

/** The price of a week is unearned revenue until the week is over. */
export function creatorFeeCredits({ currency, amountMinor }: Money): Booking {
  return {
    kind: 'creator_fee_paid',
    credits: [credit(platform('deferred_creator_fees', currency), amountMinor)],
  }
}
