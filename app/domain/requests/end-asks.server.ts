import { publish } from '#app/domain/events/publish.server.ts'
import { cancelHold } from '#app/domain/wallet/end-hold.server.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newsOf } from './internal/news-of.server.ts'
import { setState } from './internal/request-row.server.ts'

/**
 * One of a pair has blocked the other: requests that nobody has accepted end, and the whole sum is the fan's again. An accepted one is paid
 * and promised, so it goes on. The transaction is the caller's.
 */
export async function endAsks(
  tx: Tx,
  { fanId, creatorId }: { fanId: string; creatorId: string },
  by: 'fan' | 'creator',
): Promise<void> {
  const open = await tx
    .selectFrom('custom_requests')
    .selectAll()
    .where('fan_id', '=', fanId)
    .where('creator_id', '=', creatorId)
    .where('state', 'in', ['asked', 'price_changed'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const end = by === 'fan' ? 'withdrawn' : 'declined'
  for (const row of open) {
    await cancelHold(tx, row.hold_id, end)
    await setState(tx, row.id, end, { closed_at: now() })
    if (by === 'fan') await publish(tx, { actorId: fanId, event: 'request_withdrawn', objectId: row.id })
    else
      await publish(tx, {
        actorId: creatorId,
        event: 'request_declined',
        objectId: row.id,
        payload: await newsOf(tx, row, { priceMinor: row.price_minor }),
      })
  }
}
