import { sql } from 'kysely'
import type { Currency } from '#app/domain/money/money.ts'
import { KAMPALA } from '#app/platform/clock.ts'
import { type Db, db, queryPrepared, type Tx } from '#app/platform/db.server.ts'
import type { LedgerAccount, Purpose } from './chart.ts'

/** The row of an account in `ledger_accounts`. No index finds `is not distinct from`: it would read the accounts of everybody. */
export function isAccount({ purpose, ownerId, currency }: LedgerAccount) {
  const ofOwner = ownerId === null ? sql`owner_id is null` : sql`owner_id = ${ownerId}::uuid`
  return sql<boolean>`purpose = ${purpose} and ${ofOwner} and currency = ${currency}`
}

/** The balance of an account now: debits minus credits. Zero for an account that was never used. */
export async function getBalance(account: LedgerAccount, connection: Db | Tx = db): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select ledger_balance(id) as balance from ledger_accounts
    where ${isAccount(account)}`.execute(connection)
  return rows[0]?.balance ?? 0n
}

/** The SQL of the balance of an owner's account in shillings: debits minus credits. */
export function balanceSql(purpose: Purpose, owner: string): string {
  return `coalesce((select ledger_balance(a.id) from ledger_accounts a
    where a.purpose = '${purpose}' and a.owner_id = ${owner} and a.currency = 'UGX'), 0)`
}

/** The sums of the entries of these causes on each of the platform's accounts, in the requested order. */
export async function sumOfCauses(
  tx: Tx,
  causes: readonly { causeKind: string; causeId: string }[],
  purposes: readonly Purpose[],
): Promise<bigint[]> {
  const { rows } = await sql<{ purpose: string; minor: bigint }>`
    select a.purpose, sum(p.amount_minor)::bigint as minor
    from unnest(${causes.map((cause) => cause.causeKind)}::text[], ${causes.map((cause) => cause.causeId)}::uuid[]) as c (kind, id)
    join journal_entries e on e.cause_kind = c.kind and e.cause_id = c.id
    join postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
    where a.purpose = any(${purposes}::text[]) and a.owner_id is null group by 1`.execute(tx)
  return purposes.map((purpose) => rows.find((row) => row.purpose === purpose)?.minor ?? 0n)
}

const EARNED_SINCE = `select coalesce(-sum(p.amount_minor), 0)::bigint as earned
  from ledger_accounts a join postings p on p.account_id = a.id join journal_entries e on e.id = p.entry_id
  where a.purpose = 'creator_pending' and a.owner_id = $1 and a.currency = 'UGX' and p.amount_minor < 0 and e.happened_at >= $2`

/** What a creator has earned since a moment, before any later reversal: the sum of their credits, in minor units. */
export async function creatorEarnedSince(creatorId: string, since: Date): Promise<bigint> {
  const rows = await queryPrepared<{ earned: bigint }>('creator-earned-since', EARNED_SINCE, [creatorId, since])
  return rows[0]!.earned
}

export type Movement = { purpose: string; kind: string; happenedAt: Date; amountMinor: bigint; currency: Currency }

const MOVEMENTS_AT_ONCE = 500

/** Every line on the accounts of an owner, oldest entry first, read page by page. Debits are positive, credits negative. */
export async function* listMovements(ownerId: string): AsyncIterable<Movement> {
  let after: MovementRow | null = null
  for (;;) {
    const rows: MovementRow[] = await readMovements(ownerId, after)
    yield* rows
    if (rows.length < MOVEMENTS_AT_ONCE) return
    after = rows.at(-1)!
  }
}

type MovementRow = Movement & { entry: string; line: number }

async function readMovements(ownerId: string, after: MovementRow | null): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select p.entry_id as entry, p.line, a.purpose, e.kind, e.happened_at as "happenedAt", p.amount_minor as "amountMinor", p.currency
    from ledger_accounts a join postings p on p.account_id = a.id join journal_entries e on e.id = p.entry_id
    where a.owner_id = ${ownerId}
      and (${after?.entry ?? null}::uuid is null or (p.entry_id, p.line) > (${after?.entry ?? null}::uuid, ${after?.line ?? 0}::smallint))
    order by p.entry_id, p.line limit ${MOVEMENTS_AT_ONCE}`.execute(db)
  return rows
}

/** The balances of an owner's accounts now, by purpose and currency; zero balances are left out. */
export async function listBalances(
  ownerId: string,
  connection: Db | Tx = db,
): Promise<{ purpose: Purpose; currency: Currency; balanceMinor: bigint }[]> {
  const { rows } = await sql<{ purpose: Purpose; currency: Currency; balanceMinor: bigint }>`
    select purpose, currency, ledger_balance(id) as "balanceMinor" from ledger_accounts
    where owner_id = ${ownerId} and ledger_balance(id) <> 0 order by purpose, currency`.execute(connection)
  return rows
}

export type CollectedDay = { day: string; currency: Currency; gross: bigint }

/** What the gateway collected, fees included, on each of the last `days` days of Kampala; days without money are zero. */
export async function listCollectedByDay(days: number): Promise<CollectedDay[]> {
  const { rows } = await sql<CollectedDay>`
    with days as (
      select generate_series((app_now() at time zone ${KAMPALA})::date - ${days - 1}::int, (app_now() at time zone ${KAMPALA})::date, '1 day')::date as day
    ), collected as (
      select e.id, (e.happened_at at time zone ${KAMPALA})::date as day, p.currency
      from ledger_accounts a join postings p on p.account_id = a.id join journal_entries e on e.id = p.entry_id
      where a.purpose = 'gateway_clearing' and p.amount_minor > 0 and e.reverses is null
        and e.happened_at >= ((app_now() at time zone ${KAMPALA})::date - ${days - 1}::int)::timestamp at time zone ${KAMPALA}
    ), gross as (
      select c.day, c.currency, sum(p.amount_minor)::bigint as gross
      from collected c join postings p on p.entry_id = c.id join ledger_accounts a on a.id = p.account_id
      where a.purpose in ('gateway_clearing', 'gateway_fees') group by c.day, c.currency
    )
    select d.day::text as day, coalesce(g.currency, 'UGX') as currency, coalesce(g.gross, 0)::bigint as gross
    from days d left join gross g on g.day = d.day order by d.day`.execute(db)
  return rows
}
