import { findContact } from '#app/domain/contacts/find-contact.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { newsOf } from './internal/news-of.server.ts'
import { isCreatorVisible, lockOpenRequest, type LockRefusal } from './internal/request-row.server.ts'
import { type AnswerDenial, canAnswer } from './policy.ts'
import { answerTime, isRequestPrice } from './request.ts'

export type ChangePriceRefusal =
  | LockRefusal
  | { kind: 'not_permitted'; reason: AnswerDenial }
  | { kind: 'price_out_of_bounds' }
  /** It is what the fan has offered: then it is accepted. */
  | { kind: 'price_is_the_same' }
  | { kind: 'accepted_already' }

/** A creator asks another price. What is held stays as it is until the fan confirms; a fan who still sees the old price can't. */
export async function changePrice(
  creator: Person,
  requestId: string,
  priceMinor: bigint,
): Promise<Result<{ version: number }, ChangePriceRefusal>> {
  return inTransaction<Result<{ version: number }, ChangePriceRefusal>>(async (tx) => {
    const locked = await lockOpenRequest(tx, requestId, 'creator_id', creator.id)
    if (!locked.ok) return locked
    const row = locked.value
    if (!isRequestPrice(priceMinor)) return refuse({ kind: 'price_out_of_bounds' })
    if (row.state === 'accepted') return refuse({ kind: 'accepted_already' })
    // Sent twice, it is one change.
    if (row.changed_price_minor === priceMinor) return ok({ version: row.version })
    if (row.price_minor === priceMinor) return refuse({ kind: 'price_is_the_same' })
    const verdict = canAnswer(creator, {
      visible: await isCreatorVisible(creator.id, tx),
      contact: await findContact(tx, creator.id, row.fan_id),
    })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    const version = row.version + 1
    const answerBy = answerTime(now(), row.deliver_by)
    await tx
      .updateTable('custom_requests')
      .set({ state: 'price_changed', changed_price_minor: priceMinor, version, answer_by: answerBy })
      .where('id', '=', requestId)
      .execute()
    await publish(tx, {
      actorId: creator.id,
      event: 'request_price_changed',
      objectId: requestId,
      detail: { price_minor: priceMinor.toString(), version },
      payload: await newsOf(tx, row, { priceMinor, by: answerBy }),
    })
    return ok({ version })
  })
}
