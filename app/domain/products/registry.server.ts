import type { ProductKind } from '#app/domain/purchases/quote.ts'
import { creatorFee } from './creator-fee/product.server.ts'
import { creatorSubscription } from './creator-subscription/product.server.ts'
import { pass } from './pass/product.server.ts'
import { postUnlock } from './post-unlock/product.server.ts'
import type { Product } from './product.ts'
import { tip } from './tip/product.server.ts'
import { walletTopUp } from './wallet-top-up/product.server.ts'

/** All products, each in its own file. */
const PRODUCTS: { [Kind in ProductKind]: Product<Kind> } = {
  pass,
  post_unlock: postUnlock,
  creator_fee: creatorFee,
  wallet_top_up: walletTopUp,
  tip,
  creator_subscription: creatorSubscription,
}

/** The product module of this kind. */
export function productOf<Kind extends ProductKind>(kind: Kind): Product<Kind> {
  return PRODUCTS[kind]
}
