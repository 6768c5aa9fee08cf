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

export function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
