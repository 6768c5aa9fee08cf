import { sql } from 'kysely'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { feesAt } from '#app/domain/settings/rates.server.ts'
import { addToDay, startOfDay } from '#app/domain/usage/day.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { passRevenueEarned } from '../entries.ts'
import { allowWholeWeek } from './allow-whole-week.server.ts'

/**
 * Begins the run of a week: counts what each fan's passes have earned until its end, takes our fee and puts the rest into the pool. A pass
 * that was returned earns nothing more; days that a run missed are caught up by the next one. Returns the run's id.
 */
export async function earnWeek(tx: Tx, week: string): Promise<string> {
  await allowWholeWeek(tx)
  const id = newId()
  const end = startOfDay(addToDay(week, 7))
  const { platformFeePercentage, vatBasisPoints } = await feesAt(tx, new Date(end.getTime() - 1))
  const before = await tx
    .selectFrom('share_runs')
    .select(['carried_out_minor', 'carried_out_fee_minor'])
    .orderBy('week', 'desc')
    .limit(1)
    .executeTakeFirst()
  await tx
    .insertInto('share_runs')
    .values({
      id,
      week,
      state: 'earned',
      fee_percentage: platformFeePercentage,
      carried_in_minor: before?.carried_out_minor ?? 0n,
      carried_in_fee_minor: before?.carried_out_fee_minor ?? 0n,
    })
    .execute()
  const { grossMinor, feeMinor } = await countEarned(tx, { id, end, endDay: addToDay(week, 7), platformFeePercentage })
  if (grossMinor > 0n) await postEntry(tx, passRevenueEarned({ id, grossMinor, feeMinor, vatBasisPoints, at: now() }))
  await tx
    .updateTable('share_runs')
    .set({ gross_minor: grossMinor, fee_minor: feeMinor })
    .where('id', '=', id)
    .execute()
  return id
}

type Week = { id: string; end: Date; endDay: string; platformFeePercentage: number }

/** The rule of `earnedUntil` and `partOfCreators`, for all passes at once. */
async function countEarned(tx: Tx, week: Week): Promise<{ grossMinor: bigint; feeMinor: bigint }> {
  const { rows } = await sql<{ gross: bigint; fee: bigint }>`
    with terms as (
      select s.id, s.deferred_minor, s.earned_minor,
        greatest(1, (s.expires_at at time zone 'Africa/Kampala')::date - (s.starts_at at time zone 'Africa/Kampala')::date) as days,
        greatest(0, ${week.endDay}::date - (s.starts_at at time zone 'Africa/Kampala')::date) as passed
      from subscriptions s
      where s.status = 'active' and s.starts_at < ${week.end} and s.deferred_minor > s.earned_minor
    ), earned as (
      select id, earned_minor as before,
        case when passed >= days then deferred_minor else (deferred_minor * passed / days) / 100 * 100 end as after
      from terms
    ), moved as (
      update subscriptions s set earned_minor = e.after from earned e
      where s.id = e.id and s.status = 'active' and s.earned_minor = e.before and e.after > e.before
      returning s.user_id, e.after - e.before as gross
    ), fans as (
      select user_id, sum(gross)::bigint as gross from moved group by user_id
    ), noted as (
      insert into share_fans (run_id, fan_id, gross_minor, fee_minor)
      select ${week.id}::uuid, user_id, gross, gross - (gross - (gross * ${week.platformFeePercentage}::int / 100) / 100 * 100) / 100 * 100 from fans
      returning gross_minor, fee_minor
    )
    select coalesce(sum(gross_minor), 0)::bigint as gross, coalesce(sum(fee_minor), 0)::bigint as fee from noted`.execute(
    tx,
  )
  return { grossMinor: rows[0]!.gross, feeMinor: rows[0]!.fee }
}
