import { sql } from 'kysely'
import { type Db, db, type Tx } from '#app/platform/db.server.ts'
import type { Purpose } from './chart.ts'

/** Some accounts of one owner, in shillings. */
export type OwnAccounts = { ownerId: string; purposes: readonly Purpose[] }

/** The combined effect of one entry on an owner's accounts: incoming money is positive. */
export type OwnEntry = { id: string; kind: string; causeKind: string; causeId: string; at: Date; amountMinor: bigint }

/** The balance of each account at a moment, as people count it; zero balances are left out. */
export async function balancesAt(
  tx: Tx,
  { ownerId, purposes }: OwnAccounts,
  at: Date,
): Promise<Partial<Record<Purpose, bigint>>> {
  const { rows } = await sql<{ purpose: Purpose; held: bigint }>`
    select a.purpose, -sum(p.amount_minor)::bigint as held
    from ledger_accounts a join postings p on p.account_id = a.id join journal_entries e on e.id = p.entry_id
    where a.owner_id = ${ownerId} and a.purpose = any (${purposes}::text[]) and a.currency = 'UGX' and e.happened_at < ${at}
    group by a.purpose having sum(p.amount_minor) <> 0`.execute(tx)
  return Object.fromEntries(rows.map((row) => [row.purpose, row.held]))
}

/** The entries of a period that changed the sum of the accounts, oldest first; movements between them are left out. */
export async function listOwnEntries(
  tx: Tx,
  { ownerId, purposes }: OwnAccounts,
  { from, to }: { from: Date; to: Date },
): Promise<OwnEntry[]> {
  const { rows } = await sql<OwnEntry>`
    select e.id, e.kind, e.cause_kind as "causeKind", e.cause_id as "causeId", e.happened_at as at, -sum(p.amount_minor)::bigint as "amountMinor"
    from ledger_accounts a join postings p on p.account_id = a.id join journal_entries e on e.id = p.entry_id
    where a.owner_id = ${ownerId} and a.purpose = any (${purposes}::text[]) and a.currency = 'UGX'
      and e.happened_at >= ${from} and e.happened_at < ${to}
    group by e.id having sum(p.amount_minor) <> 0 order by e.happened_at, e.id`.execute(tx)
  return rows
}

/** When the first entry touched the accounts, or null. */
export async function findFirstEntryAt(
  { ownerId, purposes }: OwnAccounts,
  connection: Db | Tx = db,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(e.happened_at) as at
    from ledger_accounts a cross join lateral (
      select p.entry_id from postings p where p.account_id = a.id order by p.entry_id limit 1
    ) p join journal_entries e on e.id = p.entry_id
    where a.owner_id = ${ownerId} and a.purpose = any (${purposes}::text[]) and a.currency = 'UGX'`.execute(connection)
  return rows[0]!.at
}
