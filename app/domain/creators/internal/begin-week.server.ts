import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { feeWeekFrom } from '../fee-week.ts'
import { grantListing } from '../grant-listing.server.ts'

/** Starts a paid week: a period of visibility from the later of `at` and the end of what the creator already has. */
export async function beginWeek(
  tx: Tx,
  week: { id: string; creatorId: string; at: Date },
): Promise<{ startsAt: Date; endsAt: Date }> {
  const last = await tx
    .selectFrom('creator_listings')
    .select((row) => [row.fn.max<Date | null>('ends_at').as('ends_at'), sql<Date>`app_now()`.as('now')])
    .where('creator_id', '=', week.creatorId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  // The transaction's clock is fixed at its first statement: a later beginning would not be seen or listed by this transaction.
  const at = week.at > last.now ? last.now : week.at
  const { startsAt, endsAt } = feeWeekFrom(at, last.ends_at)
  await tx
    .updateTable('creator_fee_weeks')
    .set({ starts_at: startsAt, ends_at: endsAt })
    .where('id', '=', week.id)
    .execute()
  await grantListing(tx, {
    creatorId: week.creatorId,
    source: { kind: 'creator_fee', id: week.id },
    startsAt,
    endsAt,
  })
  return { startsAt, endsAt }
}
