import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { cancelHold } from '#app/domain/wallet/end-hold.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, type Result } from '#app/platform/result.ts'
import { newsOf } from './internal/news-of.server.ts'
import { lockOpenRequest, type LockRefusal, setState } from './internal/request-row.server.ts'

/**
 * A creator declines a request, or won't make what they have accepted after all: the whole sum is the fan's again. An accepted one ends as
 * not delivered.
 */
export async function declineRequest(creator: Person, requestId: string): Promise<Result<null, LockRefusal>> {
  return inTransaction<Result<null, LockRefusal>>(async (tx) => {
    const locked = await lockOpenRequest(tx, requestId, 'creator_id', creator.id)
    if (!locked.ok) return locked.refusal.kind === 'request_ended' && isDone(locked.refusal.state) ? ok(null) : locked
    const row = locked.value
    await cancelHold(tx, row.hold_id, 'declined')
    const state = row.state === 'accepted' ? 'not_delivered' : 'declined'
    await setState(tx, requestId, state, { closed_at: now() })
    await publish(tx, {
      actorId: creator.id,
      event: 'request_declined',
      objectId: requestId,
      payload: await newsOf(tx, row, { priceMinor: row.price_minor }),
    })
    return ok(null)
  })
}

/** Sent twice, it is one answer. */
const isDone = (state: string) => state === 'declined'
