import { findContact } from '#app/domain/contacts/find-contact.server.ts'
import { isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import type { Money } from '#app/domain/money/money.ts'
import { replaceHold, type ReplaceRefusal } from '#app/domain/wallet/replace-hold.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lastMinuteOf, newsOf } from './internal/news-of.server.ts'
import { isCreatorVisible, lockOpenRequest, type LockRefusal } from './internal/request-row.server.ts'
import { type AskDenial, canAsk } from './policy.ts'

export type ConfirmRefusal =
  | LockRefusal
  | { kind: 'not_permitted'; reason: AskDenial }
  /** The creator has changed it since the page was shown. */
  | { kind: 'price_changed_again'; price: Money; version: number }
  | { kind: 'no_price_to_confirm' }
  | ReplaceRefusal

/**
 * A fan agrees to the price that the creator asks, as they saw it (`version`): the hold grows or shrinks to it, and the request is accepted.
 * Confirmed twice, it stays one.
 */
export async function confirmPrice(
  fan: Person,
  requestId: string,
  version: number,
): Promise<Result<null, ConfirmRefusal>> {
  if (!isId(requestId)) return refuse({ kind: 'request_missing' })
  const known = await db
    .selectFrom('custom_requests')
    .select('creator_id')
    .where('id', '=', requestId)
    .where('fan_id', '=', fan.id)
    .executeTakeFirst()
  if (!known) return refuse({ kind: 'request_missing' })
  const creatorId = known.creator_id
  const [entitled, creatorVisible, contact] = await Promise.all([
    isEntitledTo(fan.id, creatorId),
    isCreatorVisible(creatorId),
    findContact(db, fan.id, creatorId),
  ])
  const verdict = canAsk(fan, { creatorId, entitled, creatorVisible, contact, at: now() })
  if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
  return inTransaction((tx) => confirm(tx, fan, requestId, version))
}

async function confirm(tx: Tx, fan: Person, requestId: string, version: number): Promise<Result<null, ConfirmRefusal>> {
  const locked = await lockOpenRequest(tx, requestId, 'fan_id', fan.id)
  if (!locked.ok) return locked
  const row = locked.value
  if (row.state === 'accepted' && row.version === version) return ok(null)
  if (row.state !== 'price_changed' || row.changed_price_minor === null) return refuse({ kind: 'no_price_to_confirm' })
  const price: Money = { amountMinor: row.changed_price_minor, currency: 'UGX' }
  if (row.version !== version) return refuse({ kind: 'price_changed_again', price, version: row.version })
  const held = await replaceHold(tx, row.hold_id, price)
  if (!held.ok) return held
  await tx
    .updateTable('custom_requests')
    .set({
      state: 'accepted',
      price_minor: price.amountMinor,
      changed_price_minor: null,
      hold_id: held.value.holdId,
      accepted_at: now(),
    })
    .where('id', '=', requestId)
    .execute()
  await publish(tx, {
    actorId: fan.id,
    event: 'request_price_confirmed',
    objectId: requestId,
    detail: { price_minor: price.amountMinor.toString() },
    payload: await newsOf(tx, row, { priceMinor: price.amountMinor, by: lastMinuteOf(row) }),
  })
  return ok(null)
}
