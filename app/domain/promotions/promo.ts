import { exactText } from '#app/platform/exact-text.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'
import { isSoldIn, type PlanName } from '#app/domain/subscriptions/plan.ts'

/** The format of a code: capitals and digits, with dashes inside. */
export const PROMO_CODE = /^[A-Z0-9][A-Z0-9_-]{1,38}[A-Z0-9]$/

/** A code as it is stored, however it was typed; null for text that can't be one. */
export function readCode(typed: string): string | null {
  const code = exactText(typed).replaceAll(' ', '').toUpperCase()
  return PROMO_CODE.test(code) ? code : null
}

export type Promo = {
  id: string
  code: string
  discountPercentage: number
  expiresAt: Date | null
  usageLimit: number | null
  usageCount: number
  /** Where and for which plans it is valid; empty: everywhere, for each. */
  countries: readonly string[]
  plans: readonly string[]
  isActive: boolean
}

/** A valid code, as it goes into a price. */
export type QuotedPromo = { id: string; code: string; discountPercentage: number }

/** This person's earlier use of a code: `reserved` is an unfinished payment of their own. */
export type PromoPast = 'none' | 'reserved' | 'confirmed'

export type PromoDenial = 'cannot_be_used' | 'other_plan' | 'other_country' | 'used_before'

/** Whether a code is valid. Unknown, switched off, ended and used up get the same answer, so that nobody finds out codes by trying. */
export function checkPromo(
  promo: Promo | null,
  facts: { plan: PlanName; country: string; past: PromoPast; at: Date },
): Verdict<PromoDenial> {
  if (!promo || !promo.isActive) return deny('cannot_be_used')
  if (promo.expiresAt !== null && promo.expiresAt <= facts.at) return deny('cannot_be_used')
  if (facts.past === 'confirmed') return deny('used_before')
  if (facts.past === 'none' && isUsedUp(promo)) return deny('cannot_be_used')
  if (promo.plans.length > 0 && !promo.plans.includes(facts.plan)) return deny('other_plan')
  return isSoldIn(promo, facts.country) ? allow : deny('other_country')
}

export function isUsedUp(promo: Pick<Promo, 'usageLimit' | 'usageCount'>): boolean {
  return promo.usageLimit !== null && promo.usageCount >= promo.usageLimit
}

export type PromoRefusal = PromoDenial | 'too_many_tries'

/** The text about a code that isn't valid. */
export function promoText(refusal: PromoRefusal): string {
  switch (refusal) {
    case 'cannot_be_used':
      return 'This code can\u2019t be used.'
    case 'other_plan':
      return 'This code is for another plan.'
    case 'other_country':
      return 'This code can\u2019t be used in your country.'
    case 'used_before':
      return 'You have used this code already.'
    case 'too_many_tries':
      return 'You have tried many codes. Please wait an hour and try again.'
    default:
      return refusal satisfies never
  }
}
