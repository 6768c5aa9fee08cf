import { MINOR_PER_UNIT, type Money } from '#app/domain/money/money.ts'
import { type ReturnTo, returnToQuery } from '#app/domain/products/return-to.ts'

/** The page that tops up the wallet by an amount; `returnTo` leads back afterwards. The amount can be raised there. */
export function topUpLink(sum: Money | null, returnTo: ReturnTo = {}): string {
  const units = sum === null ? null : (sum.amountMinor + MINOR_PER_UNIT - 1n) / MINOR_PER_UNIT
  const query = new URLSearchParams(units === null ? '' : { amount: units.toString() })
  for (const [name, value] of new URLSearchParams(returnToQuery(returnTo))) query.set(name, value)
  return query.size > 0 ? `/wallet/top-up?${query}` : '/wallet/top-up'
}
