import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { type Entry, validateEntry } from './chart.ts'
import { openAccounts } from './open-account.server.ts'

const POST = 'select * from post_journal_entry($1, $2, $3, $4, $5, $6, $7, $8::uuid[], $9::bigint[])'

/**
 * Posts one entry in the caller's transaction through the database's one function. Returns its id and whether it was new; the same key
 * with other content throws (a bug of ours, never input).
 */
export async function postEntry(tx: Tx, entry: Entry): Promise<{ entryId: string; posted: boolean }> {
  const problem = validateEntry(entry)
  invariant(problem === null, `journal entry ${entry.idempotencyKey}: ${problem}`)
  const accounts = await openAccounts(
    tx,
    entry.lines.map((line) => line.account),
  )
  const amounts = entry.lines.map((line) => line.amountMinor.toString())
  const rows = await queryPreparedIn<{ entry_id: string; posted: boolean }>(tx, 'post-journal-entry', POST, [
    newId(),
    entry.kind,
    entry.idempotencyKey,
    entry.causeKind,
    entry.causeId,
    entry.happenedAt,
    entry.reverses ?? null,
    accounts,
    amounts,
  ])
  const row = rows[0]!
  return { entryId: row.entry_id, posted: row.posted }
}
