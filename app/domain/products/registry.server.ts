import type { Actor } from '#app/domain/identity/actor.ts'
import type { Result } from '#app/platform/result.ts'
import { creatorFee } from './creator-fee/product.server.ts'
import { creatorSubscription } from './creator-subscription/product.server.ts'
import { messageUnlock } from './message-unlock/product.server.ts'
import { pass } from './pass/product.server.ts'
import { postUnlock } from './post-unlock/product.server.ts'
import type { Asker, Product, ProductKind, Quote, QuoteRefusal, RefundRules } from './product.ts'
import { type FactsOf, type OrderOf, PRODUCT_KINDS, type ProductOrder } from './registry.ts'
import { tip } from './tip/product.server.ts'
import { walletTopUp } from './wallet-top-up/product.server.ts'

/** All products, each in its own folder. */
const PRODUCTS: { [Kind in ProductKind]: Product<OrderOf<Kind>, FactsOf<Kind>> } = {
  pass,
  post_unlock: postUnlock,
  creator_fee: creatorFee,
  wallet_top_up: walletTopUp,
  tip,
  creator_subscription: creatorSubscription,
  message_unlock: messageUnlock,
}

export function productOf(kind: ProductKind): Product {
  return PRODUCTS[kind]
}

/** The price for this buyer now, or why we don't sell. Only the name of the product comes from the browser. */
export function quoteProduct(
  actor: Actor,
  order: ProductOrder,
  asker: Asker | null = null,
): Promise<Result<Quote, QuoteRefusal>> {
  return productOf(order.kind).quote(actor, order, asker)
}

/** The kinds whose refunds have this rule. */
export function kindsWith(rule: keyof RefundRules): ProductKind[] {
  return PRODUCT_KINDS.filter((kind) => PRODUCTS[kind].refund[rule] !== undefined)
}
