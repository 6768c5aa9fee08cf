import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { cancelHold } from '#app/domain/wallet/end-hold.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockQuote } from './internal/quote-row.server.ts'

export type EndQuoteRefusal = { kind: 'quote_missing' } | { kind: 'quote_decided' }

/** A fan declines a price that they haven't accepted. */
export function declineQuote(fan: Person, quoteId: string): Promise<Result<null, EndQuoteRefusal>> {
  return endQuote(fan, quoteId, 'fan_id')
}

/** A creator withdraws an offer, or won't make what was accepted after all: the hold is cancelled and the fan has the money again. */
export function withdrawQuote(creator: Person, quoteId: string): Promise<Result<null, EndQuoteRefusal>> {
  return endQuote(creator, quoteId, 'creator_id')
}

async function endQuote(
  person: Person,
  quoteId: string,
  whose: 'fan_id' | 'creator_id',
): Promise<Result<null, EndQuoteRefusal>> {
  if (!isId(quoteId)) return refuse({ kind: 'quote_missing' })
  return inTransaction<Result<null, EndQuoteRefusal>>(async (tx) => {
    const quote = await lockQuote(tx, quoteId, whose, person.id)
    if (!quote) return refuse({ kind: 'quote_missing' })
    const byFan = whose === 'fan_id'
    // Accepted money is promised: only the creator or the deadline cancels it.
    if (quote.state !== 'offered' && (byFan || quote.state !== 'accepted')) return refuse({ kind: 'quote_decided' })
    // Its time may have cancelled the hold already.
    if (quote.hold_id) await cancelHold(tx, quote.hold_id, 'withdrawn')
    await tx
      .updateTable('custom_request_quotes')
      .set({ state: byFan ? 'declined' : 'withdrawn', closed_at: now() })
      .where('id', '=', quoteId)
      .execute()
    await publish(tx, {
      actorId: person.id,
      event: byFan ? 'request_quote_declined' : 'request_quote_withdrawn',
      objectId: quoteId,
    })
    return ok(null)
  })
}
