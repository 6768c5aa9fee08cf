import { sql } from 'kysely'
import { db, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { CHART, type LedgerAccount } from './chart.ts'

// Accounts are never closed nor renamed, so a known id stays right for the life of its database.
const known = new Map<string, string>()
let knownOf: unknown = null

/** The ids of accounts in the requested order; unused ones are opened. */
export async function openAccounts(tx: Tx, accounts: readonly LedgerAccount[]): Promise<string[]> {
  const ids = new Map<string, string>()
  const unknown = new Map<string, LedgerAccount>()
  const keys = accounts.map(keyOf)
  for (const [index, key] of keys.entries()) {
    const id = knownId(key)
    if (id) ids.set(key, id)
    else unknown.set(key, accounts[index]!)
  }
  if (unknown.size > 0) for (const [key, id] of await open(tx, unknown)) ids.set(key, id)
  return keys.map((key) => ids.get(key)!)
}

async function open(tx: Tx, unknown: ReadonlyMap<string, LedgerAccount>): Promise<Map<string, string>> {
  // In one order everywhere, so that two callers who open the same accounts never deadlock.
  const requested = [...unknown].toSorted(([left], [right]) => (left < right ? -1 : 1))
  const list = (of: (account: LedgerAccount) => string | boolean | null) => requested.map(([, account]) => of(account))
  const { rows } = await sql<{ key: string; id: string; opened: boolean }>`
    with requested as (
      select * from unnest(${requested.map(([key]) => key)}::text[], ${requested.map(() => newId())}::uuid[],
        ${list((account) => account.purpose)}::text[], ${list((account) => account.ownerId)}::uuid[],
        ${list((account) => account.currency)}::text[], ${list((account) => CHART[account.purpose].folded)}::boolean[],
        ${list((account) => CHART[account.purpose].guarded)}::boolean[])
        with ordinality as w (key, new_id, purpose, owner_id, currency, folded, guarded, place)
    ), before as (
      select w.key, a.id from requested w join ledger_accounts a
        on a.purpose = w.purpose and a.owner_id = w.owner_id and a.currency = w.currency::char(3)
      union all
      select w.key, a.id from requested w join ledger_accounts a
        on a.purpose = w.purpose and w.owner_id is null and a.owner_id is null and a.currency = w.currency::char(3)
    )
    select w.key, coalesce(b.id, open_ledger_account(w.new_id, w.purpose, w.owner_id, w.currency::char(3), w.folded, w.guarded)) as id,
      b.id is null as opened
    from requested w left join before b using (key) order by w.place`.execute(tx)
  // An account opened in this transaction may yet be rolled back: only accounts that existed before are remembered.
  for (const row of rows) if (!row.opened) remember(row.key, row.id)
  return new Map(rows.map((row) => [row.key, row.id]))
}

function keyOf(account: LedgerAccount): string {
  return `${account.purpose}:${account.ownerId ?? ''}:${account.currency}`
}

function knownId(key: string): string | undefined {
  if (knownOf !== db) {
    known.clear()
    knownOf = db
  }
  return known.get(key)
}

function remember(key: string, id: string): void {
  if (known.size > 20_000) known.clear()
  known.set(key, id)
}
