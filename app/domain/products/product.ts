import type { Selectable } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { Line } from '#app/domain/ledger/chart.ts'
import type { Money } from '#app/domain/money/money.ts'
import type { ReferenceKind } from '#app/domain/payments/reference.ts'
import type { PromoRefusal } from '#app/domain/promotions/promo.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { Result } from '#app/platform/result.ts'
import type { Purchases } from '../../../db/types.ts'
import type { Preconditions } from '#app/domain/purchases/settlement-decision.ts'
import type { Booking } from '#app/domain/purchases/entries.ts'
import type {
  CreatorSubscriptionDenial,
  FeeDenial,
  TipDenial,
  TopUpDenial,
  UnlockDenial,
} from '#app/domain/purchases/policy.ts'
import type { ProductFacts, ProductKind, Quote } from '#app/domain/purchases/quote.ts'
import type { ProductOrder } from '#app/domain/purchases/product-order.ts'

export type PurchaseRow = Selectable<Purchases>

export type QuoteRefusal =
  | { kind: 'not_for_sale' }
  /** The plan is limited to other countries than the buyer's. */
  | { kind: 'not_sold_there' }
  | { kind: 'promo_refused'; reason: PromoRefusal }
  | {
      kind: 'not_permitted'
      reason: UnlockDenial | FeeDenial | TopUpDenial | TipDenial | CreatorSubscriptionDenial | 'already_entitled'
    }
  /** The buyer's amount is not in whole shillings, or out of bounds. */
  | { kind: 'amount_out_of_bounds'; least: Money; most: Money }

/** A purchase at the moment of payment; `transactionId` is null where a balance paid. */
export type Sale = { purchase: PurchaseRow; buyerId: string; transactionId: string | null; at: Date }

/** The part of a sale to reverse: the purchase is locked, its buyer known. */
export type Reversal = {
  purchase: PurchaseRow
  buyerId: string
  /** Minor units in the currency of the price. */
  amountMinor: bigint
  /** The part of the price that has not been refunded before; this amount is a part of it, or all. */
  restMinor: bigint
  /** The grant ends now; a partial refund by agreement may leave it to the buyer. */
  ends: boolean
  causeKind: 'refund' | 'chargeback'
  causeId: string
  at: Date
}

/**
 * Who bears the refund: lines that add up to the amount minus the shortfall, in the currency of the price, and to zero in any other. The
 * shortfall is what no account can still pay.
 */
export type ReversedLines = { lines: Line[]; shortMinor: bigint }

/** Everything that differs between the things we sell. One file per product; the commands around them are the same for all. */
export type Product<Kind extends ProductKind = ProductKind> = {
  /** The price for this buyer now, or why we don't sell. */
  quote(actor: Actor, order: Extract<ProductOrder, { kind: Kind }>): Promise<Result<Quote, QuoteRefusal>>
  /** Reserves what a starting payment relies on, where the product has such a thing; false where it is no longer available. */
  reserve?(tx: Tx, purchase: PurchaseRow): Promise<boolean>
  /** The preconditions when a payment arrives; locks what the grant changes. */
  preconditions(tx: Tx, purchase: PurchaseRow, buyerId: string): Promise<Preconditions>
  book(tx: Tx, sale: Sale): Promise<Booking>
  /** Grants what was paid for, once per purchase; `entryId` is its ledger entry. Returns when the grant ends, where it does. */
  grant(tx: Tx, sale: Sale, entryId: string): Promise<Date | null>
  /** Ends the grant where it ends, and returns who bears the refund. Once per refund. */
  reverse(tx: Tx, back: Reversal): Promise<ReversedLines>
  /** Reinstates what `reverse` has ended, as it was: a bank reversed a charge and was wrong. */
  reinstate(tx: Tx, purchase: PurchaseRow): Promise<void>
  /** Where the buyer finds what was bought. */
  address(purchase: PurchaseRow): string
  /** The names of its payment at the gateway and in the reference. */
  labels(facts: Extract<ProductFacts, { kind: Kind }>): { prefix: ReferenceKind; plan: string; type: string }
}
