import { sql } from 'kysely'
import { db, type Db, type Tx } from '#app/platform/db.server.ts'
import type { FeeStatus } from './fee-week.ts'

/** A person's status for the weekly fee; `none` for a person who never applied. */
export async function findFeeStatus(creatorId: string, connection: Db | Tx = db): Promise<FeeStatus> {
  const { rows } = await sql<{
    verification: Exclude<FeeStatus['verification'], 'none'>
    visible: boolean
    last_end: Date | null
    waiting: number
  }>`
    select c.verification_status as verification,
      exists (select from visible_creators v where v.profile_id = c.profile_id) as visible,
      (select max(l.ends_at) from creator_listings l where l.creator_id = c.profile_id and l.revoked_at is null) as last_end,
      (select count(*)::int from creator_fee_weeks w
        where w.creator_id = c.profile_id and w.starts_at is null and w.refunded_at is null) as waiting
    from creators c where c.profile_id = ${creatorId}`.execute(connection)
  const row = rows[0]
  if (!row) return { verification: 'none', visible: false, lastEnd: null, weeksWaiting: 0 }
  return { verification: row.verification, visible: row.visible, lastEnd: row.last_end, weeksWaiting: row.waiting }
}

/**
 * The maximum sum up to which the weekly fee is taken from a creator's earnings, in minor units of shillings; null where it is switched
 * off.
 */
export async function findAgreedFee(creatorId: string): Promise<bigint | null> {
  const row = await db
    .selectFrom('creators')
    .select('fee_auto_pay_minor')
    .where('profile_id', '=', creatorId)
    .executeTakeFirst()
  return row?.fee_auto_pay_minor ?? null
}
