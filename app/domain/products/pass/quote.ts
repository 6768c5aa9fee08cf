import type { Currency } from '#app/domain/money/money.ts'
import { discountOf, listPrice, type Plan, type PlanName, priceOf } from '#app/domain/subscriptions/plan.ts'
import type { QuotedPromo } from '#app/domain/promotions/promo.ts'
import type { Ordered, Quote } from '../product.ts'

export type PassOrder = {
  kind: 'pass'
  plan: PlanName
  currency: Currency
  renewal: boolean
  /** A promo code as it was typed; empty or missing means none. */
  promo?: string
}

export type PassFacts = {
  kind: 'pass'
  plan: PlanName
  listMinor: string
  /** The discount: the plan's own, or the promo code's where that is more. */
  discountPercentage: number
  builtIn: boolean
  /** Bought to follow an active pass. */
  renewal?: true
  /** The code that set the price; none where the plan's own discount is as good. */
  promo?: { id: string; code: string }
}

/** The better of the two discounts counts; they don't add up. */
export function quotePass(
  plan: Plan,
  currency: Currency,
  at: Date,
  offered: QuotedPromo | null = null,
): Quote<PassFacts> {
  const own = discountOf(plan, at)
  const promo = offered !== null && offered.discountPercentage > own ? offered : null
  return {
    productId: plan.id,
    productName: `${plan.displayName} pass`,
    price: priceOf(plan, currency, at, promo?.discountPercentage),
    facts: {
      kind: 'pass',
      plan: plan.name,
      listMinor: listPrice(plan, currency).amountMinor.toString(),
      discountPercentage: promo?.discountPercentage ?? own,
      builtIn: plan.builtIn,
      ...(promo ? { promo: { id: promo.id, code: promo.code } } : {}),
    },
  }
}

/** Two codes can lead to one price. */
export function isSamePass(one: Ordered<PassFacts>, other: Ordered<PassFacts>): boolean {
  return one.facts.promo?.id === other.facts.promo?.id
}
