import type { Entry } from '#app/domain/ledger/chart.ts'
import type { Money } from '#app/domain/money/money.ts'
import {
  type BookedPayout,
  payoutArrivedLate,
  payoutCompleted,
  payoutReturned,
  payoutReversed,
  payoutScheduled,
} from '#app/domain/payouts/entries.ts'
import { newId } from '#app/platform/id.ts'

type Facts = { price: Money; fee: Money | null; kept: Money | null; tax: Money | null; available: Money | null }

/** The events of docs/money.md that pay money out to a creator; null for all others. */
export function payoutEntryOf(kind: string, facts: Facts & { creator: string; at: Date }): Entry | null {
  const grossMinor = facts.price.amountMinor
  const feeMinor = facts.fee?.amountMinor ?? 0n
  const taxMinor = facts.tax?.amountMinor ?? 0n
  const payout: BookedPayout = {
    id: newId(),
    creatorId: facts.creator,
    grossMinor,
    feeMinor,
    taxMinor,
    netMinor: grossMinor - feeMinor - taxMinor,
    at: facts.at,
  }
  const kept = facts.kept?.amountMinor ?? feeMinor
  switch (kind) {
    case 'payout_scheduled':
      return payoutScheduled(payout)
    case 'payout_completed':
      return payoutCompleted(payout, kept)
    case 'payout_failed':
    case 'payout_cancelled':
      return payoutReturned(kind, payout)
    case 'payout_reversed':
      return payoutReversed(payout, kept)
    case 'payout_arrived_late':
      return payoutArrivedLate(payout, kept, facts.available?.amountMinor ?? 0n)
    default:
      return null
  }
}
