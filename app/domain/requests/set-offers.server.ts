import { NO_BLOCK } from '#app/domain/contacts/policy.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type AnswerDenial, canAnswer } from './policy.ts'
import { isRequestPrice, REQUEST_KINDS, type RequestKind } from './request.ts'

export type OffersChange = Readonly<Record<RequestKind, { isOn: boolean; minPriceMinor: bigint }>>

/** A creator sets which kinds of requests they take, and from which price. Requests that are open keep theirs. */
export async function setOffers(
  creator: Person,
  change: OffersChange,
): Promise<
  Result<
    null,
    | { kind: 'not_permitted'; reason: Exclude<AnswerDenial, 'creator_away'> }
    | { kind: 'price_out_of_bounds'; of: RequestKind }
  >
> {
  const verdict = canAnswer(creator, { visible: true, contact: NO_BLOCK })
  if (!verdict.allowed && verdict.reason !== 'creator_away')
    return refuse({ kind: 'not_permitted', reason: verdict.reason })
  const wrong = REQUEST_KINDS.find((kind) => !isRequestPrice(change[kind].minPriceMinor))
  if (wrong) return refuse({ kind: 'price_out_of_bounds', of: wrong })
  const at = now()
  await inTransaction(async (tx) => {
    await tx
      .insertInto('custom_request_offers')
      .values(
        REQUEST_KINDS.map((kind) => ({
          creator_id: creator.id,
          kind,
          is_on: change[kind].isOn,
          min_price_minor: change[kind].minPriceMinor,
          changed_at: at,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['creator_id', 'kind']).doUpdateSet((set) => ({
          is_on: set.ref('excluded.is_on'),
          min_price_minor: set.ref('excluded.min_price_minor'),
          changed_at: set.ref('excluded.changed_at'),
        })),
      )
      .execute()
    await publish(tx, { actorId: creator.id, event: 'request_prices_set', objectId: creator.id })
  })
  return ok(null)
}
