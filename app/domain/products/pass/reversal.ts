import { credit, debit, type Line, nonZero, platform, type Purpose } from '#app/domain/ledger/chart.ts'
import { type Currency, smallestStep } from '#app/domain/money/money.ts'
import { smaller } from '../creators-part.ts'

/** What is left of a pass when it ends early, in shillings: unearned revenue (owed), and breakage that became ours at its end. */
export type PassFunds = { deferredMinor: bigint; owedMinor: bigint; breakageMinor: bigint }

/**
 * Who bears the refund of a pass: first its unearned revenue, then its breakage; what creators have earned of it is our loss. Earlier
 * partial refunds came out of our revenue, which is repaid as far as the remaining funds reach. A pass in dollars is exchanged at its
 * original rate. `owedMinor` and `breakageMinor` are the amounts taken from the two, in shillings.
 */
export function passReversal(
  sale: { priceMinor: bigint; currency: Currency },
  back: { amountMinor: bigint; restMinor: bigint },
  funds: PassFunds,
): { lines: Line[]; owedMinor: bigint; breakageMinor: bigint } {
  const { priceMinor, currency } = sale
  const requestedMinor = back.amountMinor + priceMinor - back.restMinor
  const hereMinor = funds.owedMinor + funds.breakageMinor
  const here = currency === 'UGX' ? hereMinor : inDollars(hereMinor, priceMinor, funds.deferredMinor)
  const leaving = smaller(here, requestedMinor)
  const shillings = leaving === here ? hereMinor : inShillings(leaving, priceMinor, funds.deferredMinor, currency)
  const leavingMinor = leaving > 0n ? shillings : 0n
  const owedMinor = smaller(funds.owedMinor, leavingMinor)
  const account = (purpose: Purpose, of: Currency) => ({ purpose, ownerId: null, currency: of })
  const exchanged =
    currency === 'UGX'
      ? []
      : [credit(account('exchange', 'UGX'), leavingMinor), debit(account('exchange', currency), leaving)]
  return {
    owedMinor,
    breakageMinor: leavingMinor - owedMinor,
    lines: nonZero([
      debit(account('deferred_pass_revenue', 'UGX'), owedMinor),
      debit(account('breakage', 'UGX'), leavingMinor - owedMinor),
      ...exchanged,
      debit(account('platform_revenue', currency), back.amountMinor - leaving),
    ]),
  }
}

function inDollars(shillingsMinor: bigint, priceMinor: bigint, deferredMinor: bigint): bigint {
  return deferredMinor === 0n ? 0n : (priceMinor * shillingsMinor) / deferredMinor
}

/** Rounded down to whole shillings. */
function inShillings(amountMinor: bigint, priceMinor: bigint, deferredMinor: bigint, currency: Currency): bigint {
  if (currency === 'UGX') return amountMinor
  const step = smallestStep('UGX')
  return ((deferredMinor * amountMinor) / priceMinor / step) * step
}

/**
 * The platform's share of a refund: unearned revenue first, the rest from our earned revenue. Where an earlier partial refund already used
 * our revenue, the rest may be less than the unearned part; the difference is credited to our revenue.
 */
export function platformBears(
  { currency }: { currency: Currency },
  amountMinor: bigint,
  owedMinor: bigint,
  owed: Purpose,
  earned: Purpose,
): Line[] {
  return nonZero([
    debit(platform(owed, currency), owedMinor),
    debit(platform(earned, currency), amountMinor - owedMinor),
  ])
}
