import type { Target } from '#app/domain/events/target.ts'
import { feeInvariants } from './creator-fee/invariants.ts'
import { feeLabels } from './creator-fee/labels.ts'
import type { FeeFacts, FeeOrder } from './creator-fee/quote.ts'
import { creatorSubscriptionInvariants } from './creator-subscription/invariants.ts'
import { creatorSubscriptionLabels } from './creator-subscription/labels.ts'
import type { CreatorSubscriptionFacts, CreatorSubscriptionOrder } from './creator-subscription/quote.ts'
import type { ReturnTo } from './return-to.ts'
import { messageUnlockInvariants } from './message-unlock/invariants.ts'
import { messageUnlockLabels } from './message-unlock/labels.ts'
import type { MessageUnlockFacts, MessageUnlockOrder } from './message-unlock/quote.ts'
import { passInvariants } from './pass/invariants.ts'
import { passLabels } from './pass/labels.ts'
import type { PassFacts, PassOrder } from './pass/quote.ts'
import { unlockInvariants } from './post-unlock/invariants.ts'
import { unlockLabels } from './post-unlock/labels.ts'
import type { UnlockFacts, UnlockOrder } from './post-unlock/quote.ts'
import type { ProductInvariants, ProductKind, ProductLabels, PurchaseRow } from './product.ts'
import { tipInvariants } from './tip/invariants.ts'
import { tipLabels } from './tip/labels.ts'
import type { TipFacts, TipOrder } from './tip/quote.ts'
import { topUpInvariants } from './wallet-top-up/invariants.ts'
import { topUpLabels } from './wallet-top-up/labels.ts'
import type { TopUpFacts, TopUpOrder } from './wallet-top-up/quote.ts'

/** An order: names and choices only, never a price that the server sets. */
export type ProductOrder =
  | PassOrder
  | UnlockOrder
  | FeeOrder
  | TopUpOrder
  | TipOrder
  | CreatorSubscriptionOrder
  | MessageUnlockOrder
export type ProductFacts =
  | PassFacts
  | UnlockFacts
  | FeeFacts
  | TopUpFacts
  | TipFacts
  | CreatorSubscriptionFacts
  | MessageUnlockFacts
export type OrderOf<Kind extends ProductKind> = Extract<ProductOrder, { kind: Kind }>
export type FactsOf<Kind extends ProductKind> = Extract<ProductFacts, { kind: Kind }>

const LABELS: { [Kind in ProductKind]: ProductLabels<FactsOf<Kind>> } = {
  pass: passLabels,
  post_unlock: unlockLabels,
  creator_fee: feeLabels,
  wallet_top_up: topUpLabels,
  tip: tipLabels,
  creator_subscription: creatorSubscriptionLabels,
  message_unlock: messageUnlockLabels,
}

/** The texts of a product, and the pages that belong to it. */
export function labelsOf(kind: ProductKind): ProductLabels {
  return LABELS[kind]
}

/** Where the buyer finds what a purchase bought. */
export function foundAt({ kind, quote, return_to }: Pick<PurchaseRow, 'kind' | 'quote' | 'return_to'>): Target {
  return labelsOf(kind).foundAt(quote as ProductFacts, return_to as ReturnTo)
}

/** What an audit checks of each product. */
export const PRODUCT_INVARIANTS: Record<ProductKind, ProductInvariants> = {
  pass: passInvariants,
  post_unlock: unlockInvariants,
  creator_fee: feeInvariants,
  wallet_top_up: topUpInvariants,
  tip: tipInvariants,
  creator_subscription: creatorSubscriptionInvariants,
  message_unlock: messageUnlockInvariants,
}

export const PRODUCT_KINDS = Object.keys(LABELS) as ProductKind[]
