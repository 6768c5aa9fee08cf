import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { cancelHold } from '#app/domain/wallet/end-hold.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockOpenRequest, type LockRefusal, setState } from './internal/request-row.server.ts'

export type WithdrawRefusal = LockRefusal | { kind: 'accepted_already' }

/** A fan withdraws a request before it is accepted: the whole sum is theirs again. Accepted, it is promised until the deadline. */
export async function withdrawRequest(fan: Person, requestId: string): Promise<Result<null, WithdrawRefusal>> {
  return inTransaction<Result<null, WithdrawRefusal>>(async (tx) => {
    const locked = await lockOpenRequest(tx, requestId, 'fan_id', fan.id)
    if (!locked.ok)
      return locked.refusal.kind === 'request_ended' && locked.refusal.state === 'withdrawn' ? ok(null) : locked
    const row = locked.value
    if (row.state === 'accepted') return refuse({ kind: 'accepted_already' })
    await cancelHold(tx, row.hold_id, 'withdrawn')
    await setState(tx, requestId, 'withdrawn', { closed_at: now() })
    await publish(tx, { actorId: fan.id, event: 'request_withdrawn', objectId: requestId })
    return ok(null)
  })
}
