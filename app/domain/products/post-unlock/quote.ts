import type { Money } from '#app/domain/money/money.ts'
import type { Quote } from '../product.ts'

export type UnlockOrder = { kind: 'post_unlock'; postId: string }
/** `postId` is missing in purchases of before it was stored with them. */
export type UnlockFacts = { kind: 'post_unlock'; postId?: string; creatorId: string; creatorName: string }

export type PostForSale = { id: string; creatorId: string; creatorName: string; price: Money }

export function quoteUnlock({ id, creatorId, creatorName, price }: PostForSale): Quote<UnlockFacts> {
  return {
    productId: id,
    productName: `Post by ${creatorName}`,
    price,
    facts: { kind: 'post_unlock', postId: id, creatorId, creatorName },
  }
}
