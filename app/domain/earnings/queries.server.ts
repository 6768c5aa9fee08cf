import { sql } from 'kysely'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { db, queryPrepared } from '#app/platform/db.server.ts'
import { creatorAccount, type EarningSource } from './earning.ts'

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
 * chargebacks took on that day and have not given back, of any day's earnings. It reads that day's rows, however many there were before.
 */
export const earnedTodaySql = (creatorId: string) => `(
  select s.gross, s.fee, s.net, r.reversed from (
    select coalesce(sum(e.gross_minor), 0)::bigint as gross, coalesce(sum(e.fee_minor), 0)::bigint as fee, coalesce(sum(e.net_minor), 0)::bigint as net
    from earnings e where e.creator_id = ${creatorId} and e.earned_at >= ${TODAY}) s
  cross join (
    select coalesce(sum(t.from_pending_minor + t.from_available_minor + t.owed_minor), 0)::bigint as reversed
    from earning_reversals t where t.creator_id = ${creatorId} and t.reinstated_at is null and t.reversed_at >= ${TODAY}) r)`

/** `reversedMinor`: what refunds took on that day, of any day's earnings. */
export type EarningsDay = { day: string; clearedMinor: bigint; pendingMinor: bigint; reversedMinor: bigint }

/** What was earned on each of the last `days` days of Kampala, net; what is still pending is separate. */
export async function listEarningsByDay(creatorId: string, days: number): Promise<EarningsDay[]> {
  const { rows } = await sql<EarningsDay>`
    with today as (select (app_now() at time zone 'Africa/Kampala')::date as day),
    days as (select generate_series(today.day - ${days - 1}::int, today.day, '1 day')::date as day from today),
    earned as (
      select (e.earned_at at time zone 'Africa/Kampala')::date as day,
        sum(e.net_minor) filter (where e.released_at is not null) as cleared, sum(e.net_minor) filter (where e.released_at is null) as pending
      from earnings e, today
      where e.creator_id = ${creatorId} and e.earned_at >= (today.day - ${days - 1}::int)::timestamp at time zone 'Africa/Kampala'
      group by 1
    ),
    reversed as (
      select (t.reversed_at at time zone 'Africa/Kampala')::date as day, sum(t.from_pending_minor + t.from_available_minor + t.owed_minor) as reversed
      from earning_reversals t, today
      where t.creator_id = ${creatorId} and t.reinstated_at is null
        and t.reversed_at >= (today.day - ${days - 1}::int)::timestamp at time zone 'Africa/Kampala'
      group by 1
    )
    select d.day::text as day, coalesce(e.cleared, 0)::bigint as "clearedMinor", coalesce(e.pending, 0)::bigint as "pendingMinor",
      coalesce(r.reversed, 0)::bigint as "reversedMinor"
    from days d left join earned e using (day) left join reversed r using (day) order by d.day`.execute(db)
  return rows
}

export type SourceSums = Sums & { source: EarningSource; count: number }

/**
 * What was earned in the last `days` days of Kampala by each source, the greatest first. `count` is of sales; of subscriptions, which are
 * earned day by day, it is of people.
 */
export async function listEarningsBySource(creatorId: string, days: number): Promise<SourceSums[]> {
  const { rows } = await sql<SourceSums>`
    with span as (
      select ((app_now() at time zone 'Africa/Kampala')::date - ${days - 1}::int)::timestamp at time zone 'Africa/Kampala' as starts
    )
    select source, case source when 'subscription' then (
        select count(distinct s.user_id)::int from creator_subscriptions s, span
        where s.creator_id = ${creatorId} and s.starts_at < app_now() and coalesce(s.ended_early_at, s.ends_at) > span.starts
      ) else count(*)::int end as count,
      sum(gross_minor)::bigint as "grossMinor", sum(fee_minor)::bigint as "feeMinor", sum(net_minor)::bigint as "netMinor"
    from earnings, span where creator_id = ${creatorId} and earned_at >= span.starts
    group by source order by sum(net_minor) desc, source`.execute(db)
  return rows
}

/** What was earned, net, and what refunds reversed, in the period before the last `days` days: for comparison. */
export async function findSpan(
  creatorId: string,
  days: number,
): Promise<{ beforeMinor: bigint; reversedMinor: bigint }> {
  const { rows } = await sql<{ beforeMinor: bigint; reversedMinor: bigint }>`
    with span as (
      select ((app_now() at time zone 'Africa/Kampala')::date - ${days - 1}::int)::timestamp at time zone 'Africa/Kampala' as starts,
        ((app_now() at time zone 'Africa/Kampala')::date - ${2 * days - 1}::int)::timestamp at time zone 'Africa/Kampala' as before
    )
    select
      (select coalesce(sum(e.net_minor), 0)::bigint from earnings e, span
        where e.creator_id = ${creatorId} and e.earned_at >= span.before and e.earned_at < span.starts) as "beforeMinor",
      (select coalesce(sum(t.from_pending_minor + t.from_available_minor + t.owed_minor), 0)::bigint from earning_reversals t, span
        where t.creator_id = ${creatorId} and t.reversed_at >= span.starts and t.reinstated_at is null) as "reversedMinor"`.execute(
    db,
  )
  return rows[0]!
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
