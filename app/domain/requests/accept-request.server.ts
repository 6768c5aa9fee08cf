import { findContact } from '#app/domain/contacts/find-contact.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lastMinuteOf, newsOf } from './internal/news-of.server.ts'
import { isCreatorVisible, lockOpenRequest, type LockRefusal, setState } from './internal/request-row.server.ts'
import { type AnswerDenial, canAnswer } from './policy.ts'

export type AcceptRefusal = LockRefusal | { kind: 'not_permitted'; reason: AnswerDenial }

/** A creator accepts a request at the price that is held for it. Accepted twice, it stays one. */
export async function acceptRequest(creator: Person, requestId: string): Promise<Result<null, AcceptRefusal>> {
  return inTransaction<Result<null, AcceptRefusal>>(async (tx) => {
    const locked = await lockOpenRequest(tx, requestId, 'creator_id', creator.id)
    if (!locked.ok) return locked
    const row = locked.value
    if (row.state === 'accepted') return ok(null)
    const verdict = canAnswer(creator, {
      visible: await isCreatorVisible(creator.id, tx),
      contact: await findContact(tx, creator.id, row.fan_id),
    })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    await setState(tx, requestId, 'accepted', { accepted_at: now() })
    await publish(tx, {
      actorId: creator.id,
      event: 'request_accepted',
      objectId: requestId,
      payload: await newsOf(tx, row, { priceMinor: row.price_minor, by: lastMinuteOf(row) }),
    })
    return ok(null)
  })
}
