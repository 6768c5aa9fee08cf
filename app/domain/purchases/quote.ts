import type { Currency, Money } from '#app/domain/money/money.ts'
import { CREATOR_FEE_DAYS, PAYMENT } from '#app/domain/settings/constants.ts'
import { discountOf, listPrice, type Plan, type PlanName, priceOf } from '#app/domain/subscriptions/plan.ts'

/** What one purchase costs and buys, fixed when it starts. Amounts are minor units (×100). */
export type Quote = {
  productId: string
  productName: string
  price: Money
  facts: ProductFacts
}
export type ProductFacts = PassFacts | UnlockFacts | FeeFacts
export type ProductKind = ProductFacts['kind']
export type PassFacts = {
  kind: 'pass'
  plan: PlanName
  listMinor: string
  discountPercentage: number
  builtIn: boolean
}
export type UnlockFacts = { kind: 'post_unlock'; creatorId: string; creatorName: string }
export type FeeFacts = { kind: 'creator_fee'; days: number }

export type PostForSale = { id: string; creatorId: string; creatorName: string; price: Money }

export function quotePass(plan: Plan, currency: Currency, at: Date): Quote {
  return {
    productId: plan.id,
    productName: `${plan.displayName} pass`,
    price: priceOf(plan, currency, at),
    facts: {
      kind: 'pass',
      plan: plan.name,
      listMinor: listPrice(plan, currency).amountMinor.toString(),
      discountPercentage: discountOf(plan, at),
      builtIn: plan.builtIn,
    },
  }
}

export function quoteUnlock(post: PostForSale): Quote {
  return {
    productId: post.id,
    productName: `Post by ${post.creatorName}`,
    price: post.price,
    facts: { kind: 'post_unlock', creatorId: post.creatorId, creatorName: post.creatorName },
  }
}

/** A week of visibility: the product is the creator's own page. */
export function quoteCreatorFee(creatorId: string, feeMinor: bigint): Quote {
  return {
    productId: creatorId,
    productName: 'Creator weekly plan',
    price: { amountMinor: feeMinor, currency: 'UGX' },
    facts: { kind: 'creator_fee', days: CREATOR_FEE_DAYS },
  }
}

export type QuoteFlaw = 'mobile_money_takes_shillings' | 'amount_too_small' | 'amount_too_large'

/** Why a price can't be collected in this way, or null. */
export function flawOfQuote(price: Money, method: 'card' | 'mobile_money'): QuoteFlaw | null {
  if (method === 'mobile_money' && price.currency !== 'UGX') return 'mobile_money_takes_shillings'
  if (price.amountMinor <= 0n) return 'amount_too_small'
  if (price.currency === 'UGX' && price.amountMinor < PAYMENT.leastUgxMinor) return 'amount_too_small'
  if (method === 'mobile_money' && price.amountMinor > PAYMENT.mostMobileMoneyMinor) return 'amount_too_large'
  return null
}
