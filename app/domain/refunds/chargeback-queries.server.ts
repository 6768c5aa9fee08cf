import { type RawBuilder, sql } from 'kysely'
import type { Person } from '#app/domain/identity/actor.ts'
import { type Currency, type Money, moneyOrNull } from '#app/domain/money/money.ts'
import type { ChargebackStatus } from '#app/gateways/flutterwave/refund-port.ts'
import { PRODUCT_INVARIANTS } from '#app/domain/products/registry.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { containing, keyset, type Listing } from '#app/platform/keyset.server.ts'
import { canAnswerChargeback } from './answer-chargeback.server.ts'
import { awaitsAnswer } from './chargeback.ts'
import { findPurchaseByReference, linesOf, type RefundLine } from './queries.server.ts'
import type { Tie } from './chargeback-ties.ts'

export type ListedChargeback = {
  id: string
  status: ChargebackStatus
  amount: Money | null
  productName: string | null
  comment: string
  openedAt: Date
  dueAt: Date | null
  answer: 'accept' | 'decline' | null
  ended: boolean
  puzzling: string | null
}

type Row = Omit<ListedChargeback, 'amount' | 'ended'> & {
  amount_minor: bigint | null
  currency: Currency | null
  endedAt: Date | null
}

const COLUMNS = sql`c.id, c.status, c.amount_minor, c.currency, p.product_name as "productName", c.comment, c.opened_at as "openedAt",
  c.due_at as "dueAt", c.answer, c.ended_at as "endedAt", c.puzzling`

export const CHARGEBACK_FILTERS = ['open', 'contested', 'ended', 'all'] as const
export type ChargebackFilter = (typeof CHARGEBACK_FILTERS)[number]

const CHOSEN = {
  open: sql`c.ended_at is null and c.answer is null`,
  contested: sql`c.ended_at is null and c.answer is not null`,
  ended: sql`c.ended_at is not null`,
  all: sql`true`,
} as const

/**
 * A page of the chargebacks: those without an answer by their due date, the others by the day they were opened. `find` is a part of the
 * product's name or of the bank's comment, a whole reference of the payment, or the gateway's number of charge or chargeback.
 */
export async function listChargebacks(listing: Listing<ChargebackFilter>): Promise<ListedChargeback[]> {
  const { filter, find } = listing
  const found = find === '' ? null : await findPurchaseByReference(find)
  const page = keyset(listing, {
    from: sql`chargebacks c`,
    id: sql`c.id`,
    keys: [filter === 'open' ? sql`coalesce(c.due_at, 'infinity')` : sql`c.opened_at`, [sql`c.id`, 'asc']],
  })
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    from chargebacks c left join purchases p on p.id = c.purchase_id
    where ${CHOSEN[filter]} and (${find} = '' or p.product_name ilike ${containing(find)} or c.comment ilike ${containing(find)}
        or p.id = ${found?.id ?? null}::uuid or c.provider_id = ${find} or c.chargeback_id = ${find})
      and ${page}`.execute(db)
  return rows.map(listed)
}

export async function countChargebacks(): Promise<Record<ChargebackFilter, number>> {
  const { rows } = await sql<Record<ChargebackFilter, number>>`
    select (count(*) filter (where ${CHOSEN.open}))::int as open, (count(*) filter (where ${CHOSEN.contested}))::int as contested,
      (count(*) filter (where ${CHOSEN.ended}))::int as ended, count(*)::int as "all" from chargebacks c`.execute(db)
  return rows[0]!
}

export async function countOpenChargebacks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chargebacks where ended_at is null and answer is null`.execute(db)
  return rows[0]!.count
}

function listed({ amount_minor, currency, endedAt, ...row }: Row): ListedChargeback {
  return { ...row, amount: moneyOrNull({ amount_minor, currency }), ended: endedAt !== null }
}

