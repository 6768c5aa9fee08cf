import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import type { EndRefusal } from '#app/domain/wallet/end-hold.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { isCreatorVisible, lockOpenRequest, type LockRefusal } from './internal/request-row.server.ts'
import { sellRequest } from './internal/sell.server.ts'

export type ConfirmCallRefusal = LockRefusal | { kind: 'not_an_accepted_call' } | { kind: 'creator_away' } | EndRefusal

/** A fan says that a private call took place: the held money is shared. Without it, the whole sum returns by the deadline. */
export async function confirmCall(fan: Person, requestId: string): Promise<Result<null, ConfirmCallRefusal>> {
  return inTransaction<Result<null, ConfirmCallRefusal>>(async (tx) => {
    const locked = await lockOpenRequest(tx, requestId, 'fan_id', fan.id)
    if (!locked.ok)
      return locked.refusal.kind === 'request_ended' && locked.refusal.state === 'delivered' ? ok(null) : locked
    const row = locked.value
    if (row.kind !== 'call' || row.state !== 'accepted') return refuse({ kind: 'not_an_accepted_call' })
    if (!(await isCreatorVisible(row.creator_id, tx))) return refuse({ kind: 'creator_away' })
    const sold = await sellRequest(tx, row)
    if (!sold.ok) return sold
    await publish(tx, { actorId: fan.id, event: 'request_delivered', objectId: requestId, payload: null })
    return ok(null)
  })
}
