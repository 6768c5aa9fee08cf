import type { RawBuilder, Selectable } from 'kysely'
import type { Target } from '#app/domain/events/target.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { Line } from '#app/domain/ledger/chart.ts'
import type { Money } from '#app/domain/money/money.ts'
import type { PromoRefusal } from '#app/domain/promotions/promo.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { Result } from '#app/platform/result.ts'
import type { Purchases } from '../../../db/types.ts'
import type { ReturnTo } from './return-to.ts'

export type PurchaseRow = Selectable<Purchases>
export type ProductKind = PurchaseRow['kind']
type OfKind = { kind: ProductKind }

/** What one purchase costs and buys, fixed when it starts. Amounts are minor units (×100). */
export type Quote<Facts extends OfKind = OfKind> = {
  productId: string
  productName: string
  price: Money
  facts: Facts
}

/** Who orders, as far as the request shows: for codes limited per person, rate limits, and the buyer's country. */
export type Asker = { email: string | null; phone: string | null; browser: string; network: string }

/** Why somebody may not buy something. */
export type PurchaseDenial =
  | 'sign_in_required'
  | 'account_closed'
  | 'you_blocked'
  | 'blocked'
  | 'profile_incomplete'
  | 'pass_required'
  | 'already_entitled'
  | 'already_unlocked'
  | 'own_post'
  | 'own_page'
  | 'wallet_off'
  | 'not_a_creator'
  | 'application_missing'
  | 'application_rejected'
  | 'week_waiting'
  | 'already_visible'

export type QuoteRefusal =
  | { kind: 'not_for_sale' }
  /** The plan is limited to other countries than the buyer's. */
  | { kind: 'not_sold_there' }
  | { kind: 'promo_refused'; reason: PromoRefusal }
  | { kind: 'not_permitted'; reason: PurchaseDenial }
  /** The buyer's amount is not in whole shillings, or out of bounds. */
  | { kind: 'amount_out_of_bounds'; min: Money; max: Money }

/** The state of product and buyer when a payment arrives. */
export type Preconditions = {
  productExists: boolean
  /** The buyer has the very same thing from another payment. */
  boughtElsewhere: boolean
  /** The buyer has an active one of a product with a term: late money would only add more terms to it. */
  holdsOne: boolean
}

/** A purchase at the moment of payment; `transactionId` is null where a balance paid, or nothing. */
export type Sale = { purchase: PurchaseRow; buyerId: string; transactionId: string | null; at: Date }

/** What the price of a sale becomes in the ledger: the kind of its entry, and credits that add up to the price. */
export type Booking = { kind: string; credits: Line[] }

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

/** What a refund has to know of a product. The SQL is about one purchase, `p`. */
export type RefundRules = {
  /** It has been used, in which case no rule refunds it. `passSpending` is what requires a pass. */
  used?: (passSpending: readonly ProductKind[]) => RawBuilder<boolean>
  /** It no longer exists: a moderator or its creator has removed it. */
  removed?: RawBuilder<boolean>
  /** Its time has begun, and then it is not refunded. */
  begun?: RawBuilder<boolean>
  /** For so many hours it is refunded whole as long as it is unused. */
  unusedHours?: number
  /** Only the holder of a pass, or of a subscription to the creator, can buy it. */
  requiresPass?: true
  /** What its chargeback takes from our revenue was shared or earned before, so it is our loss. */
  lostInChargeback?: true
}

