import { sql } from 'kysely'
import { KAMPALA } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'

/** The shillings that were earned: gross as fans and creators paid it, our fee of it, and the creators' part. Minor units. */
export type EarnedSum = { grossMinor: bigint; feeMinor: bigint; netMinor: bigint }
export type EarnedBySource = EarnedSum & { source: string }
export type EarnedDay = EarnedSum & { day: string; source: string }

// Creators' income is in their earnings. Wholly ours are the visibility fee, when the week is over, and the unused rest of passes that
// ended.
const EARNED = sql`
  select e.source, e.earned_at as at, e.gross_minor as gross, e.fee_minor as fee, e.net_minor as net from earnings e
  union all
  select 'creator_fee', w.earned_at, w.amount_minor, w.amount_minor, 0 from creator_fee_weeks w
    where w.earned_at is not null and w.refunded_at is null and w.currency = 'UGX'
  union all
  select 'breakage', r.started_at, r.breakage_minor, r.breakage_minor, 0 from share_runs r where r.breakage_minor > 0`

const FIRST_DAY = (days: number) =>
  sql`((app_now() at time zone ${KAMPALA})::date - ${days - 1}::int)::timestamp at time zone ${KAMPALA}`

/** What was earned in the last so many days of Kampala, today included, by source; the largest first. */
export async function listEarnedBySource(days: number): Promise<EarnedBySource[]> {
  const { rows } = await sql<EarnedBySource>`
    select source, sum(gross)::bigint as "grossMinor", sum(fee)::bigint as "feeMinor", sum(net)::bigint as "netMinor"
    from (${EARNED}) earned where at >= ${FIRST_DAY(days)} and at <= app_now() group by source order by sum(gross) desc, source`.execute(
    db,
  )
  return rows
}

/** The same by day and source, the oldest first; days without anything are left out. */
export async function listEarnedDays(days: number): Promise<EarnedDay[]> {
  const { rows } = await sql<EarnedDay>`
    select (at at time zone ${KAMPALA})::date::text as day, source, sum(gross)::bigint as "grossMinor", sum(fee)::bigint as "feeMinor",
      sum(net)::bigint as "netMinor"
    from (${EARNED}) earned where at >= ${FIRST_DAY(days)} and at <= app_now() group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** The same of the days from one moment until before another. */
export async function listEarnedDaysBetween({ from, to }: { from: Date; to: Date }): Promise<EarnedDay[]> {
  const { rows } = await sql<EarnedDay>`
    select (at at time zone ${KAMPALA})::date::text as day, source, sum(gross)::bigint as "grossMinor", sum(fee)::bigint as "feeMinor",
      sum(net)::bigint as "netMinor"
    from (${EARNED}) earned where at >= ${from} and at < ${to} and at <= app_now() group by 1, 2 order by 1, 2`.execute(
    db,
  )
  return rows
}

/** The days themselves, the oldest first, as "2026-11-21". */
export async function listDays(days: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select generate_series((app_now() at time zone ${KAMPALA})::date - ${days - 1}::int, (app_now() at time zone ${KAMPALA})::date, '1 day')::date::text as day`.execute(
    db,
  )
  return rows.map((row) => row.day)
}
