import type { Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import type { Entry, Purpose } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'

type Reversal = Pick<Entry, 'idempotencyKey' | 'causeKind' | 'causeId' | 'happenedAt'>

/** Reverses an entry by posting its mirror. An entry can be reversed once; the database enforces that too. */
export async function reverseEntry(
  tx: Tx,
  entryId: string,
  reversal: Reversal,
): Promise<{ entryId: string; posted: boolean }> {
  const original = await tx.selectFrom('journal_entries').select('kind').where('id', '=', entryId).executeTakeFirst()
  invariant(original, `there is no journal entry ${entryId} to reverse`)
  const lines = await tx
    .selectFrom('postings')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'postings.account_id')
    .select(['purpose', 'owner_id', 'ledger_accounts.currency', 'amount_minor'])
    .where('entry_id', '=', entryId)
    .orderBy('line')
    .execute()
  return postEntry(tx, {
    ...reversal,
    kind: `${original.kind}_reversed`,
    reverses: entryId,
    lines: lines.map((line) => ({
      account: { purpose: line.purpose as Purpose, ownerId: line.owner_id, currency: line.currency },
      amountMinor: -line.amount_minor,
    })),
  })
}
