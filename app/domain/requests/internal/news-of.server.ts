import { formatMoney } from '#app/domain/money/money.ts'
import { addMinutes } from '#app/platform/clock.ts'
import { showDateTime } from '#app/platform/dates.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { KIND_NAMES, referenceOf } from '../request.ts'
import type { RequestRow } from './request-row.server.ts'

/** What the notices of a request say. `priceMinor` is what it is about, `by` until when the other side does the next step. */
export async function newsOf(
  tx: Tx,
  row: Pick<RequestRow, 'id' | 'number' | 'fan_id' | 'creator_id' | 'kind'>,
  { priceMinor, by = null }: { priceMinor: bigint; by?: Date | null },
) {
  const creator = await tx
    .selectFrom('profiles')
    .select(['display_name', 'username'])
    .where('id', '=', row.creator_id)
    .executeTakeFirstOrThrow()
  return {
    fan: { id: row.fan_id },
    creator: { id: row.creator_id },
    creatorName: creator.display_name ?? creator.username ?? 'The creator',
    aboutId: row.creator_id,
    requestId: row.id,
    what: KIND_NAMES[row.kind],
    reference: referenceOf(row.number),
    price: formatMoney({ amountMinor: priceMinor, currency: 'UGX' }),
    by: by && showDateTime(by),
  }
}

/** The last minute of the day until which a request is delivered: midnight would read as the next day. */
export function lastMinuteOf({ deliver_by }: Pick<RequestRow, 'deliver_by'>): Date {
  return addMinutes(deliver_by, -1)
}
