import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { payoutNewsOf } from './internal/payout-news.server.ts'
import { lockPayout } from './internal/payout-row.server.ts'
import { reversePayout } from './internal/settle-payout.server.ts'
import { canCancelPayout } from './policy.ts'

export type CancelRefusal = { kind: 'not_there' | 'too_late' }

/**
 * Cancels a payout before it leaves: the whole sum is available again. If staff cancels, the creator is notified. For anybody without the
 * right the payout is not found.
 */
export async function cancelPayout(actor: Actor, payoutId: string): Promise<Result<null, CancelRefusal>> {
  if (!isId(payoutId)) return refuse({ kind: 'not_there' })
  return inTransaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId)
    if (!payout) return refuse({ kind: 'not_there' })
    const verdict = canCancelPayout(actor, { creatorId: payout.creator_id, state: payout.state })
    if (!verdict.allowed) return refuse({ kind: verdict.reason === 'too_late' ? 'too_late' : 'not_there' })
    await reversePayout(tx, payout, 'cancelled', 'cancelled')
    const byCreator = actor!.id === payout.creator_id
    await publish(tx, {
      actorId: actor!.id,
      event: 'payout_cancelled',
      objectId: payout.id,
      detail: { by: byCreator ? 'creator' : 'staff' },
      payload: byCreator ? null : await payoutNewsOf(tx, payout, 'Our team called it off before it left.'),
    })
    return ok(null)
  })
}
