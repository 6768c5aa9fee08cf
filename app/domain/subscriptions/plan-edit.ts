import { amountOf } from '#app/platform/exact-text.ts'
import { oneLine } from '#app/platform/plain-text.ts'
import { atLeast, atMost } from '#app/platform/graphemes.ts'
import { type Currency, formatMoney, lessPercentage, type Money, smallestStep } from '#app/domain/money/money.ts'
import { PLAN } from '#app/domain/settings/constants.ts'
import { readKampalaTime } from '#app/platform/kampala-time.ts'
import { COUNTRY_CODES } from './countries.ts'
import { type PlanLength, readLength } from './plan-length.ts'

/** What an admin may change of a plan. Amounts are minor units. */
export type PlanEdit = {
  displayName: string
  priceUgx: bigint
  priceUsd: bigint
  currencyPrimary: Currency
  discountPercentage: number
  discountExpiresAt: Date | null
  isActive: boolean
  isFeatured: boolean
  /** The only countries where it is sold; empty: everywhere. Sorted. */
  countries: string[]
}

/** The form of a plan, as it was typed. */
export type TypedPlan = {
  display_name: string
  price_ugx: string
  price_usd: string
  currency: string
  discount: string
  discount_ends: string
  active: boolean
  featured: boolean
  countries: readonly string[]
}

/** The form of a new plan, with its length. */
export type TypedNewPlan = TypedPlan & { length_count: string; length_unit: string }

export type PlanField =
  | 'display_name'
  | 'length_count'
  | 'price_ugx'
  | 'price_usd'
  | 'currency'
  | 'discount'
  | 'discount_ends'
  | 'countries'
export type PlanProblems = Partial<Record<PlanField, string>>

/** A warning is shown where two prices of one plan differ by more than this percentage at the owner's rate. */
const GAP_LIMIT = 20

/** A typed amount in minor units: "180,000" or "4.99". Null where it is not an amount. */
export function readAmount(text: string, currency: Currency): bigint | null {
  const plain = amountOf(text)
    .replaceAll(',', '')
    .replace(/^(UGX|USD|US\$|\$)/i, '')
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(plain)
  if (!match) return null
  const minor = BigInt(match[1]!) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
  return minor % smallestStep(currency) === 0n ? minor : null
}

/** An amount as its field shows it: "180,000" or "4.99". */
export function amountField(money: Money): string {
  const units = (money.amountMinor / 100n).toString().replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')
  return money.currency === 'UGX' ? units : `${units}.${String(money.amountMinor % 100n).padStart(2, '0')}`
}

/** A typed change of a plan, or its problems field by field. */
export function readPlanEdit(
  typed: TypedPlan,
  at: Date,
): { ok: true; edit: PlanEdit } | { ok: false; problems: PlanProblems } {
  const problems: PlanProblems = {}
  const displayName = oneLine(typed.display_name)
  if (!atLeast(PLAN.displayName.min)(displayName) || !atMost(PLAN.displayName.max)(displayName))
    problems.display_name = `Enter a name of ${PLAN.displayName.min} to ${PLAN.displayName.max} characters`
  const priceUgx = priceWithin(typed.price_ugx, 'UGX')
  if (priceUgx === null) problems.price_ugx = `Enter whole shillings from ${priceLimits('UGX')}`
  const priceUsd = priceWithin(typed.price_usd, 'USD')
  if (priceUsd === null) problems.price_usd = `Enter dollars and cents from ${priceLimits('USD')}`
  if (typed.currency !== 'UGX' && typed.currency !== 'USD') problems.currency = 'Choose UGX or USD'
  const discount = /^\d{1,3}$/.test(typed.discount.trim()) ? Number(typed.discount.trim()) : null
  if (discount === null || discount > 100) problems.discount = 'Enter a whole number from 0 to 100'
  const ends = typed.discount_ends.trim() === '' ? null : readKampalaTime(typed.discount_ends)
  if (typed.discount_ends.trim() !== '' && ends === null) problems.discount_ends = 'Enter a date and a time'
  if (ends !== null && ends <= at && discount !== 0) problems.discount_ends = 'Choose a time in the future'
  if (!typed.countries.every((code) => COUNTRY_CODES.includes(code)))
    problems.countries = 'Choose countries from the list'
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  return {
    ok: true,
    edit: {
      displayName,
      priceUgx: priceUgx!,
      priceUsd: priceUsd!,
      currencyPrimary: typed.currency as Currency,
      discountPercentage: discount!,
      // Without a discount there is nothing to end.
      discountExpiresAt: discount === 0 ? null : ends,
      isActive: typed.active,
      isFeatured: typed.featured,
      countries: [...new Set(typed.countries)].toSorted(),
    },
  }
}

/** A typed new plan: its length and its other values, or all problems at once. */
export function readNewPlan(
  typed: TypedNewPlan,
  at: Date,
): { ok: true; edit: PlanEdit; length: PlanLength } | { ok: false; problems: PlanProblems } {
  const read = readPlanEdit(typed, at)
  const length = readLength(typed.length_count, typed.length_unit)
  if (read.ok && length) return { ok: true, edit: read.edit, length }
  const problems = read.ok ? {} : read.problems
  return {
    ok: false,
    problems: length ? problems : { ...problems, length_count: 'Enter a length from 1 day to 2 years' },
  }
}

function priceLimits(currency: Currency): string {
  const { min, max } = PLAN.price[currency]
  return `${formatMoney({ amountMinor: min, currency })} to ${formatMoney({ amountMinor: max, currency })}`
}

function priceWithin(text: string, currency: Currency): bigint | null {
  const minor = readAmount(text, currency)
  const { min, max } = PLAN.price[currency]
  return minor !== null && minor >= min && minor <= max ? minor : null
}

export type PriceGap = { percent: number; usdInUgx: Money; usdIsLower: boolean }

/** The difference of the two prices of a plan at a rate, as a percentage of the higher one; null while it is within the limit. */
export function priceGap(prices: { priceUgx: bigint; priceUsd: bigint }, shillingsPerDollar: number): PriceGap | null {
  const usdInUgxMinor = ((prices.priceUsd * BigInt(shillingsPerDollar)) / 100n) * 100n
  const usdIsLower = usdInUgxMinor < prices.priceUgx
  const [lower, higher] = usdIsLower ? [usdInUgxMinor, prices.priceUgx] : [prices.priceUgx, usdInUgxMinor]
  if ((higher - lower) * 100n <= higher * BigInt(GAP_LIMIT)) return null
  const percent = Number(((higher - lower) * 200n + higher) / (2n * higher))
  return { percent, usdInUgx: { amountMinor: usdInUgxMinor, currency: 'UGX' }, usdIsLower }
}

export type PlanPreview = { price: Money; before: Money | null; percent: number; until: Date | null }

/** What a fan would see of a plan, in the currency that it shows first. */
export function previewOfPlan(edit: PlanEdit, at: Date): PlanPreview {
  const amountMinor = edit.currencyPrimary === 'UGX' ? edit.priceUgx : edit.priceUsd
  const list: Money = { amountMinor, currency: edit.currencyPrimary }
  const ended = edit.discountExpiresAt !== null && edit.discountExpiresAt <= at
  const percent = ended ? 0 : edit.discountPercentage
  return {
    price: lessPercentage(list, percent),
    before: percent > 0 ? list : null,
    percent,
    until: percent > 0 ? edit.discountExpiresAt : null,
  }
}
