import type { Tx } from '#app/platform/db.server.ts'
import { lockEarnings } from './lock-earnings.server.ts'

/**
 * The reversal of a creator's part was wrong: it counts as never reversed, so that another refund of the same sale may reverse it again.
 * The money itself is the caller's entry. Call it before locking balances.
 */
export async function reinstateEarnings(
  tx: Tx,
  cause: { creatorId: string; causeKind: string; causeId: string; at: Date },
): Promise<void> {
  await lockEarnings(tx, cause.creatorId)
  const given = await tx
    .updateTable('earning_reversals')
    .set({ reinstated_at: cause.at })
    .where('cause_kind', '=', cause.causeKind)
    .where('cause_id', '=', cause.causeId)
    .where('creator_id', '=', cause.creatorId)
    .where('reinstated_at', 'is', null)
    .returning(['earning_id', 'from_pending_minor', 'from_available_minor', 'owed_minor'])
    .execute()
  for (const { earning_id: id, from_pending_minor, from_available_minor, owed_minor } of given)
    await tx
      .updateTable('earnings')
      .set((row) => ({
        reversed_minor: row('reversed_minor', '-', from_pending_minor + from_available_minor + owed_minor),
      }))
      .where('id', '=', id)
      .execute()
}
