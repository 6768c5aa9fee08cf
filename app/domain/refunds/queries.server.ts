import { sql } from 'kysely'
import type { Person } from '#app/domain/identity/actor.ts'
import { maskEmail } from '#app/domain/identity/email.ts'
import { listEntryLines } from '#app/domain/ledger/entry-lines.server.ts'
import { type Currency, type Money, moneyFrom } from '#app/domain/money/money.ts'
import { tailOfShortReference } from '#app/domain/payments/reference.ts'
import type { Destination, RefundReason, RefundState } from '#app/domain/payments/refund.ts'
import { now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { containing, keyset, type Listing } from '#app/platform/keyset.server.ts'
import { destinationOf } from './internal/carry-out.server.ts'
import { forDecision, mayGoToWallet } from './internal/locked-refund.server.ts'
import type { RefundRow } from '#app/domain/payments/refund-rows.server.ts'
import { refundFactsOf } from './internal/refund-facts.server.ts'
import { canAskRefund, canDecideRefund, canRetryRefund, canSecondRefund, canSendToWallet } from './policy.ts'
import { refundRule, type RefundRule } from './rules.ts'

/** A refund as its buyer sees it. */
export type OwnRefund = {
  id: string
  state: RefundState
  reason: RefundReason
  amount: Money
  destination: Destination
  askedAt: Date
  sentAt: Date | null
  endedAt: Date | null
  /** Our message about the decision. */
  message: string
  /** It was granted, and the payer's bank reversed the payment before it was sent. */
  replaced: boolean
  /** Its owner may have it paid to the wallet now. */
  walletOpen: boolean
}

export type OwnRefunds = { productName: string; rest: Money; rule: RefundRule; toWallet: boolean; refunds: OwnRefund[] }

/** What a buyer may request for one purchase, and the state of earlier requests. Null for everybody else. */
export async function findOwnRefunds(actor: Person, purchaseId: string): Promise<OwnRefunds | null> {
  if (!isId(purchaseId)) return null
  const purchase = await db.selectFrom('purchases').selectAll().where('id', '=', purchaseId).executeTakeFirst()
  if (!purchase || !canAskRefund(actor, { buyerId: purchase.buyer_id }).allowed) return null
  const facts = await refundFactsOf(db, purchase)
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const currency = purchase.currency
  return {
    productName: purchase.product_name,
    rest: { amountMinor: facts.restMinor, currency },
    rule: refundRule(facts, now()),
    toWallet: purchase.paid_from === 'gateway' && destinationOf(purchase, 'wallet') === 'wallet',
    refunds: rows.map((row) => ({
      ...shownRefund(row),
      walletOpen: canSendToWallet(actor, forDecision(row, purchase)).allowed,
    })),
  }
}

function shownRefund(row: RefundRow): Omit<OwnRefund, 'walletOpen'> {
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    amount: moneyFrom(row),
    destination: row.destination,
    askedAt: row.created_at,
    sentAt: row.sent_at,
    endedAt: row.ended_at,
    message: row.decision_note,
    replaced: row.state === 'declined' && row.chargeback_id !== null,
  }
}

export const REFUND_FILTERS = ['open', 'sending', 'failed', 'done', 'all'] as const
export type RefundFilter = (typeof REFUND_FILTERS)[number]
const STATES: Record<RefundFilter, readonly RefundState[] | null> = {
  open: ['asked', 'agreed'],
  sending: ['requested', 'sending', 'unknown', 'sent'],
  failed: ['failed'],
  done: ['completed', 'declined'],
  all: null,
}

export type ListedRefund = {
  id: string
  state: RefundState
  reason: RefundReason
  amount: Money
  destination: Destination
  productName: string
  /** Masked: deciding about money needs no contact data. */
  buyer: string
  askedAt: Date
}

/** A row of the list, whose amount and buyer are not what the page shows yet. */
type ListRow = Omit<ListedRefund, 'amount' | 'buyer'> & {
  amount_minor: bigint
  currency: Currency
  display_name: string | null
  buyer_email: string
}

/** A page of the refunds, by the time of their request. `find` is a part of the product's or the buyer's name, or a whole reference. */
export async function listRefunds(listing: Listing<RefundFilter>): Promise<ListedRefund[]> {
  const { find } = listing
  const states = STATES[listing.filter]
  const found = find === '' ? null : await findPurchaseByReference(find)
  const page = keyset(listing, {
    from: sql`refunds r`,
    id: sql`r.id`,
    keys: [sql`r.created_at`, [sql`r.id`, 'asc']],
  })
  const { rows } = await sql<ListRow>`
    select r.id, r.state, r.reason, r.amount_minor, r.currency, r.destination, p.product_name as "productName", b.display_name, p.buyer_email,
      r.created_at as "askedAt"
    from refunds r join purchases p on p.id = r.purchase_id left join profiles b on b.id = p.buyer_id
    where ${states === null ? sql`true` : sql`r.state = any (${[...states]}::text[])`} and (${find} = ''
        or p.product_name ilike ${containing(find)} or b.display_name ilike ${containing(find)} or p.id = ${found?.id ?? null}::uuid)
      and ${page}`.execute(db)
  return rows.map(({ amount_minor, currency, display_name, buyer_email, ...row }) => ({
    ...row,
    amount: { amountMinor: amount_minor, currency },
    buyer: display_name ?? maskEmail(buyer_email),
  }))
}

