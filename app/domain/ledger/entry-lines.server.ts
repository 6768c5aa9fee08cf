import { type Db, db, type Tx } from '#app/platform/db.server.ts'
import type { LedgerAccount, Purpose } from './chart.ts'

/** A line of an entry with the name of its owner, readable for people; null for the platform's own accounts. */
export type NamedLine = { account: LedgerAccount; amountMinor: bigint; owner: string | null }

/** The lines of one entry, in their order: found by its id, or by its cause and kind. Empty where there is no such entry. */
export async function listEntryLines(
  entry: { id: string } | { causeKind: string; causeId: string; kind: string },
  connection: Db | Tx = db,
): Promise<NamedLine[]> {
  const lines = connection
    .selectFrom('postings')
    .innerJoin('journal_entries', 'journal_entries.id', 'postings.entry_id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'postings.account_id')
    .leftJoin('profiles', 'profiles.id', 'ledger_accounts.owner_id')
    .select(['purpose', 'owner_id', 'ledger_accounts.currency', 'amount_minor', 'display_name', 'username'])
  const rows = await (
    'id' in entry
      ? lines.where('journal_entries.id', '=', entry.id)
      : lines
          .where('cause_kind', '=', entry.causeKind)
          .where('cause_id', '=', entry.causeId)
          .where('kind', '=', entry.kind)
  )
    .orderBy('line')
    .execute()
  return rows.map((row) => ({
    account: { purpose: row.purpose as Purpose, ownerId: row.owner_id, currency: row.currency },
    amountMinor: row.amount_minor,
    owner: row.display_name ?? row.username,
  }))
}
