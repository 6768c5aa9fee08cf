import { sql } from 'kysely'
import { db, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { CHART, type LedgerAccount } from './chart.ts'

// Accounts are never closed nor renamed, so what was once found stays right for the life of the database that it was found in.
const known = new Map<string, string>()
let knownOf: unknown = null

/** The id of an account, opened on first use. */
export async function openAccount(tx: Tx, account: LedgerAccount): Promise<string> {
  if (knownOf !== db) {
    known.clear()
    knownOf = db
  }
  const key = `${account.purpose}:${account.ownerId ?? ''}:${account.currency}`
  const found = known.get(key)
  if (found) return found
  const { folded, guarded } = CHART[account.purpose]
  const { rows } = await sql<{ id: string; opened: boolean }>`
    with before as (
      select id from ledger_accounts
      where purpose = ${account.purpose} and owner_id is not distinct from ${account.ownerId}::uuid and currency = ${account.currency}
    )
    select coalesce((select id from before),
      open_ledger_account(${newId()}, ${account.purpose}, ${account.ownerId}, ${account.currency}, ${folded}, ${guarded})) as id,
      not exists (select from before) as opened`.execute(tx)
  const row = rows[0]!
  // An account opened in this transaction may yet be rolled back: only what was there before is remembered.
  if (!row.opened) remember(key, row.id)
  return row.id
}

function remember(key: string, id: string): void {
  if (known.size > 20_000) known.clear()
  known.set(key, id)
}
