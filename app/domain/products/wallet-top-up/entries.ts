import { credit } from '#app/domain/ledger/chart.ts'
import type { Money } from '#app/domain/money/money.ts'
import type { Booking } from '../product.ts'

/** The fan's own money, kept for them. */
export function topUpCredits({ currency, amountMinor }: Money, ownerId: string): Booking {
  return { kind: 'wallet_topped_up', credits: [credit({ purpose: 'wallet', ownerId, currency }, amountMinor)] }
}
