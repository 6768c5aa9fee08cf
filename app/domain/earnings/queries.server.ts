import { sql } from 'kysely'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { db, queryPrepared } from '#app/platform/db.server.ts'
import { creatorAccount, type EarningSource } from './earning.ts'
import { earningDaysSql } from './earning-days.server.ts'

/** Minor units of shillings; gross = fee + net. */
export type Sums = { grossMinor: bigint; feeMinor: bigint; netMinor: bigint }
export type CreatorBalances = { pendingMinor: bigint; availableMinor: bigint; owedMinor: bigint }

/** The balances of a creator's accounts now, as people count them. */
export async function findCreatorBalances(creatorId: string): Promise<CreatorBalances> {
  const [pending, available, owed] = await Promise.all([
    getBalance(creatorAccount('creator_pending', creatorId)),
    getBalance(creatorAccount('creator_available', creatorId)),
    getBalance(creatorAccount('creator_debt', creatorId)),
  ])
  return { pendingMinor: -pending, availableMinor: -available, owedMinor: owed }
}

// The last midnight in Kampala, as `startOfToday` counts it.
const TODAY = `date_trunc('day', (select app_now()) at time zone 'Africa/Kampala') at time zone 'Africa/Kampala'`

/**
 * What a creator earned on the present day of Kampala, to join laterally: `gross`, `fee` and `net` of the sales, and `reversed`, what refunds and
 * chargebacks took on that day and have not given back, of any day's earnings.
 */
export const earnedTodaySql = (creatorId: string) => `(
  select s.gross, s.fee, s.net, r.reversed from (
    select coalesce(sum(e.gross_minor), 0)::bigint as gross, coalesce(sum(e.fee_minor), 0)::bigint as fee, coalesce(sum(e.net_minor), 0)::bigint as net
    from ${earningDaysSql(creatorId, `kampala_day((select app_now()))`)} e) s
  cross join (
    select coalesce(sum(t.from_pending_minor + t.from_available_minor + t.owed_minor), 0)::bigint as reversed
    from earning_reversals t where t.creator_id = ${creatorId} and t.reinstated_at is null and t.reversed_at >= ${TODAY}) r)`

/** `reversedMinor`: what refunds took on that day, of any day's earnings. */
export type EarningsDay = { day: string; clearedMinor: bigint; pendingMinor: bigint; reversedMinor: bigint }

const FIRST_DAY = `kampala_day((select app_now())) - ($2::int - 1)`
const FIRST_MOMENT = `(${FIRST_DAY})::timestamp at time zone 'Africa/Kampala'`

/** What was earned on each of the last `days` days of Kampala, net; what is still pending is separate. */
export function listEarningsByDay(creatorId: string, days: number): Promise<EarningsDay[]> {
  return queryPrepared<EarningsDay>(
    'earnings-by-day',
    `with earned as (
      select e.day, sum(e.net_minor) as net from ${earningDaysSql('$1', FIRST_DAY)} e group by 1
    ),
    pending as (
      select kampala_day(e.earned_at) as day, sum(e.net_minor) as net
      from earnings e where e.creator_id = $1 and e.released_at is null and e.earned_at >= ${FIRST_MOMENT} group by 1
    ),
    reversed as (
      select kampala_day(t.reversed_at) as day, sum(t.from_pending_minor + t.from_available_minor + t.owed_minor) as reversed
      from earning_reversals t where t.creator_id = $1 and t.reinstated_at is null and t.reversed_at >= ${FIRST_MOMENT} group by 1
    )
    select d.day::date::text as day, (coalesce(e.net, 0) - coalesce(p.net, 0))::bigint as "clearedMinor", coalesce(p.net, 0)::bigint as "pendingMinor",
      coalesce(r.reversed, 0)::bigint as "reversedMinor"
    from generate_series(${FIRST_DAY}, kampala_day((select app_now())), '1 day') as d (day)
    left join earned e on e.day = d.day left join pending p on p.day = d.day left join reversed r on r.day = d.day order by d.day`,
    [creatorId, days],
  )
}

export type SourceSums = Sums & { source: EarningSource; count: number }

