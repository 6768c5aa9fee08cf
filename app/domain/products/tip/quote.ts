import type { TipContext } from '#app/domain/tips/tip.ts'
import type { CreatorForSale } from '#app/domain/products/creator-for-sale.server.ts'
import type { Ordered, Quote } from '../product.ts'

type Choices = {
  /** Where the tip is for one post. */
  postId: string | null
  context: TipContext
  message: string
  /** Whether the fan's name is shown among the top supporters. */
  named: boolean
}

/** The buyer sets the price. */
export type TipOrder = Choices & { kind: 'tip'; creatorId: string; amountMinor: bigint }
export type TipFacts = Choices & { kind: 'tip'; creatorId: string; creatorName: string }

/** The product is the creator, the price is the amount that the fan gives. */
export function quoteTip(creator: CreatorForSale, amountMinor: bigint, choices: Choices): Quote<TipFacts> {
  return {
    productId: creator.id,
    productName: `Tip for ${creator.name}`,
    price: { amountMinor, currency: 'UGX' },
    facts: { kind: 'tip', creatorId: creator.id, creatorName: creator.name, ...choices },
  }
}

/** Tips of one sum can differ in their message and what they are for. */
export function isSameTip({ facts: one }: Ordered<TipFacts>, { facts: other }: Ordered<TipFacts>): boolean {
  return one.message === other.message && one.postId === other.postId && one.named === other.named
}
