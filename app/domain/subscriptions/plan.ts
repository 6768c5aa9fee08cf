import type { Feature } from '#app/domain/settings/features.ts'
import { type Currency, lessPercentage, type Money, smallestStep } from '#app/domain/money/money.ts'
import { FALLBACK_PLANS, PLAN } from '#app/domain/settings/constants.ts'
import { monthsOf, type PlanLength } from './plan-length.ts'

/** The name of a plan in addresses, payments and records. It never changes; what people read is its display name. */
export type PlanName = string
/** The plans of the specification, which every installation starts with. */
export type SeededPlanName = 'monthly' | 'annual'
export const SEEDED_PLANS: readonly SeededPlanName[] = ['monthly', 'annual']

/** Whether a text can be the name of a plan; whether there is such a plan, the database knows. */
export function isPlanName(text: unknown): text is PlanName {
  return typeof text === 'string' && text.length <= PLAN.maxNameLength && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}

/** A name for a new plan, from what people read: "3 months" is `3-months`, and `3-months-2` where another plan has had that. */
export function namePlan(displayName: string, taken: readonly PlanName[]): PlanName {
  const plain = displayName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
  // Room for a number at the end.
  const base =
    plain
      .slice(0, PLAN.maxNameLength - 4)
      .trim()
      .replaceAll(' ', '-') || 'plan'
  for (let count = 2, name = base; ; count += 1) {
    if (!taken.includes(name)) return name
    name = `${base}-${count}`
  }
}

/** `needs`: the part of the product that it promises; shown while that part works. */
export type PlanFeature = { text: string; icon: string; needs?: Feature | null }

/** A plan as it is sold; prices are minor units (×100) before any discount. */
export type Plan = {
  id: string
  name: PlanName
  displayName: string
  length: PlanLength
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
const PLAN_IDS: Record<SeededPlanName, string> = {
  monthly: '01970000-0000-7000-8000-000000000001',
  annual: '01970000-0000-7000-8000-000000000002',
}

const BUILT_IN_FEATURES: PlanFeature[] = [
  { text: 'Unlocked profiles', icon: 'lock-open' },
  { text: 'Paid private chats', icon: 'message-circle', needs: 'chat' },
  { text: 'Live video calls', icon: 'video', needs: 'calls' },
  { text: 'New peaches weekly', icon: 'sparkles' },
]

export function isSeededPlan(name: PlanName): name is SeededPlanName {
  return SEEDED_PLANS.includes(name as SeededPlanName)
}

/** The specification's plan, in case the stored one is missing; sold at exactly this price. */
export function builtInPlan(name: SeededPlanName): Plan {
  return {
    id: PLAN_IDS[name],
    name,
    displayName: name === 'monthly' ? 'Monthly' : 'Annual',
    length: { count: 1, unit: name === 'monthly' ? 'month' : 'year' },
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

export type Saving = { months: number; perMonth: Money; percent: number }

/**
 * What a plan of several months saves against paying by the month: (12 x monthly - annual) / (12 x monthly) for a year, as a whole
 * percentage. Null where it saves nothing, or where no plan of one month is on offer to compare with.
 */
export function savingOf<P extends { length: PlanLength }>(
  plan: P,
  offered: readonly P[],
  price: (plan: P) => Money,
): Saving | null {
  const months = monthsOf(plan.length)
  const monthly = offered.find(({ length }) => monthsOf(length) === 1)
  if (months === null || months === 1 || !monthly) return null
  const own = price(plan)
  const percent = savedPercentage(price(monthly).amountMinor * BigInt(months), own.amountMinor)
  return percent > 0 ? { months, perMonth: perMonth(own, months), percent } : null
}

function savedPercentage(full: bigint, paid: bigint): number {
  return full <= 0n || paid >= full ? 0 : Number(((full - paid) * 200n + full) / (2n * full))
}

/** One month's part of a price, rounded half up to what can be shown. */
function perMonth(price: Money, months: number): Money {
  const step = smallestStep(price.currency)
  const parts = BigInt(months) * step
  return { amountMinor: ((price.amountMinor + parts / 2n) / parts) * step, currency: price.currency }
}

/** The plan that is called the best deal: the one that saves most, and the annual one where another saves as much. */
export function bestDeal(plans: readonly Plan[], price: (plan: Plan) => Money): Plan | null {
  const percentOf = (plan: Plan): number => savingOf(plan, plans, price)?.percent ?? 0
  const annual = plans.find(({ name }) => name === 'annual') ?? null
  return plans.reduce((best, plan) => (percentOf(plan) > (best ? percentOf(best) : 0) ? plan : best), annual)
}

/** The current price of the cheapest plan in shillings: "Subscribe from". Null where none is on sale. */
export function cheapestPrice(plans: readonly Plan[], at: Date): Money | null {
  const prices = plans.map((plan) => priceOf(plan, 'UGX', at))
  return prices.reduce<Money | null>(
    (cheapest, price) => (cheapest && cheapest.amountMinor <= price.amountMinor ? cheapest : price),
    null,
  )
}
