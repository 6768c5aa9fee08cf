import type { Selectable } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { Line } from '#app/domain/ledger/chart.ts'
import type { Money } from '#app/domain/money/money.ts'
import type { ReferenceKind } from '#app/domain/payments/reference.ts'
import type { PromoRefusal } from '#app/domain/promotions/promo.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { Result } from '#app/platform/result.ts'
import type { Purchases } from '../../../../db/types.ts'
import type { Preconditions } from '../settlement-decision.ts'
import type { Booking } from '../entries.ts'
import type { CreatorSubscriptionDenial, FeeDenial, TipDenial, TopUpDenial, UnlockDenial } from '../policy.ts'
import type { ProductFacts, ProductKind, Quote } from '../quote.ts'
import type { ProductOrder } from '../product-order.ts'

export type PurchaseRow = Selectable<Purchases>

export type QuoteRefusal =
  | { kind: 'not_for_sale' }
  /** The plan is kept to other countries than the buyer's. */
  | { kind: 'not_sold_there' }
  | { kind: 'promo_refused'; reason: PromoRefusal }
  | {
      kind: 'not_permitted'
      reason: UnlockDenial | FeeDenial | TopUpDenial | TipDenial | CreatorSubscriptionDenial | 'already_entitled'
    }
  /** The buyer named an amount that is no whole shillings, or out of bounds. */
  | { kind: 'amount_out_of_bounds'; least: Money; most: Money }

/** A purchase in the moment that it is paid for; `transactionId` is null where a balance paid. */
export type Sale = { purchase: PurchaseRow; buyerId: string; transactionId: string | null; at: Date }

/** What goes back of a sale: the purchase is locked, its buyer known. */
export type Reversal = {
  purchase: PurchaseRow
  buyerId: string
  /** Minor units in the currency of the price. */
  amountMinor: bigint
  /** What of the price has not gone back before; this amount is a part of it, or all. */
  restMinor: bigint
  /** What was given ends now; a part that goes back by agreement may leave it to the buyer. */
  ends: boolean
  causeKind: 'refund' | 'chargeback'
  causeId: string
  at: Date
}

/**
 * Who bears it: lines that add up to the amount, less what is short, in the currency of the price, and to zero in any other. Short is
 * what nobody has left to give.
 */
export type ReversedLines = { lines: Line[]; shortMinor: bigint }

/** Everything that differs between the things we sell. One file a product; the acts around them are the same for all. */
export type Product<Kind extends ProductKind = ProductKind> = {
  /** The price that we ask of this buyer now, or why we don't sell. */
  quote(actor: Actor, wanted: Extract<ProductOrder, { kind: Kind }>): Promise<Result<Quote, QuoteRefusal>>
  /** Sets aside what a payment that starts counts on, where the product knows such a thing; false where it is gone. */
  reserve?(tx: Tx, purchase: PurchaseRow): Promise<boolean>
  /** What a payment meets when it arrives; locks what the grant changes. */
  meet(tx: Tx, purchase: PurchaseRow, buyerId: string): Promise<Preconditions>
  book(tx: Tx, sale: Sale): Promise<Booking>
  /** Gives the buyer what was paid for, once a purchase; `entryId` booked it. Returns when it ends, where it does. */
  grant(tx: Tx, sale: Sale, entryId: string): Promise<Date | null>
  /** Ends what was given, where it ends, and says whose money goes back. Once a refund. */
  reverse(tx: Tx, back: Reversal): Promise<ReversedLines>
  /** Gives back what `reverse` has ended, as it was: a bank took a charge back and was wrong. */
  restore(tx: Tx, purchase: PurchaseRow): Promise<void>
  /** Where what was bought is found. */
  address(purchase: PurchaseRow): string
  /** What a payment of it is called at the gateway and in its reference. */
  labels(facts: Extract<ProductFacts, { kind: Kind }>): { prefix: ReferenceKind; plan: string; type: string }
}
