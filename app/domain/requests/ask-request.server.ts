import { findContactWith } from '#app/domain/contacts/find-contact.server.ts'
import { NO_BLOCK } from '#app/domain/contacts/policy.ts'
import { isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { Money } from '#app/domain/money/money.ts'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'
import { type HoldRefusal, placeHold } from '#app/domain/wallet/place-hold.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { consumeRateLimits } from '#app/platform/stored-rate-limit.server.ts'
import { newsOf } from './internal/news-of.server.ts'
import { isCreatorVisible } from './internal/request-row.server.ts'
import { offersOf } from './internal/offers.server.ts'
import { type AskDenial, canAsk } from './policy.ts'
import { isRequestPrice, type RequestKind, readWords, timesOf } from './request.ts'

export type Asked = {
  creatorId: string
  kind: RequestKind
  words: string
  /** A day in Kampala, "2026-11-25". */
  wantedBy: string
  priceMinor: bigint
  /** Of the form: sent twice, it makes one request. */
  attempt: string
}

export type AskRefusal =
  | { kind: 'not_permitted'; reason: AskDenial }
  | { kind: 'words_missing_or_long' }
  | { kind: 'day_out_of_bounds' }
  | { kind: 'price_out_of_bounds'; min: Money }
  /** The creator doesn't take this kind. */
  | { kind: 'kind_is_off' }
  | { kind: 'too_many_open' }
  /** They have taken back as many requests to this creator within a day as they may. */
  | { kind: 'too_many_withdrawn' }
  | HoldRefusal

/**
 * A fan asks a creator for something custom: the price is held from the wallet in the same transaction. Sent twice, it stays one request.
 * Where the wallet holds too little, what was typed is kept, so that it is still there after a top-up.
 */
export async function askRequest(fan: Actor, asked: Asked): Promise<Result<{ requestId: string }, AskRefusal>> {
  const { creatorId } = asked
  const known = fan !== null && isId(creatorId)
  const [entitled, creatorVisible, contact] = known
    ? await Promise.all([
        isEntitledTo(fan.id, creatorId),
        isCreatorVisible(creatorId),
        findContactWith(fan.id, creatorId),
      ])
    : [false, false, NO_BLOCK]
  const verdict = canAsk(fan, { creatorId, entitled, creatorVisible, contact, at: now() })
  if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
  const words = readWords(asked.words)
  if (words === null) return refuse({ kind: 'words_missing_or_long' })
  return inTransaction(async (tx) => {
    const { id: fanId } = fan!
    // Two tabs of one fan run one after the other, also for the number of open requests.
    await advisoryLock(tx, `custom requests of ${fanId}`)
    const before = await findByAttempt(tx, fanId, asked.attempt)
    if (before) return ok({ requestId: before })
    const made = await makeRequest(tx, fanId, { ...asked, words })
    if (made.ok) await forgetDraft(tx, fanId, creatorId)
    else if (made.refusal.kind === 'balance_too_small') await saveDraft(tx, fanId, asked)
    return made
  })
}

async function makeRequest(
  tx: Tx,
  fanId: string,
  { creatorId, kind, words, wantedBy, priceMinor, attempt }: Asked,
): Promise<Result<{ requestId: string }, AskRefusal>> {
  const at = now()
  const times = timesOf(wantedBy, at)
  if (!times) return refuse({ kind: 'day_out_of_bounds' })
  const offer = (await offersOf(tx, creatorId))[kind]
  if (!offer.isOn) return refuse({ kind: 'kind_is_off' })
  if (!isRequestPrice(priceMinor) || priceMinor < offer.minPrice.amountMinor)
    return refuse({ kind: 'price_out_of_bounds', min: offer.minPrice })
  if ((await countOpen(tx, fanId)) >= CUSTOM_REQUEST.maxOpenPerFan) return refuse({ kind: 'too_many_open' })
  if ((await countWithdrawn(tx, fanId, creatorId)) >= CUSTOM_REQUEST.maxWithdrawnPerDay)
    return refuse({ kind: 'too_many_withdrawn' })
  const id = newId()
  const held = await placeHold(tx, {
    ownerId: fanId,
    amount: { amountMinor: priceMinor, currency: 'UGX' },
    causeKind: 'custom_request',
    causeId: id,
    expiresAt: times.deliverBy,
  })
  if (!held.ok) return held
  const row = await tx
    .insertInto('custom_requests')
    .values({
      id,
      fan_id: fanId,
      creator_id: creatorId,
      attempt,
      kind,
      words,
      wanted_by: wantedBy,
      price_minor: priceMinor,
      hold_id: held.value.holdId,
      asked_at: at,
      answer_by: times.answerBy,
      deliver_by: times.deliverBy,
    })
    .returning(['id', 'number', 'fan_id', 'creator_id', 'kind'])
    .executeTakeFirstOrThrow()
  await publish(tx, {
    actorId: fanId,
    event: 'request_received',
    objectId: id,
    detail: { kind, price_minor: priceMinor.toString() },
    payload: (await isFirstWithinHour(tx, row)) ? await newsOf(tx, row, { priceMinor, by: times.answerBy }) : null,
  })
  return ok({ requestId: id })
}

async function findByAttempt(tx: Tx, fanId: string, attempt: string): Promise<string | null> {
  const row = await tx
    .selectFrom('custom_requests')
    .select('id')
    .where('fan_id', '=', fanId)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return row?.id ?? null
}

async function countOpen(tx: Tx, fanId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('custom_requests')
    .select((query) => query.fn.countAll<bigint>().as('count'))
    .where('fan_id', '=', fanId)
    .where('state', 'in', ['asked', 'price_changed', 'accepted'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Within the last day, of this fan to this creator. */
async function countWithdrawn(tx: Tx, fanId: string, creatorId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('custom_requests')
    .select((query) => query.fn.countAll<bigint>().as('count'))
    .where('fan_id', '=', fanId)
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'withdrawn')
    .where('closed_at', '>', addDays(now(), -1))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Several requests of one fan within an hour are one notice: the page shows them all. */
function isFirstWithinHour(tx: Tx, row: { id: string; fan_id: string; creator_id: string }): Promise<boolean> {
  return consumeRateLimits(tx, [{ key: `request-notice:${row.creator_id}:${row.fan_id}`, max: 1 }], row.id)
}

async function saveDraft(tx: Tx, fanId: string, { creatorId, kind, words, wantedBy, priceMinor }: Asked) {
  const typed = { kind, words, wanted_by: wantedBy, price: (priceMinor / 100n).toString(), saved_at: now() }
  await tx
    .insertInto('custom_request_drafts')
    .values({ fan_id: fanId, creator_id: creatorId, ...typed })
    .onConflict((conflict) => conflict.columns(['fan_id', 'creator_id']).doUpdateSet(typed))
    .execute()
}

async function forgetDraft(tx: Tx, fanId: string, creatorId: string): Promise<void> {
  await tx.deleteFrom('custom_request_drafts').where('fan_id', '=', fanId).where('creator_id', '=', creatorId).execute()
}