/** The number of refunds by state, for the filters. */
export async function countRefunds(): Promise<Record<RefundFilter, number>> {
  const rows = await db
    .selectFrom('refunds')
    .select(['state', (row) => row.fn.countAll<bigint>().as('count')])
    .groupBy('state')
    .execute()
  const count = (states: readonly RefundState[] | null) =>
    rows.reduce((sum, row) => (states === null || states.includes(row.state) ? sum + Number(row.count) : sum), 0)
  const { open, sending, failed, done, all } = STATES
  return { open: count(open), sending: count(sending), failed: count(failed), done: count(done), all: count(all) }
}

export type RefundLine = { purpose: string; owner: string | null; amount: Money }

export type RefundDetail = ListedRefund & {
  purchaseId: string
  kind: string
  price: Money
  /** The part of the price that has not been refunded; for money that did not match, all of it. */
  rest: Money
  /** The person who decides may choose the wallet. */
  mayGoToWallet: boolean
  paidAt: Date
  paidFrom: string
  reference: string | null
  note: string
  askedBy: string | null
  decidedBy: string | null
  decidedAt: Date | null
  decisionNote: string
  secondedBy: string | null
  secondedAt: Date | null
  ends: boolean
  attempts: number
  sentAt: Date | null
  endedAt: Date | null
  failure: string | null
  used: boolean
  disputed: boolean
  flagged: boolean
  /** Who bears it, from the ledger; empty before it is decided. */
  bornBy: RefundLine[]
  may: { decide: boolean; second: boolean; retry: boolean; wallet: boolean; why: string | null }
}

type DetailRow = RefundRow &
  Pick<RefundDetail, 'reference' | 'askedBy' | 'decidedBy' | 'secondedBy'> & { buyer_name: string | null }

/** One refund with everything that a decision needs, and what this staff member may do. Null where there is none. */
export async function findRefund(staff: Person, refundId: string): Promise<RefundDetail | null> {
  if (!isId(refundId)) return null
  const { rows } = await sql<DetailRow>`
    select r.*, t.flutterwave_tx_ref as reference, b.display_name as buyer_name, coalesce(a.display_name, a.email) as "askedBy",
      coalesce(d.display_name, d.email) as "decidedBy", coalesce(s.display_name, s.email) as "secondedBy"
    from refunds r join purchases p on p.id = r.purchase_id left join transactions t on t.id = r.transaction_id
    left join profiles b on b.id = p.buyer_id left join profiles a on a.id = r.asked_by
    left join profiles d on d.id = r.decided_by left join profiles s on s.id = r.seconded_by
    where r.id = ${refundId}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const purchase = await db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', row.purchase_id)
    .executeTakeFirstOrThrow()
  const facts = await refundFactsOf(db, purchase)
  const currency = purchase.currency
  const forPolicy = forDecision(row, purchase)
  const [decide, second] = [canDecideRefund(staff, forPolicy), canSecondRefund(staff, forPolicy)]
  const wallet = canSendToWallet(staff, forPolicy)
  const buyer = row.buyer_name ?? maskEmail(purchase.buyer_email)
  return {
    ...shownRefund(row),
    productName: purchase.product_name,
    buyer,
    purchaseId: purchase.id,
    kind: purchase.kind,
    price: { amountMinor: purchase.amount_minor, currency },
    rest: row.reason === 'unmatched' ? shownRefund(row).amount : { amountMinor: facts.restMinor, currency },
    mayGoToWallet: mayGoToWallet(row, purchase),
    paidAt: facts.paidAt,
    paidFrom: purchase.paid_from,
    reference: row.reference,
    note: row.note,
    askedBy: row.asked_by === purchase.buyer_id ? buyer : row.askedBy,
    decidedBy: row.decidedBy,
    decidedAt: row.decided_at,
    decisionNote: row.decision_note,
    secondedBy: row.secondedBy,
    secondedAt: row.seconded_at,
    ends: row.ends,
    attempts: row.attempts,
    failure: row.failure,
    used: facts.used,
    disputed: facts.disputed,
    flagged: facts.flagged,
    bornBy: await linesOf('refund', row.id, 'refund_decided'),
    may: {
      decide: decide.allowed,
      second: second.allowed,
      retry: canRetryRefund(staff, forPolicy).allowed,
      wallet: wallet.allowed,
      why:
        row.state === 'asked' && !decide.allowed
          ? decide.reason
          : row.state === 'agreed' && !second.allowed
            ? second.reason
            : null,
    },
  }
}

/** The lines of the entry that decided the refund: who bears it. */
export async function linesOf(
  causeKind: 'refund' | 'chargeback',
  causeId: string,
  kind: string,
): Promise<RefundLine[]> {
  const lines = await listEntryLines({ causeKind, causeId, kind })
  return lines.map(({ account, amountMinor, owner }) => ({
    purpose: account.purpose,
    owner,
    amount: { amountMinor, currency: account.currency },
  }))
}

/**
 * The paid purchase of a reference, for staff who request on behalf of its buyer: the short reference on receipts, the full one, or the
 * purchase's own id. Null where none or several match.
 */
export async function findPurchaseByReference(reference: string): Promise<{ id: string; productName: string } | null> {
  const tail = tailOfShortReference(reference)
  const { rows } = await sql<{ id: string; productName: string }>`
    select p.id, p.product_name as "productName" from purchases p where p.state = 'completed' and p.id in (
      select t.purchase_id from transactions t where t.flutterwave_tx_ref = ${reference}
      union select t.purchase_id from transactions t where upper(right(t.flutterwave_tx_ref, 8)) = ${tail}
      union select o.id from purchases o where o.id = ${isId(reference) ? reference : null}::uuid
      union select o.id from purchases o where upper(right(o.id::text, 8)) = ${tail} and o.paid_from <> 'gateway')
    limit 2`.execute(db)
  return rows.length === 1 ? rows[0]! : null
}
