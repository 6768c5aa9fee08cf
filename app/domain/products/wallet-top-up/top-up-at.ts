import type { Target } from '#app/domain/events/target.ts'
import { MINOR_PER_UNIT, type Money } from '#app/domain/money/money.ts'
import type { ReturnTo } from '#app/domain/products/return-to.ts'

/** The page that tops up the wallet by an amount; `returnTo` leads back afterwards. The amount can be raised there. */
export function topUpAt(sum: Money, returnTo: ReturnTo = {}): Target {
  const units = (sum.amountMinor + MINOR_PER_UNIT - 1n) / MINOR_PER_UNIT
  return { kind: 'top_up', query: { amount: units.toString(), ...returnTo } }
}
