import { publish } from '#app/domain/events/publish.server.ts'
import { isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import type { Money } from '#app/domain/money/money.ts'
import { type HoldRefusal, placeHold } from '#app/domain/wallet/place-hold.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { isCreatorVisible, lockQuote, type QuoteRow } from './internal/quote-row.server.ts'
import { type AcceptDenial, canAcceptQuote } from './policy.ts'

export type AcceptRefusal =
  | { kind: 'quote_missing' }
  | { kind: 'not_permitted'; reason: AcceptDenial }
  /** Its time to answer is over. */
  | { kind: 'quote_expired' }
  /** The creator has changed it since the page was shown. */
  | { kind: 'quote_changed'; price: Money; version: number }
  | { kind: 'quote_decided' }
  | HoldRefusal

/**
 * A fan accepts a price as they saw it (`version`): the sum is set aside from the wallet until delivery or cancellation. Accepted twice, it
 * stays one.
 */
export async function acceptQuote(
  fan: Person,
  { quoteId, version }: { quoteId: string; version: number },
): Promise<Result<{ holdId: string }, AcceptRefusal>> {
  if (!isId(quoteId)) return refuse({ kind: 'quote_missing' })
  const known = await db
    .selectFrom('custom_request_quotes')
    .select('creator_id')
    .where('id', '=', quoteId)
    .where('fan_id', '=', fan.id)
    .executeTakeFirst()
  if (!known) return refuse({ kind: 'quote_missing' })
  const [entitled, creatorVisible] = await Promise.all([
    isEntitledTo(fan.id, known.creator_id),
    isCreatorVisible(known.creator_id),
  ])
  const verdict = canAcceptQuote(fan, { entitled, creatorVisible, at: now() })
  if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
  return inTransaction((tx) => accept(tx, fan, quoteId, version))
}

async function accept(
  tx: Tx,
  fan: Person,
  quoteId: string,
  version: number,
): Promise<Result<{ holdId: string }, AcceptRefusal>> {
  const quote = await lockQuote(tx, quoteId, 'fan_id', fan.id)
  if (!quote) return refuse({ kind: 'quote_missing' })
  if (quote.state === 'accepted' && quote.hold_id && quote.version === version) return ok({ holdId: quote.hold_id })
  if (quote.state !== 'offered') return refuse({ kind: 'quote_decided' })
  const at = now()
  if (quote.answer_by <= at) return refuse({ kind: 'quote_expired' })
  if (quote.version !== version) return refuse({ kind: 'quote_changed', price: priceOf(quote), version: quote.version })
  const held = await placeHold(tx, {
    ownerId: fan.id,
    amount: priceOf(quote),
    causeKind: 'custom_request_quote',
    causeId: quote.id,
    expiresAt: addDays(at, quote.delivery_days),
  })
  if (!held.ok) return held
  await tx
    .updateTable('custom_request_quotes')
    .set({ state: 'accepted', hold_id: held.value.holdId })
    .where('id', '=', quote.id)
    .execute()
  await publish(tx, {
    actorId: fan.id,
    event: 'request_quote_accepted',
    objectId: quote.id,
    detail: { price_minor: quote.price_minor.toString() },
  })
  return held
}

function priceOf(quote: QuoteRow): Money {
  return { amountMinor: quote.price_minor, currency: 'UGX' }
}
