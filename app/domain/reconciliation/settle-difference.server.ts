import { countGraphemes, cutGraphemes } from '#app/platform/graphemes.ts'
import { severalLines } from '#app/platform/plain-text.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { abandonReview } from '#app/domain/purchases/abandon-review.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canKeepBooks } from './policy.ts'

export const LEAST_NOTE = 10
const MAX_NOTE = 1_000

export type SettleRefusal =
  | { kind: 'not_permitted' }
  | { kind: 'not_found' }
  /** Another person or the scheduled task was faster. */
  | { kind: 'not_open' }
  | { kind: 'note_too_short' }
  /** Our own books have to be corrected, not explained: a breach ends when the next audit no longer finds it. */
  | { kind: 'breach' }

/**
 * A person explains a difference; the same difference stays settled from then on. A payment in review that it is about is abandoned with
 * it.
 */
export async function settleDifference(
  actor: Person,
  differenceId: string,
  note: string,
): Promise<Result<null, SettleRefusal>> {
  if (!canKeepBooks(actor).allowed) return refuse({ kind: 'not_permitted' })
  const message = cutGraphemes(severalLines(note), MAX_NOTE)
  if (countGraphemes(message) < LEAST_NOTE) return refuse({ kind: 'note_too_short' })
  if (!isId(differenceId)) return refuse({ kind: 'not_found' })
  return inTransaction<Result<null, SettleRefusal>>(async (tx) => {
    const found = await tx
      .selectFrom('reconciliation_differences')
      .select(['state', 'kind', 'object_kind', 'object_id'])
      .where('id', '=', differenceId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) return refuse({ kind: 'not_found' })
    if (found.state !== 'open') return refuse({ kind: 'not_open' })
    if (found.kind === 'breach') return refuse({ kind: 'breach' })
    await tx
      .updateTable('reconciliation_differences')
      .set({ state: 'settled', ended_at: now(), settled_by: actor.id, note: message })
      .where('id', '=', differenceId)
      .execute()
    if (found.object_kind === 'transaction' && found.object_id) await abandonReview(tx, actor.id, found.object_id)
    await publish(tx, {
      actorId: actor.id,
      event: 'difference_settled',
      objectId: differenceId,
      detail: { note: cutGraphemes(message, 200) },
    })
    return ok(null)
  })
}
