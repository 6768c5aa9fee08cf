import { sql } from 'kysely'
import { db, queryPrepared } from '#app/platform/db.server.ts'
import type { LedgerAccount } from './chart.ts'

/** The balance of an account now: debits less credits. Zero for an account that nobody has used yet. */
export async function getBalance(account: LedgerAccount): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select ledger_balance(id) as balance from ledger_accounts
    where purpose = ${account.purpose} and owner_id is not distinct from ${account.ownerId}::uuid and currency = ${account.currency}`.execute(
    db,
  )
  return rows[0]?.balance ?? 0n
}

export type StatementLine = {
  entryId: string
  kind: string
  causeKind: string
  causeId: string
  happenedAt: Date
  amountMinor: bigint
  /** The balance after this line, counted from the account's first posting. */
  balanceMinor: bigint
}

/** The statement of an account, newest first, a page at a time. `before` is the entry id that the last page ended with. */
export async function listStatement(
  account: LedgerAccount,
  options: { before?: string; limit?: number } = {},
): Promise<StatementLine[]> {
  const limit = Math.min(options.limit ?? 50, 500)
  const { rows } = await sql<StatementLine>`
    with account as (
      select id from ledger_accounts
      where purpose = ${account.purpose} and owner_id is not distinct from ${account.ownerId}::uuid and currency = ${account.currency}
    ), page as (
      select p.entry_id, sum(p.amount_minor)::bigint as amount
      from postings p join account on account.id = p.account_id
      where ${options.before ?? null}::uuid is null or p.entry_id < ${options.before ?? null}::uuid
      group by p.entry_id order by p.entry_id desc limit ${limit}
    ), newer as (
      select coalesce(sum(p.amount_minor), 0)::bigint as amount from postings p join account on account.id = p.account_id
      where p.entry_id > (select max(entry_id::text)::uuid from page)
    )
    select e.id as "entryId", e.kind, e.cause_kind as "causeKind", e.cause_id as "causeId", e.happened_at as "happenedAt",
      page.amount as "amountMinor",
      ((select ledger_balance(id) from account) - (select amount from newer)
        - coalesce(sum(page.amount) over (order by page.entry_id desc rows between unbounded preceding and 1 preceding), 0))::bigint as "balanceMinor"
    from page join journal_entries e on e.id = page.entry_id
    order by page.entry_id desc`.execute(db)
  return rows
}

/** What a creator has earned since a moment, before any later reversal: the sum of their credits, in minor units. */
export async function creatorEarnedSince(creatorId: string, since: Date): Promise<bigint> {
  const rows = await queryPrepared<{ earned: bigint }>(
    'creator-earned-since',
    `select coalesce(-sum(p.amount_minor), 0)::bigint as earned
     from ledger_accounts a join postings p on p.account_id = a.id join journal_entries e on e.id = p.entry_id
     where a.purpose = 'creator_pending' and a.owner_id = $1 and a.currency = 'UGX' and p.amount_minor < 0 and e.happened_at >= $2`,
    [creatorId, since],
  )
  return rows[0]!.earned
}
