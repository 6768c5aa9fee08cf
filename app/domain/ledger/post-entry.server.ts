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
  const { answer } = await send(tx, entry)
  const { entry_id: entryId, posted } = (await answer)[0]!
  return { entryId, posted }
}

/**
 * Sends a new entry, so that the rows that name it can be sent with it before the answer. `posted` throws where its key has been used,
 * also for the same content.
 */
export async function sendEntry(tx: Tx, entry: Entry): Promise<{ entryId: string; posted: Promise<void> }> {
  const { entryId, answer } = await send(tx, entry)
  const posted = answer.then(([row]) => {
    invariant(row!.posted, `journal entry ${entry.idempotencyKey} has been posted before`)
  })
  return { entryId, posted }
}

type Posted = { entry_id: string; posted: boolean }

async function send(tx: Tx, entry: Entry): Promise<{ entryId: string; answer: Promise<Posted[]> }> {
  const problem = validateEntry(entry)
  invariant(problem === null, `journal entry ${entry.idempotencyKey}: ${problem}`)
  const accounts = await openAccounts(
    tx,
    entry.lines.map((line) => line.account),
  )
  const amounts = entry.lines.map((line) => line.amountMinor.toString())
  const entryId = newId()
  const answer = queryPreparedIn<Posted>(tx, 'post-journal-entry', POST, [
    entryId,
    entry.kind,
    entry.idempotencyKey,
    entry.causeKind,
    entry.causeId,
    entry.happenedAt,
    entry.reverses ?? null,
    accounts,
    amounts,
  ])
  return { entryId, answer }
}
