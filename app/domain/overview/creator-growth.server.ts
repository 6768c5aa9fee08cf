import type { EarningSource } from '#app/domain/earnings/earning.ts'
import type { PostKind } from '#app/domain/posts/post.ts'
import { addToDay, dayOf, mondayOf, startOfDay } from '#app/domain/usage/day.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { queryPrepared } from '#app/platform/db.server.ts'

const DAYS = 30
const WEEKS = 8

/** The followers of now, by the day since when they follow, and who was subscribed at the end of each day, as the creator's page counts. */
export type AudienceDay = { day: string; newFollowers: number; followers: number; subscribers: number }
export type Audience = { days: AudienceDay[]; before: { followers: number; subscribers: number } }

// $2 are the ends of the days; of today's end, rights count as they are now. A subscriber is who follows with a pass, or has this creator's
// subscription: the times of all rights of a fan are merged, so that nobody counts twice.
const AUDIENCE = `
  with followed as materialized (select f.fan_id, f.created_at from follows f where f.creator_id = $1),
  bounds as (select (($2::timestamptz[])[1:${DAYS}] || (select app_now())) as at),
  rights as (
    select f.fan_id, greatest(e.starts_at, f.created_at) as starts_at, e.ends_at
    from followed f join entitlements e on e.account_id = f.fan_id and e.grants = 'all_creators'
    union all
    select e.account_id, e.starts_at, e.ends_at from entitlements e where e.grants = 'creator' and e.object_id = $1),
  merged as materialized (
    select unnest(range_agg(tstzrange(r.starts_at, r.ends_at))) as held
    from rights r where r.ends_at is null or r.ends_at > r.starts_at group by r.fan_id)
  select 'follower' as kind, width_bucket(f.created_at, $2::timestamptz[]) as bucket, count(*)::int as change from followed f group by 2
  union all
  select 'subscriber', width_bucket(lower(m.held), b.at), count(*)::int from merged m, bounds b group by 2
  union all
  select 'subscriber', width_bucket(upper(m.held), b.at), -count(*)::int from merged m, bounds b where upper(m.held) is not null group by 2`

/** The last thirty days of Kampala, the oldest first, and how it was before them. */
export async function findAudience(creatorId: string): Promise<Audience> {
  const days = lastDays(DAYS)
  // The end of the day before comes first: what is older is the number to begin with.
  const ends = [days[0]!, ...days.map((day) => addToDay(day, 1))].map(startOfDay)
  const rows = await queryPrepared<{ kind: 'follower' | 'subscriber'; bucket: number; change: number }>(
    'creator-audience',
    AUDIENCE,
    [creatorId, ends],
  )
  // What changed before an end is in the bucket below it.
  const changeBefore = (kind: 'follower' | 'subscriber', end: number) =>
    rows.filter((row) => row.kind === kind && row.bucket === end).reduce((sum, { change }) => sum + change, 0)
  const before = { followers: changeBefore('follower', 0), subscribers: changeBefore('subscriber', 0) }
  let { followers, subscribers } = before
  return {
    before,
    days: days.map((day, index) => {
      const newFollowers = changeBefore('follower', index + 1)
      followers += newFollowers
      subscribers += changeBefore('subscriber', index + 1)
      return { day, newFollowers, followers, subscribers }
    }),
  }
}

export type EarningsWeek = { monday: string; netMinor: bigint; bySource: ReadonlyMap<EarningSource, bigint> }

/**
 * What was earned in each of the last weeks, which begin on Monday in Kampala, less what was refunded in that week of whichever week's sales; the
 * oldest first.
 */
export async function listEarningsWeeks(creatorId: string): Promise<EarningsWeek[]> {
  const monday = mondayOf(dayOf(now()))
  const mondays = Array.from({ length: WEEKS }, (_, index) => addToDay(monday, 7 * (index - WEEKS + 1)))
  const rows = await queryPrepared<{ week: number; source: EarningSource; net: bigint }>(
    'creator-earnings-weeks',
    `select width_bucket(x.at, $2::timestamptz[]) as week, x.source, sum(x.net)::bigint as net
     from (
       select e.earned_at as at, e.source, e.net_minor as net from earnings e
       where e.creator_id = $1 and e.earned_at >= ($2::timestamptz[])[1]
       union all
       select t.reversed_at, e.source, -(t.from_pending_minor + t.from_available_minor + t.owed_minor)
       from earning_reversals t join earnings e on e.id = t.earning_id
       where t.creator_id = $1 and t.reinstated_at is null and t.reversed_at >= ($2::timestamptz[])[1]) x
     group by 1, 2 order by 1, 2`,
    [creatorId, mondays.map(startOfDay)],
  )
  return mondays.map((one, index) => {
    const bySource = new Map(rows.filter(({ week }) => week === index + 1).map(({ source, net }) => [source, net]))
    return { monday: one, bySource, netMinor: [...bySource.values()].reduce((sum, net) => sum + net, 0n) }
  })
}

export type BestPost = {
  id: string
  kind: PostKind
  caption: string
  hasPoll: boolean
  views: number
  likes: number
  sales: number
  earnedMinor: bigint
}

/** The published posts that brought most in the last thirty days; among equals those that were seen most. */
export function listBestPosts(creatorId: string, limit: number): Promise<BestPost[]> {
  return queryPrepared<BestPost>(
    'creator-best-posts',
    `with sale as (
       select coalesce(u.post_id, t.post_id) as post_id, count(*)::int as sales, sum(e.net_minor - e.reversed_minor)::bigint as earned
       from earnings e left join unlocks u on u.purchase_id = e.cause_id left join tips t on t.purchase_id = e.cause_id
       where e.creator_id = $1 and e.cause_kind = 'purchase' and e.earned_at >= $2 group by 1)
     select p.id, p.kind, p.caption, exists (select from polls q where q.post_id = p.id) as "hasPoll", p.like_count as likes, coalesce(s.sales, 0) as sales, coalesce(s.earned, 0)::bigint as "earnedMinor",
       coalesce((select sum(v.views) from post_view_days v where v.post_id = p.id and v.day >= $3), 0)::int as views
     from posts p left join sale s on s.post_id = p.id
     where p.creator_id = $1 and p.state = 'published'
     order by "earnedMinor" desc, views desc, p.id desc limit $4`,
    [creatorId, addDays(now(), -DAYS), lastDays(DAYS)[0], limit],
  )
}

function lastDays(count: number): string[] {
  const today = dayOf(now())
  return Array.from({ length: count }, (_, index) => addToDay(today, index - count + 1))
}
