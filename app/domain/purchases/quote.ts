import { type Currency, type Money, moneyFrom } from '#app/domain/money/money.ts'
import { CREATOR_FEE_DAYS, CREATOR_SUBSCRIPTION_DAYS, PAYMENT } from '#app/domain/settings/constants.ts'
import { discountOf, listPrice, type Plan, type PlanName, priceOf } from '#app/domain/subscriptions/plan.ts'
import type { QuotedPromo } from '#app/domain/promotions/promo.ts'
import type { TipContext } from '#app/domain/tips/tip.ts'

/** What one purchase costs and buys, fixed when it starts. Amounts are minor units (×100). */
export type Quote = {
  productId: string
  productName: string
  price: Money
  facts: ProductFacts
}
export type ProductFacts = PassFacts | UnlockFacts | FeeFacts | TopUpFacts | TipFacts | CreatorSubscriptionFacts
export type ProductKind = ProductFacts['kind']
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
export type UnlockFacts = { kind: 'post_unlock'; creatorId: string; creatorName: string }
export type FeeFacts = { kind: 'creator_fee'; days: number }
/** `restMinor`: the rest of the same sum, for further payments, because mobile money has a maximum per payment. */
export type TopUpFacts = { kind: 'wallet_top_up'; restMinor: string }

export type TipFacts = {
  kind: 'tip'
  creatorId: string
  creatorName: string
  postId: string | null
  context: TipContext
  message: string
  named: boolean
}
export type CreatorSubscriptionFacts = {
  kind: 'creator_subscription'
  creatorId: string
  creatorName: string
  days: number
}

/** The fixed price of a purchase. */
export function priceOfPurchase(purchase: { amount_minor: bigint; currency: Currency }): Money {
  return moneyFrom(purchase)
}

export type CreatorForSale = { id: string; name: string; username: string; subscriptionPriceMinor: bigint }
export type PostForSale = { id: string; creatorId: string; creatorName: string; price: Money }

/** The better of the two discounts counts; they don't add up. */
export function quotePass(plan: Plan, currency: Currency, at: Date, offered: QuotedPromo | null = null): Quote {
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

/** Money for the buyer's own wallet: the product is the wallet, the price is the amount that goes into it. */
export function quoteTopUp(ownerId: string, amountMinor: bigint, restMinor: bigint): Quote {
  return {
    productId: ownerId,
    productName: 'Wallet top-up',
    price: { amountMinor, currency: 'UGX' },
    facts: { kind: 'wallet_top_up', restMinor: restMinor.toString() },
  }
}

/** A tip: the product is the creator, the price is the amount that the fan gives. */
export function quoteTip(
  creator: CreatorForSale,
  amountMinor: bigint,
  facts: Omit<TipFacts, 'kind' | 'creatorId' | 'creatorName'>,
): Quote {
  return {
    productId: creator.id,
    productName: `Tip for ${creator.name}`,
    price: { amountMinor, currency: 'UGX' },
    facts: { kind: 'tip', creatorId: creator.id, creatorName: creator.name, ...facts },
  }
}

/** Thirty days of one creator, at the price that they have set. */
export function quoteCreatorSubscription(creator: CreatorForSale): Quote {
  return {
    productId: creator.id,
    productName: `${CREATOR_SUBSCRIPTION_DAYS} days of ${creator.name}`,
    price: { amountMinor: creator.subscriptionPriceMinor, currency: 'UGX' },
    facts: {
      kind: 'creator_subscription',
      creatorId: creator.id,
      creatorName: creator.name,
      days: CREATOR_SUBSCRIPTION_DAYS,
    },
  }
}

export type QuoteProblem = 'mobile_money_takes_shillings' | 'amount_too_small' | 'amount_too_large'

/** Why a price can't be collected with this method, or null. */
export function validateQuote(price: Money, method: 'card' | 'mobile_money'): QuoteProblem | null {
  if (method === 'mobile_money' && price.currency !== 'UGX') return 'mobile_money_takes_shillings'
  if (price.amountMinor <= 0n) return 'amount_too_small'
  if (price.currency === 'UGX' && price.amountMinor < PAYMENT.minUgxMinor) return 'amount_too_small'
  if (method === 'mobile_money' && price.amountMinor > PAYMENT.maxMobileMoneyMinor) return 'amount_too_large'
  return null
}
