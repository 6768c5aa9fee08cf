import { credit, debit, type Entry, type LedgerAccount, type Purpose } from '#app/domain/ledger/chart.ts'
import type { Currency } from '#app/domain/money/money.ts'

/** A paid week as it is booked. Minor units. */
export type BookedWeek = { id: string; amountMinor: bigint; currency: Currency; at: Date }

/** A creator's week is over: what was owed as service has been given, and is ours. */
export function creatorFeeEarned(week: BookedWeek): Entry {
  return entry('creator_fee_earned', week, 'creator_fee_revenue')
}

/** A week that never began, because the creator was not approved: its price is owed back. */
export function creatorFeeReturned(week: BookedWeek): Entry {
  return entry('creator_fee_returned', week, 'refunds_payable')
}

function entry(kind: string, week: BookedWeek, to: Purpose): Entry {
  const account = (purpose: Purpose): LedgerAccount => ({ purpose, ownerId: null, currency: week.currency })
  return {
    kind,
    // One key for both: a week is earned or returned, and that once.
    idempotencyKey: `creator_fee_week:${week.id}`,
    causeKind: 'creator_fee_week',
    causeId: week.id,
    happenedAt: week.at,
    lines: [debit(account('deferred_creator_fees'), week.amountMinor), credit(account(to), week.amountMinor)],
  }
}
