import { credit, debit, type Line } from '#app/domain/ledger/chart.ts'

/** An earning of a sale, and what has gone back of its net before. Minor units. */
export type EarningFacts = { grossMinor: bigint; netMinor: bigint; takenMinor: bigint; stepMinor: bigint }

/**
 * The creator's part of what goes back: in proportion to what they earned by it, rounded down to whole steps; with the last part all that
 * is left of it. The platform bears the rest, and never more than its fee.
 */
export function creatorsPart(back: { amountMinor: bigint; restMinor: bigint }, earning: EarningFacts): bigint {
  const { grossMinor, netMinor, takenMinor, stepMinor } = earning
  const leftMinor = netMinor - takenMinor
  if (back.amountMinor >= back.restMinor) return least(leftMinor, back.amountMinor)
  const proportional = ((back.amountMinor * netMinor) / grossMinor / stepMinor) * stepMinor
  const feeLeftMinor = back.restMinor - leftMinor
  const atLeast = back.amountMinor - feeLeftMinor
  return least(leftMinor, proportional < atLeast ? atLeast : proportional)
}

/** What of our fee that goes back had become a tax: in proportion, rounded down to whole steps. */
export function taxPart(feeMinor: bigint, fee: { taxMinor: bigint; revenueMinor: bigint; stepMinor: bigint }): bigint {
  const whole = fee.taxMinor + fee.revenueMinor
  if (feeMinor <= 0n || whole <= 0n || fee.taxMinor <= 0n) return 0n
  if (feeMinor >= whole) return fee.taxMinor
  return ((feeMinor * fee.taxMinor) / whole / fee.stepMinor) * fee.stepMinor
}

/**
 * Shillings that were owed for a sale in dollars become dollars again, at the rate at which they were exchanged: what is left of the
 * price in the measure of what is left of its shillings.
 */
export function exchangedBack(
  priceMinor: bigint,
  { deferredMinor, earnedMinor }: { deferredMinor: bigint; earnedMinor: bigint },
): { lines: Line[]; dollarsMinor: bigint } {
  const owedMinor = deferredMinor - earnedMinor
  const dollarsMinor = deferredMinor === 0n ? 0n : (priceMinor * owedMinor) / deferredMinor
  if (owedMinor <= 0n || dollarsMinor === 0n) return { lines: [], dollarsMinor: 0n }
  const exchange = { purpose: 'exchange', ownerId: null } as const
  return {
    dollarsMinor,
    lines: [
      debit({ purpose: 'deferred_pass_revenue', ownerId: null, currency: 'UGX' }, owedMinor),
      credit({ ...exchange, currency: 'UGX' }, owedMinor),
      debit({ ...exchange, currency: 'USD' }, dollarsMinor),
    ],
  }
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
