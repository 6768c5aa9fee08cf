import { sql } from 'kysely'
import type { LedgerAccount } from '#app/domain/ledger/chart.ts'
import { db } from '#app/platform/db.server.ts'

type PastConsent = { document: string; version: string; occasion: string; acceptedAt: Date }

/** Everything that a person ever accepted, newest first. */
export function listConsents(profileId: string): Promise<PastConsent[]> {
  return db
    .selectFrom('consents')
    .select(['document', 'version', 'occasion', 'accepted_at as acceptedAt'])
    .where('profile_id', '=', profileId)
    .orderBy('accepted_at', 'desc')
    .orderBy('document')
    .orderBy('id', 'desc')
    .execute()
}

type StatementLine = {
  entryId: string
  kind: string
  causeKind: string
  causeId: string
  happenedAt: Date
  amountMinor: bigint
  /** The balance after this line, counted from the account's first posting. */
  balanceMinor: bigint
}

/** The statement of an account, newest first, a page at a time. `before` is the last entry id of the previous page. */
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
