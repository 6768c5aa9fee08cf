import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockQuote } from './internal/quote-row.server.ts'
import { validateOffer, type Offer, type OfferProblem } from './quote.ts'

const HOUR_MS = 3_600_000

export type ChangeRefusal = { kind: OfferProblem } | { kind: 'quote_missing' } | { kind: 'quote_decided' }

/** A creator changes an offer that is not accepted yet. A fan who still sees the old one can't accept it. */
export async function changeQuote(
  creator: Person,
  quoteId: string,
  offer: Offer,
): Promise<Result<{ version: number }, ChangeRefusal>> {
  const problem = validateOffer(offer)
  if (problem) return refuse({ kind: problem })
  if (!isId(quoteId)) return refuse({ kind: 'quote_missing' })
  return inTransaction<Result<{ version: number }, ChangeRefusal>>(async (tx) => {
    const quote = await lockQuote(tx, quoteId, 'creator_id', creator.id)
    if (!quote) return refuse({ kind: 'quote_missing' })
    if (quote.state !== 'offered') return refuse({ kind: 'quote_decided' })
    const at = now()
    const version = quote.version + 1
    await tx
      .updateTable('custom_request_quotes')
      .set({
        version,
        price_minor: offer.priceMinor,
        delivery_days: offer.deliveryDays,
        offered_at: at,
        answer_by: new Date(at.getTime() + offer.answerHours * HOUR_MS),
      })
      .where('id', '=', quoteId)
      .execute()
    await publish(tx, {
      actorId: creator.id,
      event: 'request_quote_changed',
      objectId: quoteId,
      detail: { price_minor: offer.priceMinor.toString(), version },
    })
    return ok({ version })
  })
}
