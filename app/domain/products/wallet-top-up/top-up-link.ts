import { MINOR_PER_UNIT, type Money } from '#app/domain/money/money.ts'
import { type Intent, intentQuery } from '#app/domain/products/intent.ts'

/** The page that tops up the wallet by an amount; `returnTo` leads back afterwards. The amount can be raised there. */
export function topUpLink(sum: Money | null, returnTo: Intent = {}): string {
  const units = sum === null ? null : (sum.amountMinor + MINOR_PER_UNIT - 1n) / MINOR_PER_UNIT
  const query = new URLSearchParams(units === null ? '' : { amount: units.toString() })
  for (const [name, value] of new URLSearchParams(intentQuery(returnTo))) query.set(name, value)
  return query.size > 0 ? `/wallet/top-up?${query}` : '/wallet/top-up'
}
