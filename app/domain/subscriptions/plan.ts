import { type Currency, lessPercentage, type Money } from '#app/domain/money/money.ts'
import { FALLBACK_PLANS } from '#app/domain/settings/constants.ts'

export type PlanName = 'monthly' | 'annual'
export const PLAN_NAMES: readonly PlanName[] = ['monthly', 'annual']

export function isPlanName(text: unknown): text is PlanName {
  return text === 'monthly' || text === 'annual'
}

export type PlanFeature = { text: string; icon: string }

/** A plan as it is sold; prices are minor units (×100) before any discount. */
export type Plan = {
  id: string
  name: PlanName
  displayName: string
  priceUgx: bigint
  priceUsd: bigint
  currencyPrimary: Currency
  discountPercentage: number
  discountExpiresAt: Date | null
  isFeatured: boolean
  /** The only countries where it is sold, as ISO codes; empty: everywhere. */
  countries: readonly string[]
  features: PlanFeature[]
  /** Built in, because the stored one can't be read. */
  builtIn: boolean
}

export const PLANS_UNAVAILABLE = 'Unable to load subscription plans. Please try again.'

/** The ids that the migration gave to the stored plans, so that a sale of a built-in plan refers to the same plan. */
const PLAN_IDS: Record<PlanName, string> = {
  monthly: '01970000-0000-7000-8000-000000000001',
  annual: '01970000-0000-7000-8000-000000000002',
}

const BUILT_IN_FEATURES: PlanFeature[] = [
  { text: 'Unlocked profiles', icon: 'lock-open' },
  { text: 'Paid private chats', icon: 'message-circle' },
  { text: 'Live video calls', icon: 'video' },
  { text: 'New peaches weekly', icon: 'sparkles' },
]

/** The specification's plan, in case the stored one is missing; sold at exactly this price. */
export function builtInPlan(name: PlanName): Plan {
  return {
    id: PLAN_IDS[name],
    name,
    displayName: name === 'monthly' ? 'Monthly' : 'Annual',
    priceUgx: FALLBACK_PLANS[name].priceUgx,
    priceUsd: FALLBACK_PLANS[name].priceUsd,
    currencyPrimary: 'UGX',
    discountPercentage: 0,
    discountExpiresAt: null,
    isFeatured: name === 'annual',
    countries: [],
    features: BUILT_IN_FEATURES,
    builtIn: true,
  }
}

/** A discount counts while it is above zero and has not ended. */
export function discountOf(plan: Plan, at: Date): number {
  if (plan.discountPercentage <= 0) return 0
  return plan.discountExpiresAt !== null && plan.discountExpiresAt <= at ? 0 : plan.discountPercentage
}

export function listPrice(plan: Plan, currency: Currency): Money {
  return { amountMinor: currency === 'UGX' ? plan.priceUgx : plan.priceUsd, currency }
}

/** The current price of the plan: minus its discount, or a promo code's where that is more (they don't add up), rounded half up once. */
export function priceOf(plan: Plan, currency: Currency, at: Date, promoPercentage = 0): Money {
  return lessPercentage(listPrice(plan, currency), Math.max(discountOf(plan, at), promoPercentage))
}

/** Whether something limited to certain countries may be shown and sold in one of them. */
export function isSoldIn(restricted: { countries: readonly string[] }, country: string): boolean {
  return restricted.countries.length === 0 || restricted.countries.includes(country)
}

/** How much a year costs less than twelve months, as a whole percentage: (12 x monthly - annual) / (12 x monthly), rounded. */
export function annualSavings(monthly: Money, annual: Money): number {
  const year = monthly.amountMinor * 12n
  if (year <= 0n || annual.amountMinor >= year) return 0
  return Number(((year - annual.amountMinor) * 200n + year) / (2n * year))
}

/** A twelfth of a year's price, rounded half up to what can be shown. */
export function perMonth(annual: Money): Money {
  const step = annual.currency === 'UGX' ? 100n : 1n
  return { amountMinor: ((annual.amountMinor + 6n * step) / (12n * step)) * step, currency: annual.currency }
}

// Uganda keeps UTC+3 all year round.
const KAMPALA_OFFSET_MS = 3 * 3_600_000

/** The end of a term that begins at `start`: a calendar month or year later in Kampala. 31 January plus a month is the last of February. */
export function termEnd(plan: PlanName, start: Date): Date {
  const months = plan === 'monthly' ? 1 : 12
  const local = new Date(start.getTime() + KAMPALA_OFFSET_MS)
  const day = local.getUTCDate()
  const end = new Date(local)
  end.setUTCDate(1)
  end.setUTCMonth(local.getUTCMonth() + months)
  end.setUTCDate(Math.min(day, daysIn(end.getUTCFullYear(), end.getUTCMonth())))
  return new Date(end.getTime() - KAMPALA_OFFSET_MS)
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
}

/** The period that a payment at `paidAt` buys: it follows an active pass, or begins at once. */
export function termOf(plan: PlanName, paidAt: Date, currentEnd: Date | null): { startsAt: Date; endsAt: Date } {
  const startsAt = currentEnd !== null && currentEnd > paidAt ? currentEnd : paidAt
  return { startsAt, endsAt: termEnd(plan, startsAt) }
}

/** The current price of the cheapest plan in shillings: "Subscribe from". Where none is on sale, that of the built-in plans. */
export function cheapestPrice(plans: readonly Plan[], at: Date): Money {
  const shown = plans.length > 0 ? plans : PLAN_NAMES.map(builtInPlan)
  const prices = shown.map((plan) => priceOf(plan, 'UGX', at))
  return prices.reduce((cheapest, price) => (price.amountMinor < cheapest.amountMinor ? price : cheapest))
}