/** Evidence that a payment was made and used by the person who made it. */
export type Evidence = {
  purchase: { productName: string; price: Money; startedAt: Date; completedAt: Date | null; email: string }
  payment: {
    reference: string
    method: string
    name: string
    phone: string | null
    startedAt: Date
    settledAt: Date | null
  }
  charge: { id: string; paymentType: string; processorText: string }
  account: { username: string | null; since: Date; emailProvenAt: Date | null } | null
  consents: { document: string; version: string; occasion: string; at: Date }[]
  signIns: { at: Date; userAgent: string; network: string }[]
  /** Days on which what was bought was used, and whose page it was. */
  uses: { day: string; creator: string }[]
  rights: { what: string; from: Date; until: Date | null }[]
  refunds: { amount: Money; state: string; at: Date }[]
}

export type ChargebackDetail = ListedChargeback & {
  gatewayId: string
  rawStatus: string
  stage: string
  answerNote: string
  answeredBy: string | null
  answeredAt: Date | null
  notifiedAt: Date | null
  endedAt: Date | null
  flagged: boolean
  bornBy: RefundLine[]
  /** Creators whose part is reversed because something ties them to the payer. */
  ties: { creator: string; kinds: Tie[] }[]
  /** Messages and delivered requests that a charged-back top-up had paid, by creator; `reversed` is null where they kept their part. */
  spent: { creator: string; amount: Money; reversed: Money | null }[]
  evidence: Evidence | null
  may: { answer: boolean; clearFlag: boolean }
}

type Stored = Omit<ChargebackDetail, keyof ListedChargeback | 'bornBy' | 'ties' | 'spent' | 'evidence' | 'may'>
type DetailRow = Row & Stored & { purchase_id: string | null; transaction_id: string | null; account_id: string | null }

/** One chargeback with its evidence. Null where there is none. */
export async function findChargeback(staff: Person, id: string): Promise<ChargebackDetail | null> {
  if (!isId(id)) return null
  const { rows } = await sql<DetailRow>`
    select ${COLUMNS}, c.chargeback_id as "gatewayId", c.raw_status as "rawStatus", c.stage, c.answer_note as "answerNote",
      coalesce(s.display_name, s.email) as "answeredBy", c.answered_at as "answeredAt", c.notified_at as "notifiedAt",
      exists (select from account_flags f where f.cause_id = c.id and f.cleared_at is null) as flagged,
      c.purchase_id, c.transaction_id, c.account_id
    from chargebacks c left join purchases p on p.id = c.purchase_id left join profiles s on s.id = c.answered_by
    where c.id = ${id}`.execute(db)
  if (!rows[0]) return null
  const { purchase_id, transaction_id, account_id, amount_minor, currency, ...row } = rows[0]
  const permitted = canAnswerChargeback(staff, { account_id }) === null
  const ended = row.endedAt !== null
  return {
    ...row,
    amount: moneyOrNull({ amount_minor, currency }),
    ended,
    bornBy: await linesOf('chargeback', row.id, 'chargeback_received'),
    ties: await tiesOf(row.id),
    spent: await spentOn(row.id),
    evidence: purchase_id && transaction_id ? await evidenceOf(purchase_id, transaction_id) : null,
    may: {
      answer: permitted && row.answer === null && !ended && awaitsAnswer(row.status),
      clearFlag: permitted && row.flagged,
    },
  }
}

async function tiesOf(chargebackId: string): Promise<ChargebackDetail['ties']> {
  const { rows } = await sql<{ creator: string; kinds: Tie[] }>`
    select coalesce(p.display_name, p.username, 'a creator') as creator, array_agg(t.kind order by t.kind) as kinds
    from chargeback_ties t join profiles p on p.id = t.creator_id
    where t.chargeback_id = ${chargebackId} group by p.id order by creator, p.id`.execute(db)
  return rows
}

async function spentOn(chargebackId: string): Promise<ChargebackDetail['spent']> {
  const { rows } = await sql<{ creator: string; minor: bigint; reversed: bigint }>`
    select coalesce(p.display_name, p.username, 'a creator') as creator, sum(s.amount_minor)::bigint as minor,
      sum(s.reversed_minor)::bigint as reversed
    from chargeback_spendings s join profiles p on p.id = s.creator_id
    where s.chargeback_id = ${chargebackId} group by p.id order by creator, p.id`.execute(db)
  const shillings = (amountMinor: bigint): Money => ({ amountMinor, currency: 'UGX' })
  return rows.map(({ creator, minor, reversed }) => ({
    creator,
    amount: shillings(minor),
    reversed: reversed > 0n ? shillings(reversed) : null,
  }))
}

