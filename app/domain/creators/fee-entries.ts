import { credit, debit, type Entry, type LedgerAccount, type Purpose } from '#app/domain/ledger/chart.ts'
import type { Currency } from '#app/domain/money/money.ts'

/** A paid week as it is booked. Minor units. */
export type BookedWeek = { id: string; amountMinor: bigint; currency: Currency; at: Date }

/** Where the price of a week goes back to: through the gateway, or into the creator's own pot that had paid it. */
export type WeekReturn = { to: 'gateway' } | { to: 'earnings' | 'wallet'; creatorId: string }

/** A creator's week is over: what was owed as service has been given, and is ours. */
export function creatorFeeEarned(week: BookedWeek): Entry {
  return entry('creator_fee_earned', week, platform('creator_fee_revenue', week))
}

/** A week that never began, because the creator was not approved: its price goes back to where it came from. */
export function creatorFeeReturned(week: BookedWeek, back: WeekReturn = { to: 'gateway' }): Entry {
  return entry('creator_fee_returned', week, potOf(week, back))
}

function potOf(week: BookedWeek, back: WeekReturn): LedgerAccount {
  if (back.to === 'gateway') return platform('refunds_payable', week)
  const purpose = back.to === 'earnings' ? 'creator_available' : 'wallet'
  return { purpose, ownerId: back.creatorId, currency: week.currency }
}

function platform(purpose: Purpose, { currency }: BookedWeek): LedgerAccount {
  return { purpose, ownerId: null, currency }
}

function entry(kind: string, week: BookedWeek, to: LedgerAccount): Entry {
  return {
    kind,
    // One key for both: a week is earned or returned, and that once.
    idempotencyKey: `creator_fee_week:${week.id}`,
    causeKind: 'creator_fee_week',
    causeId: week.id,
    happenedAt: week.at,
    lines: [debit(platform('deferred_creator_fees', week), week.amountMinor), credit(to, week.amountMinor)],
  }
}
