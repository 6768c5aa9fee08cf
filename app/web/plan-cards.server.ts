import { type Currency, formatMoney, isCurrency, type Money } from '#app/domain/money/money.ts'
import { showDate } from '#app/domain/payments/show-time.ts'
import {
  annualSavings,
  discountOf,
  isPlanName,
  listPrice,
  perMonth,
  type Plan,
  type PlanName,
  priceOf,
  termOf,
} from '#app/domain/subscriptions/plan.ts'
import { findPlansForSale } from '#app/domain/subscriptions/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import type { PlanCard } from './components/plan-card.ts'

export type PlanOffer = {
  cards: PlanCard[]
  /** A stored plan couldn't be read, and the built-in one is sold in its place. */
  incomplete: boolean
  currency: Currency
  selected: PlanName
  /** The plan whose payment dialog is open. */
  paying: PlanCard | null
}

/**
 * The plans as their pages show them. `query` may ask for a currency (`currency`), a plan (`plan`) and the payment of one (`pay`);
 * `currentEnd` is where a pass that still runs ends: a renewal follows it.
 */
export async function loadPlanOffer(
  query: URLSearchParams,
  currentEnd: Date | null,
  chosenBefore: PlanName | null = null,
): Promise<PlanOffer> {
  const { plans, incomplete } = await findPlansForSale()
  const featured = plans.find((plan) => plan.isFeatured) ?? plans[0]!
  const asked = query.get('currency') ?? ''
  const currency = isCurrency(asked) ? asked : featured.currencyPrimary
  const pay = query.get('pay')
  const wished = query.get('plan')
  const selected = isPlanName(pay) ? pay : isPlanName(wished) ? wished : (chosenBefore ?? featured.name)
  const cards = plans.map((plan) => cardOf(plan, plans, currency, currentEnd))
  return { cards, incomplete, currency, selected, paying: cards.find((card) => card.name === pay) ?? null }
}

/** A plan in the words of its card. */
function cardOf(plan: Plan, plans: Plan[], currency: Currency, currentEnd: Date | null): PlanCard {
  const at = now()
  const price = priceOf(plan, currency, at)
  const monthly = plans.find((other) => other.name === 'monthly')!
  const savings = plan.name === 'annual' ? annualSavings(priceOf(monthly, currency, at), price) : 0
  const until = showDate(termOf(plan.name, at, currentEnd).endsAt)
  return {
    name: plan.name,
    displayName: plan.displayName,
    price: formatMoney(price),
    priceMinor: price.amountMinor.toString(),
    before: discountOf(plan, at) > 0 ? formatMoney(listPrice(plan, currency)) : null,
    discount: discountOf(plan, at),
    per: plan.name === 'monthly' ? 'a month' : 'a year',
    until,
    note: noteOf(plan.name, price, savings, until),
    saves: savings > 0 ? { perMonth: formatMoney(perMonth(price)), percent: savings } : null,
    best: plan.name === 'annual',
    features: plan.features,
    zero: formatMoney({ amountMinor: 0n, currency }),
  }
}

function noteOf(name: PlanName, price: Money, savings: number, until: string): string {
  if (name === 'monthly') return `Until ${until}`
  return savings > 0 ? `${formatMoney(perMonth(price))} a month, save ${savings}%` : `Until ${until}`
}
