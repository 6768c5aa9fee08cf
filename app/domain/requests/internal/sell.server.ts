import { creatorCredits } from '#app/domain/earnings/creator-credits.ts'
import { recordEarning } from '#app/domain/earnings/record-earning.server.ts'
import { splitFee } from '#app/domain/money/money.ts'
import { isWalletCardFunded } from '#app/domain/payments/card-funded.server.ts'
import { feesAt } from '#app/domain/settings/rates.server.ts'
import { type EndRefusal, releaseHold } from '#app/domain/wallet/end-hold.server.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { ok, type Result } from '#app/platform/result.ts'
import { priceOf, type RequestRow, setState } from './request-row.server.ts'

/**
 * Ends a locked request as delivered: what is held for it is shared like everything that fans spend, and pending like it. Writes nothing
 * where it refuses.
 */
export async function sellRequest(tx: Tx, row: RequestRow): Promise<Result<null, EndRefusal>> {
  const price = priceOf(row)
  const { platformFeeBasisPoints, vatBasisPoints } = await feesAt(tx, now())
  const { fee } = splitFee(price, platformFeeBasisPoints)
  const released = await releaseHold(tx, row.hold_id, (amountMinor) => {
    invariant(amountMinor === price.amountMinor, 'the held sum is the price')
    return creatorCredits(price, row.creator_id, platformFeeBasisPoints, vatBasisPoints)
  })
  if (!released.ok) return released
  const { entryId, at } = released.value
  await recordEarning(tx, {
    creatorId: row.creator_id,
    source: 'custom_request',
    causeKind: 'custom_request',
    causeId: row.id,
    entryId,
    grossMinor: price.amountMinor,
    feeMinor: fee.amountMinor,
    cardFunded: await isWalletCardFunded(tx, row.fan_id, at),
    at,
  })
  await setState(tx, row.id, 'delivered', { closed_at: at })
  return ok(null)
}
