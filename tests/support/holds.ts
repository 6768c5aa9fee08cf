import { placeHold } from '#app/domain/wallet/place-hold.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

/** Sets a part of a wallet aside, for an hour unless said. */
export function placeTestHold(
  ownerId: string,
  amount: Money,
  { causeId = newId(), minutes = 60 }: { causeId?: string; minutes?: number } = {},
) {
  const expiresAt = addMinutes(now(), minutes)
  return inTransaction((tx) => placeHold(tx, { ownerId, amount, causeKind: 'test', causeId, expiresAt }))
}
