import { credit, debit } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import type { CommandInput } from './product-commands.ts'

/** A wrong spend: its key is new with each try, so a repeated request pays again. */
export async function spendWithoutKey({ person }: CommandInput): Promise<string> {
  const id = newId()
  await inTransaction((tx) =>
    postEntry(tx, {
      kind: 'planted_spend',
      idempotencyKey: `planted:${id}`,
      causeKind: 'planted',
      causeId: id,
      happenedAt: now(),
      lines: [
        debit({ purpose: 'wallet', ownerId: person!.id, currency: 'UGX' }, 1_000_000n),
        credit({ purpose: 'platform_revenue', ownerId: null, currency: 'UGX' }, 1_000_000n),
      ],
    }),
  )
  return id
}
