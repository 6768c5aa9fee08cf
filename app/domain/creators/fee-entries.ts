import {
  credit,
  debit,
  type Entry,
  type LedgerAccount,
  type Line,
  makeEntry,
  platform,
} from '#app/domain/ledger/chart.ts'
import { type Currency, smallestStep, taxWithin } from '#app/domain/money/money.ts'

/** A paid week as it is booked. Minor units. */
export type BookedWeek = { id: string; amountMinor: bigint; currency: Currency; at: Date }

/** Where the price of a week is refunded to: through the gateway, or to the creator's own balance that paid it. */
export type WeekRefund = { to: 'gateway' } | { to: 'earnings' | 'wallet'; creatorId: string }

/**
 * What of a week is booked as our sale, including its tax; and that tax. Negative where a part was refunded by agreement before the week
 * was over.
 */
export type BookedSale = { soldMinor: bigint; taxMinor: bigint }

/**
 * A creator's week is over: the deferred service becomes our revenue, minus the tax in it. What was refunded before was no sale and
 * contains no tax.
 */
export function creatorFeeEarned(
  week: BookedWeek,
  { vatBasisPoints, soldMinor }: { vatBasisPoints: number; soldMinor: bigint } = { vatBasisPoints: 0, soldMinor: 0n },
): Entry {
  const { amountMinor, currency } = week
  const taxMinor = taxWithin({ amountMinor: amountMinor + soldMinor, currency }, vatBasisPoints).amountMinor
  return entry('creator_fee_earned', week, [
    credit(platform('creator_fee_revenue', week.currency), amountMinor - taxMinor),
    credit(platform('taxes_payable', week.currency), taxMinor),
  ])
}

/**
 * Which accounts a refund of a week is taken from: first what is owed as service, which ends with it, the rest from our sale with the tax
 * in it. A partial refund takes its share of the tax, rounded down; the last part takes all that is left. What we keep of a week that
 * ends early is sold at that moment.
 */
export function creatorFeeReversed(
  booked: BookedSale,
  back: { amountMinor: bigint; owedMinor: bigint; currency: Currency; vatBasisPoints: number },
): Line[] {
  const { amountMinor, owedMinor, currency } = back
  const taxMinor = booked.taxMinor - taxAfter(booked, back)
  return [
    debit(platform('deferred_creator_fees', currency), owedMinor),
    debit(platform('taxes_payable', currency), taxMinor),
    debit(platform('creator_fee_revenue', currency), amountMinor - owedMinor - taxMinor),
  ]
}

function taxAfter(
  { soldMinor, taxMinor }: BookedSale,
  { amountMinor, owedMinor, currency, vatBasisPoints }: Parameters<typeof creatorFeeReversed>[1],
): bigint {
  const keptMinor = soldMinor + owedMinor - amountMinor
  if (keptMinor <= 0n) return 0n
  if (owedMinor > 0n) return taxWithin({ amountMinor: keptMinor, currency }, vatBasisPoints).amountMinor
  const step = smallestStep(currency)
  return taxMinor - ((taxMinor * amountMinor) / soldMinor / step) * step
}

/** A week that never began, because the creator was not approved: its price is refunded to where it came from. */
export function creatorFeeRefunded(week: BookedWeek, back: WeekRefund = { to: 'gateway' }): Entry {
  return entry('creator_fee_returned', week, [credit(accountOf(week, back), week.amountMinor)])
}

function accountOf(week: BookedWeek, back: WeekRefund): LedgerAccount {
  if (back.to === 'gateway') return platform('refunds_payable', week.currency)
  const purpose = back.to === 'earnings' ? 'creator_available' : 'wallet'
  return { purpose, ownerId: back.creatorId, currency: week.currency }
}

function entry(kind: string, week: BookedWeek, credits: Line[]): Entry {
  // One key for both: a week is either earned or refunded, and only once.
  return makeEntry(kind, `creator_fee_week:${week.id}`, 'creator_fee_week', week, [
    debit(platform('deferred_creator_fees', week.currency), week.amountMinor),
    ...credits,
  ])
}
