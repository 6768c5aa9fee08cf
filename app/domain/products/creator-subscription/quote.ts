import { CREATOR_SUBSCRIPTION_DAYS } from '#app/domain/settings/constants.ts'
import type { CreatorForSale } from '#app/domain/products/creator-for-sale.server.ts'
import type { Quote } from '../product.ts'

/** Thirty days of one creator; `renewal` for a fan who has them and wants to continue. */
export type CreatorSubscriptionOrder = { kind: 'creator_subscription'; creatorId: string; renewal: boolean }
export type CreatorSubscriptionFacts = {
  kind: 'creator_subscription'
  creatorId: string
  creatorName: string
  days: number
}

/** Thirty days of one creator, at the price that they have set. */
export function quoteCreatorSubscription(creator: CreatorForSale): Quote<CreatorSubscriptionFacts> {
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
