import type { Tx } from '#app/platform/db.server.ts'
import { beginWeek } from './internal/begin-week.server.ts'

/**
 * Starts the weeks that were paid before the approval, one after the other. The caller has locked the creator. Returns when the last of
 * them ends, or null where none was waiting.
 */
export async function startFeeWeeks(tx: Tx, creatorId: string, at: Date): Promise<Date | null> {
  const waiting = await tx
    .selectFrom('creator_fee_weeks')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('starts_at', 'is', null)
    .where('refunded_at', 'is', null)
    .orderBy('paid_at')
    .orderBy('id')
    .forUpdate()
    .execute()
  let endsAt: Date | null = null
  for (const { id } of waiting) endsAt = (await beginWeek(tx, { id, creatorId, at })).endsAt
  return endsAt
}
