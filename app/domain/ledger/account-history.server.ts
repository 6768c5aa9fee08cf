import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import type { LedgerAccount } from './chart.ts'
import { isAccount } from './queries.server.ts'

export type AccountMovement = {
  entryId: string
  kind: string
  causeKind: string
  causeId: string
  happenedAt: Date
  /** The sum of the entry's lines on the account: debits positive. */
  amountMinor: bigint
}

/**
 * Movements of an account, newest first, a page at a time: all, debits or credits only. `before` is the last entry of the previous page.
 */
export async function listAccountMovements(
  account: LedgerAccount,
  page: { only?: 'debits' | 'credits' | null; before?: string | null; limit: number },
): Promise<AccountMovement[]> {
  const { only = null, before = null, limit } = page
  const { rows } = await sql<AccountMovement>`
    select moved.entry_id as "entryId", e.kind, e.cause_kind as "causeKind", e.cause_id as "causeId", e.happened_at as "happenedAt",
      moved.amount as "amountMinor"
    from (
      select p.entry_id, sum(p.amount_minor)::bigint as amount
      from postings p where p.account_id = (select id from ledger_accounts where ${isAccount(account)})
        and (${before}::uuid is null or p.entry_id < ${before}::uuid)
      group by p.entry_id
      having ${only}::text is null or (${only}::text = 'debits') = (sum(p.amount_minor) > 0)
      order by p.entry_id desc limit ${limit}
    ) as moved join journal_entries e on e.id = moved.entry_id
    order by moved.entry_id desc`.execute(db)
  return rows
}
