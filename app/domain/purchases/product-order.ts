import type { Currency } from '#app/domain/money/money.ts'
import type { PlanName } from '#app/domain/subscriptions/plan.ts'
import type { TipContext } from '#app/domain/tips/tip.ts'

/** Who orders a pass, as far as the request shows: for codes limited per person, rate limits, and the buyer's country. */
export type PassAsker = { email: string | null; phone: string | null; browser: string; network: string }

/** An order: names and choices only, never a price that the server sets. */
export type ProductOrder =
  | {
      kind: 'pass'
      plan: PlanName
      currency: Currency
      renewal: boolean
      /** A promo code as it was typed; empty or missing means none. */
      promo?: string
      asker?: PassAsker
    }
  | { kind: 'post_unlock'; postId: string }
  | { kind: 'creator_fee'; renewal: boolean }
  /** The buyer sets the amount; `restMinor` is the rest of the same sum, for further payments. */
  | { kind: 'wallet_top_up'; amountMinor: bigint; restMinor: bigint }
  /** The buyer sets this price too; `postId` where the tip is for one post. */
  | {
      kind: 'tip'
      creatorId: string
      amountMinor: bigint
      message: string
      postId: string | null
      context: TipContext
      /** Whether the fan's name is shown among the top supporters. */
      named: boolean
    }
  /** Thirty days of one creator; `renewal` for a fan who has them and wants to continue. */
  | { kind: 'creator_subscription'; creatorId: string; renewal: boolean }
