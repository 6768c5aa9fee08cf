import type { Currency } from '#app/domain/money/money.ts'
import type { PlanName } from '#app/domain/subscriptions/plan.ts'
import type { TipContext } from '#app/domain/tips/tip.ts'

/** Who wants a pass, as far as the request tells: for codes that count once a person, limits of tries, and where they are. */
export type PassAsker = { email: string | null; phone: string | null; browser: string; network: string }

/** What somebody asks to buy: names and choices alone, never a price of what we price. */
export type ProductOrder =
  | {
      kind: 'pass'
      plan: PlanName
      currency: Currency
      renewal: boolean
      /** A promo code, as it was typed; empty or missing: none. */
      promo?: string
      asker?: PassAsker
    }
  | { kind: 'post_unlock'; postId: string }
  | { kind: 'creator_fee'; renewal: boolean }
  /** The buyer names the price; `restMinor` is what further payments of the same sum are to bring. */
  | { kind: 'wallet_top_up'; amountMinor: bigint; restMinor: bigint }
  /** Its price too is the buyer's; `postId` where it is for one post. */
  | {
      kind: 'tip'
      creatorId: string
      amountMinor: bigint
      message: string
      postId: string | null
      context: TipContext
      /** Whether the fan's name stands among the top supporters. */
      named: boolean
    }
  /** Thirty days of one creator; `renewal` for whoever has them and wants to go on. */
  | { kind: 'creator_subscription'; creatorId: string; renewal: boolean }
