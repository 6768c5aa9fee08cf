import { credit, debit, type Line, type Purpose } from '#app/domain/ledger/chart.ts'
import { type Currency, smallestStep } from '#app/domain/money/money.ts'

/** An earning of a sale, and how much of its net was reversed before. Minor units. */
export type EarningFacts = { grossMinor: bigint; netMinor: bigint; reversedMinor: bigint; stepMinor: bigint }

/**
 * The creator's part of a refund: in proportion to what they earned by the sale, rounded down to whole steps; with the last part, all that
 * is left of it. The platform bears the rest, and never more than its fee.
 */
export function creatorsPart(back: { amountMinor: bigint; restMinor: bigint }, earning: EarningFacts): bigint {
  const { grossMinor, netMinor, reversedMinor, stepMinor } = earning
  const leftMinor = netMinor - reversedMinor
  if (back.amountMinor >= back.restMinor) return smaller(leftMinor, back.amountMinor)
  const proportional = ((back.amountMinor * netMinor) / grossMinor / stepMinor) * stepMinor
  const feeLeftMinor = back.restMinor - leftMinor
  const atLeast = back.amountMinor - feeLeftMinor
  return smaller(leftMinor, proportional < atLeast ? atLeast : proportional)
}

/** The tax in the refunded part of our fee: in proportion, rounded down to whole steps. */
export function taxPart(feeMinor: bigint, fee: { taxMinor: bigint; revenueMinor: bigint; stepMinor: bigint }): bigint {
  const whole = fee.taxMinor + fee.revenueMinor
  if (feeMinor <= 0n || whole <= 0n || fee.taxMinor <= 0n) return 0n
  if (feeMinor >= whole) return fee.taxMinor
  return ((feeMinor * fee.taxMinor) / whole / fee.stepMinor) * fee.stepMinor
}

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
    lines: [
      debit(account('deferred_pass_revenue', 'UGX'), owedMinor),
      debit(account('breakage', 'UGX'), leavingMinor - owedMinor),
      ...exchanged,
      debit(account('platform_revenue', currency), back.amountMinor - leaving),
    ].filter((line) => line.amountMinor !== 0n),
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

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