/**
 * What was earned in the last `days` days of Kampala by each source, the greatest first. `count` is of sales; of subscriptions, which are
 * earned day by day, it is of people.
 */
export function listEarningsBySource(creatorId: string, days: number): Promise<SourceSums[]> {
  return queryPrepared<SourceSums>(
    'earnings-by-source',
    `select e.source, case e.source when 'subscription' then (
        select count(distinct s.user_id)::int from creator_subscriptions s
        where s.creator_id = $1 and s.starts_at < app_now() and coalesce(s.ended_early_at, s.ends_at) > ${FIRST_MOMENT}
      ) else sum(e.sales)::int end as count,
      sum(e.gross_minor)::bigint as "grossMinor", sum(e.fee_minor)::bigint as "feeMinor", sum(e.net_minor)::bigint as "netMinor"
    from ${earningDaysSql('$1', FIRST_DAY)} e group by e.source order by sum(e.net_minor) desc, e.source`,
    [creatorId, days],
  )
}

/** What was earned, net, and what refunds reversed, in the period before the last `days` days: for comparison. */
export async function findSpan(
  creatorId: string,
  days: number,
): Promise<{ beforeMinor: bigint; reversedMinor: bigint }> {
  const [row] = await queryPrepared<{ beforeMinor: bigint; reversedMinor: bigint }>(
    'earnings-span',
    `select
      (select coalesce(sum(e.net_minor), 0)::bigint from ${earningDaysSql('$1', `${FIRST_DAY} - $2::int`)} e where e.day < ${FIRST_DAY}) as "beforeMinor",
      (select coalesce(sum(t.from_pending_minor + t.from_available_minor + t.owed_minor), 0)::bigint from earning_reversals t
        where t.creator_id = $1 and t.reversed_at >= ${FIRST_MOMENT} and t.reinstated_at is null) as "reversedMinor"`,
    [creatorId, days],
  )
  return row!
}

export type ClearingEarning = { id: string; source: EarningSource; minor: bigint; earnedAt: Date; availableAt: Date }

/** What is pending, net and without what refunds took of it, the newest first. */
export function listClearing(
  creatorId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<ClearingEarning[]> {
  return queryPrepared<ClearingEarning>(
    'list-clearing',
    `select id, source, net_minor - pending_used_minor as minor, earned_at as "earnedAt", available_at as "availableAt"
     from earnings where creator_id = $1 and released_at is null and net_minor > pending_used_minor
       and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [creatorId, before, limit],
  )
}

export type ReleasedEarning = Omit<ClearingEarning, 'availableAt'> & { causeKind: string; causeId: string }

/** What of a creator's earnings became available after one moment and by another, the newest first. */
export function listReleased(
  creatorId: string,
  { after, until }: { after: Date | null; until: Date },
  { before, limit }: { before: string | null; limit: number },
): Promise<ReleasedEarning[]> {
  return queryPrepared<ReleasedEarning>(
    'list-released',
    `select id, source, net_minor - pending_used_minor as minor, earned_at as "earnedAt", cause_kind as "causeKind", cause_id as "causeId"
     from earnings where creator_id = $1 and released_at > coalesce($2::timestamptz, '-infinity') and released_at <= $3
       and net_minor > pending_used_minor and ($4::uuid is null or id < $4) order by id desc limit $5`,
    [creatorId, after, until, before, limit],
  )
}

/** The sum of what `listReleased` lists. */
export async function sumReleased(
  creatorId: string,
  { after, until }: { after: Date | null; until: Date },
): Promise<bigint> {
  const [row] = await queryPrepared<{ minor: bigint }>(
    'sum-released',
    `select coalesce(sum(net_minor - pending_used_minor), 0)::bigint as minor
     from earnings where creator_id = $1 and released_at > coalesce($2::timestamptz, '-infinity') and released_at <= $3`,
    [creatorId, after, until],
  )
  return row!.minor
}

/** The part of the pending earnings that will be available by a moment. */
export async function findAvailableBy(creatorId: string, at: Date): Promise<bigint> {
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(sum(net_minor - pending_used_minor), 0)::bigint as minor from earnings
    where creator_id = ${creatorId} and released_at is null and available_at <= ${at}`.execute(db)
  return rows[0]!.minor
}