/** What differs between the things we sell and changes something. Each kind has its folder; the commands around them are the same for all. */
export type Product<Order extends OfKind = OfKind, Facts extends OfKind = OfKind> = {
  /** The price for this buyer now, or why we don't sell. */
  quote(actor: Actor, order: Order, asker: Asker | null): Promise<Result<Quote<Facts>, QuoteRefusal>>
  /** Whether two orders of this product at one price are the same order, sent twice. Always, where nothing is said. */
  isSameOrder?(one: Ordered<Facts>, other: Ordered<Facts>): boolean
  /** Reserves what a starting payment relies on, where the product has such a thing; false where it is no longer available. */
  reserve?(tx: Tx, purchase: PurchaseRow): Promise<boolean>
  /** The preconditions when a payment arrives; locks what the grant changes. */
  preconditions(tx: Tx, purchase: PurchaseRow, buyerId: string): Promise<Preconditions>
  book(tx: Tx, sale: Sale): Promise<Booking>
  /** Grants what was paid for, once per purchase; `entryId` is its ledger entry, null where it was free. Returns when the grant ends, where it does. */
  grant(tx: Tx, sale: Sale, entryId: string | null): Promise<Date | null>
  /** Ends the grant where it ends, and returns who bears the refund. Once per refund. */
  reverse(tx: Tx, back: Reversal): Promise<ReversedLines>
  /** Reinstates what `reverse` has ended, as it was: a bank reversed a charge and was wrong. */
  reinstate(tx: Tx, purchase: PurchaseRow): Promise<unknown>
  refund: RefundRules
}

export type Ordered<Facts> = { facts: Facts; returnTo: ReturnTo }
/** What was bought, as its texts and pages need it. */
export type Bought<Facts> = Ordered<Facts> & { price: Money }

/** Names of icons in the design system. */
type Icon = 'lock' | 'lock-open' | 'hand-coins' | 'receipt-text'
/** How a purchase is shown in a list. */
type Listed = { icon: Icon; tone: 'accent' | 'locked'; title: string; about: string | null }

/** The texts of a product, and the pages that belong to it. Pages use them too, so nothing in here touches the server. */
export type ProductLabels<Facts extends OfKind = OfKind> = {
  /** Names of its payment at the gateway and in the reference: `peach_<prefix>_<what>_…`. `plan` where it is not `what`. */
  payment(facts: Facts): { prefix: string; what: string; type: string; plan?: null }
  /** Where the buyer finds what was bought. */
  foundAt(facts: Facts, returnTo: ReturnTo): Target
  /** Where the page after a payment leads, if not there. */
  continueAt?(facts: Facts, returnTo: ReturnTo): Target
  /** Where to try again after a payment that failed. */
  retryAt(bought: Bought<Facts>): Target
  /** Where to choose another way to pay, if not where one tries again. */
  otherWayAt?(bought: Bought<Facts>): Target
  /** The page that shows its payment. */
  shownAt: Target
  /** Money for a wallet: what a refund takes out of the wallet can't be paid into it. */
  fillsWallet: boolean
  /** The back link of a success, with a label; null if the buyer came for nothing else. */
  wayBack(returnTo: ReturnTo): { target: Target; meta: string } | null
  /** The next payment of a sum that is paid in parts; null after the last. */
  nextPayment(facts: Facts, returnTo: ReturnTo): { target: Target; sum: Money } | null
  /** What a success has given, in a sentence; null where the page has its own text. */
  given(facts: Facts, price: Money): string | null
  /** What will happen when the payment arrives. */
  opens: string
  /** The label of its name on a receipt. */
  receiptLabel: string
  /** In a list of somebody's activity. */
  inActivity(facts: Facts, productName: string): Listed
  /** In the history of the wallet that paid it. */
  inWallet(facts: Facts, productName: string): Omit<Listed, 'about'>
  /** Its name after "Refund, ". */
  refundedName(facts: Facts, productName: string): string
}

/** What an audit has to know of a product, in SQL. */
export type ProductInvariants = {
  /** The table of what it grants, one row `r` per purchase (`purchase_id`); null where it grants nothing but money. */
  rights: {
    table: string
    holder: string
    active: string
    /** It was ended early. */
    ended: string
    /** An end that needs no refund. */
    lawful?: string
    /** When it ends by itself. */
    endsAt?: string
    /** How a bank is told of it, with the columns of its period. */
    evidence?: { name: string; from: string; until: string }
  } | null
  /** An account of revenue that is not earned yet, and a query of what it must hold, by currency. */
  unearned?: { purpose: string; description: string; owed: string }
  /** Rights without a reason, as `subject` and `detail`. */
  unfounded?: string
  /** Work that should be done by now, as `subject` and `detail`. */
  overdue?: string
}
