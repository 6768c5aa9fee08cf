import { publish } from '#app/domain/events/publish.server.ts'
import { isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { isCreatorVisible } from './internal/quote-row.server.ts'
import { canOfferQuote, type OfferDenial } from './policy.ts'
import { validateOffer, type Offer, type OfferProblem } from './quote.ts'

const HOUR_MS = 3_600_000

export type OfferRefusal = { kind: OfferProblem } | { kind: 'not_permitted'; reason: OfferDenial }

/** A creator offers one fan a price for a custom request, and until when it can be accepted. */
export async function offerQuote(
  creator: Person,
  offer: Offer & { fanId: string },
): Promise<Result<{ quoteId: string }, OfferRefusal>> {
  const problem = validateOffer(offer)
  if (problem) return refuse({ kind: problem })
  const [fanEntitled, visible] = isId(offer.fanId)
    ? await Promise.all([isEntitledTo(offer.fanId, creator.id), isCreatorVisible(creator.id)])
    : [false, false]
  const verdict = canOfferQuote(creator, { fanId: offer.fanId, fanEntitled, visible })
  if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
  const at = now()
  const id = newId()
  await inTransaction(async (tx) => {
    await tx
      .insertInto('custom_request_quotes')
      .values({
        id,
        creator_id: creator.id,
        fan_id: offer.fanId,
        price_minor: offer.priceMinor,
        delivery_days: offer.deliveryDays,
        offered_at: at,
        answer_by: new Date(at.getTime() + offer.answerHours * HOUR_MS),
      })
      .execute()
    await publish(tx, {
      actorId: creator.id,
      event: 'request_quoted',
      objectId: id,
      detail: { price_minor: offer.priceMinor.toString() },
    })
  })
  return ok({ quoteId: id })
}