/** What a purchase has granted, and for which time, in every table of rights. */
function rightsOf(purchaseId: string): RawBuilder<unknown> {
  const selects = Object.values(PRODUCT_INVARIANTS).flatMap(({ rights }) =>
    rights?.evidence
      ? [
          sql`select ${rights.evidence.name} as what, ${sql.ref(rights.evidence.from)} as "from", ${sql.ref(rights.evidence.until)} as until
            from ${sql.table(rights.table)} where purchase_id = ${purchaseId} and ${sql.ref(rights.evidence.from)} is not null`,
        ]
      : [],
  )
  return sql.join(selects, sql` union all `)
}

async function evidenceOf(purchaseId: string, transactionId: string): Promise<Evidence> {
  const facts = await factsOf(purchaseId, transactionId)
  const account = facts.buyer_id
  const currency = facts.currency
  const [consents, signIns, uses, rights, refunds] = await Promise.all([
    sql<Evidence['consents'][number]>`select document, version, occasion, accepted_at as at from consents
      where profile_id = ${account} order by accepted_at`.execute(db),
    sql<Evidence['signIns'][number]>`select created_at as at, user_agent as "userAgent", network from sessions
      where profile_id = ${account} order by created_at desc limit 20`.execute(db),
    sql<
      Evidence['uses'][number]
    >`select u.day::text as day, coalesce(c.display_name, c.username, 'a creator') as creator
      from creator_uses u join profiles c on c.id = u.creator_id
      where u.fan_id = ${account} and u.day >= (${facts.created_at}::timestamptz at time zone 'Africa/Kampala')::date
      order by u.day, creator limit 100`.execute(db),
    sql<Evidence['rights'][number]>`${rightsOf(purchaseId)}`.execute(db),
    sql<{ amount_minor: bigint; state: string; at: Date }>`select amount_minor, state, created_at as at from refunds
      where purchase_id = ${purchaseId} order by created_at`.execute(db),
  ])
  return {
    purchase: {
      productName: facts.product_name,
      price: { amountMinor: facts.amount_minor, currency },
      startedAt: facts.created_at,
      completedAt: facts.completed_at,
      email: facts.buyer_email,
    },
    payment: {
      reference: facts.tx_ref,
      method: facts.payment_method,
      name: facts.customer_name,
      phone: facts.phone_number,
      startedAt: facts.started_at,
      settledAt: facts.settled_at,
    },
    charge: {
      id: facts.provider_id ?? '',
      paymentType: facts.payment_type ?? '',
      processorText: facts.processor_text ?? '',
    },
    account: facts.since
      ? { username: facts.username, since: facts.since, emailProvenAt: facts.email_proven_at }
      : null,
    consents: consents.rows,
    signIns: signIns.rows,
    uses: uses.rows,
    rights: rights.rows,
    refunds: refunds.rows.map(({ amount_minor, state, at }) => ({
      amount: { amountMinor: amount_minor, currency },
      state,
      at,
    })),
  }
}

type Facts = {
  product_name: string
  amount_minor: bigint
  currency: Currency
  created_at: Date
  completed_at: Date | null
  buyer_id: string | null
  buyer_email: string
  tx_ref: string
  payment_method: string
  customer_name: string
  phone_number: string | null
  started_at: Date
  settled_at: Date | null
  provider_id: string | null
  payment_type: string | null
  processor_text: string | null
  username: string | null
  since: Date | null
  email_proven_at: Date | null
}

async function factsOf(purchaseId: string, transactionId: string): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select p.product_name, p.amount_minor, p.currency, p.created_at, p.completed_at, p.buyer_id, p.buyer_email,
      t.flutterwave_tx_ref as tx_ref, t.payment_method, t.customer_name, t.phone_number, t.created_at as started_at, t.settled_at,
      c.provider_id, c.payment_type, c.processor_text, b.username, b.created_at as since, b.email_proven_at
    from purchases p join transactions t on t.id = ${transactionId}
    left join gateway_charges c on c.transaction_id = t.id and c.outcome <> 'none'
    left join profiles b on b.id = p.buyer_id
    where p.id = ${purchaseId} limit 1`.execute(db)
  return rows[0]!
}
