import { sql } from 'kysely'
import type { Currency } from '#app/domain/money/money.ts'
import { KAMPALA } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'

export type AccountSum = { purpose: string; currency: Currency; accounts: number; balanceMinor: bigint }

/** The sums of all accounts of each purpose, in each currency. Together they are zero. */
export async function sumAccounts(): Promise<AccountSum[]> {
  const { rows } = await sql<AccountSum>`
    select a.purpose, a.currency, count(*)::int as accounts, (sum(b.balance_minor) + coalesce(sum(u.waiting), 0))::bigint as "balanceMinor"
    from ledger_accounts a join ledger_balances b on b.account_id = a.id
    left join (select account_id, sum(amount_minor) as waiting from ledger_unfolded group by 1) u on u.account_id = a.id
    group by 1, 2 order by 1, 2 desc`.execute(db)
  return rows
}

export type BrowsedAccount = {
  id: string
  purpose: string
  currency: Currency
  ownerId: string | null
  /** The public name, never an address. */
  owner: string | null
  balanceMinor: bigint
}

const ACCOUNT = sql`a.id, a.purpose, a.currency, a.owner_id as "ownerId", coalesce(p.display_name, p.username) as owner, ledger_balance(a.id) as "balanceMinor"`

/** The accounts of one purpose, oldest first, a page at a time. `after` is the last account of the previous page. */
export async function listAccounts(
  purpose: string,
  options: { after?: string | null; limit: number },
): Promise<BrowsedAccount[]> {
  const { rows } = await sql<BrowsedAccount>`
    select ${ACCOUNT} from ledger_accounts a left join profiles p on p.id = a.owner_id
    where a.purpose = ${purpose} and (${options.after ?? null}::uuid is null or a.id > ${options.after ?? null}::uuid)
    order by a.id limit ${options.limit}`.execute(db)
  return rows
}

export async function findAccount(id: string): Promise<BrowsedAccount | null> {
  const { rows } = await sql<BrowsedAccount>`
    select ${ACCOUNT} from ledger_accounts a left join profiles p on p.id = a.owner_id where a.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export type EntryFilter = {
  accountId?: string | null
  kind?: string | null
  /** Entries of any of these causes. */
  causeIds?: readonly string[] | null
  /** A day in Kampala, "2026-11-21". */
  day?: string | null
}

export type BrowsedEntry = {
  id: string
  kind: string
  causeKind: string
  causeId: string
  happenedAt: Date
  reversed: boolean
  /** What moved: the debits of the entry, by currency; or the line on the requested account. */
  amounts: { currency: Currency; amountMinor: string }[]
}

/** Entries, newest first, a page at a time. `before` is the last entry of the previous page. */
export async function listEntries(
  filter: EntryFilter,
  options: { before?: string | null; limit: number },
): Promise<BrowsedEntry[]> {
  const { accountId = null, kind = null, causeIds = null, day = null } = filter
  const before = options.before ?? null
  // A hot account has as many lines as there are sales: the index is read from its newest end, only as far as a page goes.
  const plain = kind === null && causeIds === null && day === null
  const source = accountId
    ? sql`(select entry_id as id from postings where account_id = ${accountId} and (${before}::uuid is null or entry_id < ${before}::uuid)
        group by entry_id order by entry_id desc limit ${plain ? options.limit : null}) x join journal_entries e on e.id = x.id`
    : sql`journal_entries e`
  const { rows } = await sql<BrowsedEntry>`
    with page as (
      select e.* from ${source}
      where (${before}::uuid is null or e.id < ${before}::uuid) and (${kind}::text is null or e.kind = ${kind})
        and (${causeIds}::uuid[] is null or e.cause_id = any (${causeIds}::uuid[]))
        and (${day}::date is null or (e.happened_at >= ${day}::date::timestamp at time zone 'Africa/Kampala'
          and e.happened_at < (${day}::date + 1)::timestamp at time zone 'Africa/Kampala'))
      order by e.id desc limit ${options.limit}
    )
    select e.id, e.kind, e.cause_kind as "causeKind", e.cause_id as "causeId", e.happened_at as "happenedAt",
      exists (select from journal_entries r where r.reverses = e.id) as reversed,
      (select coalesce(jsonb_agg(jsonb_build_object('currency', s.currency, 'amountMinor', s.amount::text) order by s.currency desc), '[]')
        from (select p.currency, sum(p.amount_minor) filter (where ${accountId ? sql`p.account_id = ${accountId}` : sql`p.amount_minor > 0`}) as amount
          from postings p where p.entry_id = e.id group by 1) s where s.amount is not null) as amounts
    from page e order by e.id desc`.execute(db)
  return rows
}

/** The existing kinds of entries, for a list to choose from. One index lookup per kind, however many entries there are. */
export async function listEntryKinds(): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    with recursive kinds as (
      (select kind from journal_entries order by kind limit 1)
      union all
      select (select e.kind from journal_entries e where e.kind > k.kind order by e.kind limit 1) from kinds k where k.kind is not null
    ) select kind from kinds where kind is not null order by kind`.execute(db)
  return rows.map((row) => row.kind)
}

export type EntryDetail = {
  id: string
  kind: string
  idempotencyKey: string
  causeKind: string
  causeId: string
  happenedAt: Date
  recordedAt: Date
  reverses: string | null
  reversedBy: string | null
  lines: { accountId: string; purpose: string; owner: string | null; currency: Currency; amountMinor: bigint }[]
}

/** One entry with its lines, as they were posted. */
export async function findEntry(id: string): Promise<EntryDetail | null> {
  const entry = await db
    .selectFrom('journal_entries as e')
    .leftJoin('journal_entries as r', 'r.reverses', 'e.id')
    .select([
      'e.id',
      'e.kind',
      'e.idempotency_key as idempotencyKey',
      'e.cause_kind as causeKind',
      'e.cause_id as causeId',
      'e.happened_at as happenedAt',
      'e.recorded_at as recordedAt',
      'e.reverses',
      'r.id as reversedBy',
    ])
    .where('e.id', '=', id)
    .executeTakeFirst()
  if (!entry) return null
  const { rows } = await sql<EntryDetail['lines'][number]>`
    select l.account_id as "accountId", a.purpose, coalesce(p.display_name, p.username) as owner, l.currency, l.amount_minor as "amountMinor"
    from postings l join ledger_accounts a on a.id = l.account_id left join profiles p on p.id = a.owner_id
    where l.entry_id = ${id} order by l.line`.execute(db)
  return { ...entry, lines: rows }
}

export type Cost = { purpose: string; currency: Currency; amountMinor: bigint }

/** Our costs of the last `days` days of Kampala, today included: the gateway, losses, corrections; debits are positive. */
export async function listCosts(days: number): Promise<Cost[]> {
  const { rows } = await sql<Cost>`
    select a.purpose, a.currency, sum(p.amount_minor)::bigint as "amountMinor"
    from ledger_accounts a join postings p on p.account_id = a.id join journal_entries e on e.id = p.entry_id
    where a.purpose in ('gateway_fees', 'payout_fees', 'chargeback_losses', 'corrections')
      and e.happened_at >= ((app_now() at time zone ${KAMPALA})::date - ${days - 1}::int)::timestamp at time zone ${KAMPALA} and e.happened_at <= app_now()
    group by 1, 2 having sum(p.amount_minor) <> 0 order by 1, 2 desc`.execute(db)
  return rows
}
