import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { type Entry, validateEntry } from './chart.ts'
import { openAccounts } from './open-account.server.ts'

const POST =
  'select * from post_journal_entries($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::integer[], $8::uuid[], $9::bigint[])'

/** Beyond some hundred entries a call gains nothing more and only holds its locks longer. */
const AT_ONCE = 500

export type Posted = { entryId: string; posted: boolean }

/**
 * Posts many entries in the caller's transaction, some hundred per call, each with the guarantees of `postEntry`: an entry that was posted
 * already is returned, other content under a known key throws. The results are in the order of the entries. Reversals have to be posted one
 * by one.
 */
export async function postEntries(tx: Tx, entries: readonly Entry[]): Promise<Posted[]> {
  const answers: Posted[] = []
  for (let from = 0; from < entries.length; from += AT_ONCE)
    answers.push(...(await postSome(tx, entries.slice(from, from + AT_ONCE))))
  return answers
}

async function postSome(tx: Tx, entries: readonly Entry[]): Promise<Posted[]> {
  for (const entry of entries) {
    const problem = entry.reverses === undefined ? validateEntry(entry) : 'a reversal is posted by itself'
    invariant(problem === null, `journal entry ${entry.idempotencyKey}: ${problem}`)
  }
  const lines = entries.flatMap((entry, index) => entry.lines.map((line) => ({ ...line, entry: index + 1 })))
  const accounts = await openAccounts(
    tx,
    lines.map((line) => line.account),
  )
  const rows = await queryPreparedIn<{ entry_id: string; posted: boolean }>(tx, 'post-journal-entries', POST, [
    entries.map(() => newId()),
    entries.map((entry) => entry.kind),
    entries.map((entry) => entry.idempotencyKey),
    entries.map((entry) => entry.causeKind),
    entries.map((entry) => entry.causeId),
    entries.map((entry) => entry.happenedAt),
    lines.map((line) => line.entry),
    accounts,
    lines.map((line) => line.amountMinor.toString()),
  ])
  return rows.map((row) => ({ entryId: row.entry_id, posted: row.posted }))
}
