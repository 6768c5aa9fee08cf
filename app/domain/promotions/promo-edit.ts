import { amountOf, exactText } from '#app/platform/exact-text.ts'
import { oneLine } from '#app/platform/plain-text.ts'
import { countGraphemes } from '#app/platform/graphemes.ts'
import { COUNTRY_CODES } from '#app/domain/subscriptions/countries.ts'
import type { PlanName } from '#app/domain/subscriptions/plan.ts'
import { readKampalaTime } from '#app/platform/kampala-time.ts'

/** The form of a new promo code, as it was typed. */
export type TypedPromo = {
  code: string
  discount: string
  ends: string
  limit: string
  description: string
  plans: readonly string[]
  countries: readonly string[]
}

export type PromoField = 'code' | 'discount' | 'ends' | 'limit' | 'description' | 'plans' | 'countries'
export type PromoProblems = Partial<Record<PromoField, string>>

export type NewPromo = {
  /** In capitals. */
  code: string
  discountPercentage: number
  expiresAt: Date
  /** Null: unlimited. */
  usageLimit: number | null
  description: string
  /** Empty: every plan. */
  plans: PlanName[]
  /** Empty: everywhere. */
  countries: string[]
}

const CODE = /^[A-Z0-9][A-Z0-9_-]{1,38}[A-Z0-9]$/
const MAX_DESCRIPTION_LENGTH = 200
const HIGHEST_LIMIT = 1_000_000

/** A code as it is stored and compared: without surrounding spaces, in capitals. */
export function spellCode(text: string): string {
  return exactText(text).toUpperCase()
}

/** A typed new promo code for some of `plans`, or its problems field by field. */
export function readPromo(
  typed: TypedPromo,
  plans: readonly PlanName[],
  at: Date,
): { ok: true; promo: NewPromo } | { ok: false; problems: PromoProblems } {
  const problems: PromoProblems = {}
  const code = spellCode(typed.code)
  if (!CODE.test(code)) problems.code = 'Use 3 to 40 letters and digits, with - or _ between them'
  const discount = wholeNumber(typed.discount)
  if (discount === null || discount < 1 || discount > 100) problems.discount = 'Enter a whole number from 1 to 100'
  const expiresAt = readKampalaTime(typed.ends)
  if (expiresAt === null) problems.ends = 'Enter the date and the time when it ends'
  else if (expiresAt <= at) problems.ends = 'Choose a time in the future'
  const limit = typed.limit.trim() === '' ? 'none' : wholeNumber(typed.limit)
  if (limit === null || limit === 0 || (typeof limit === 'number' && limit > HIGHEST_LIMIT))
    problems.limit = 'Enter a whole number from 1 to 1,000,000, or leave it empty'
  const description = oneLine(typed.description)
  if (countGraphemes(description) > MAX_DESCRIPTION_LENGTH)
    problems.description = `Use at most ${MAX_DESCRIPTION_LENGTH} characters`
  if (typed.plans.length === 0 || !typed.plans.every((name) => plans.includes(name)))
    problems.plans = 'Choose at least one plan'
  if (!typed.countries.every((one) => COUNTRY_CODES.includes(one)))
    problems.countries = 'Choose countries from the list'
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  return {
    ok: true,
    promo: {
      code,
      discountPercentage: discount!,
      expiresAt: expiresAt!,
      usageLimit: typeof limit === 'number' ? limit : null,
      description,
      plans: typed.plans.toSorted(),
      countries: [...new Set(typed.countries)].toSorted(),
    },
  }
}

function wholeNumber(text: string): number | null {
  const plain = amountOf(text).replaceAll(',', '')
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null
}

export type PromoState = 'active' | 'used_up' | 'ended' | 'off'

/** The status of a code: switched off has priority over ended. */
export function promoState(
  promo: { isActive: boolean; expiresAt: Date | null; usageLimit: number | null; usageCount: number },
  at: Date,
): PromoState {
  if (!promo.isActive) return 'off'
  if (promo.expiresAt !== null && promo.expiresAt <= at) return 'ended'
  return promo.usageLimit !== null && promo.usageCount >= promo.usageLimit ? 'used_up' : 'active'
}
