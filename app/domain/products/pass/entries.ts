import { credit, platform } from '#app/domain/ledger/chart.ts'
import type { Money } from '#app/domain/money/money.ts'
import type { Booking } from '../product.ts'

/** The whole price is unearned revenue until it is earned day by day. */
export function passCredits({ currency, amountMinor }: Money): Booking {
  return {
    kind: 'pass_paid',
    credits: [credit(platform('deferred_pass_revenue', currency), amountMinor)],
  }
}
