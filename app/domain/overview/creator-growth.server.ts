import type { EarningSource } from '#app/domain/earnings/earning.ts'
import { earningDaysSql, postEarningsSql } from '#app/domain/earnings/earning-days.server.ts'
import type { PostKind } from '#app/domain/posts/post.ts'
import { addToDay, dayOf, mondayOf } from '#app/domain/usage/day.ts'
import { now } from '#app/platform/clock.ts'
import { queryPrepared } from '#app/platform/db.server.ts'

const DAYS = 30
const WEEKS = 8

/**
 * The followers of now by the day since when they follow, and how many were subscribed at the end of each day, as the creator's page counted
 * them; of today, as it counts them now.
 */
export type AudienceDay = { day: string; newFollowers: number; followers: number; subscribers: number }
export type Audience = { days: AudienceDay[]; before: { followers: number; subscribers: number } }

type AudienceRow = {
  day: string | null
  newFollowers: number | null
  change: number | null
  followers: number
  subscribers: number
}

/** The last thirty days of Kampala, the oldest first, and how it was before them. It reads a row a day, however many people there are. */
export async function findAudience(creatorId: string): Promise<Audience> {
  const days = lastDays(DAYS)
  const rows = await queryPrepared<AudienceRow>(
    'creator-audience',
    `select d.day::text as day, d.new_followers as "newFollowers", d.subscriber_change as change, c.follower_count as followers,
       c.subscriber_count as subscribers
     from creators c left join creator_audience_days d on d.creator_id = c.profile_id and d.day >= $2 where c.profile_id = $1`,
    [creatorId, days[0]],
  )
  const byDay = new Map(rows.map((row) => [row.day, row]))
  // Backwards from the numbers of now.
  let { followers, subscribers } = rows[0] ?? { followers: 0, subscribers: 0 }
  const found: AudienceDay[] = []
  for (const day of days.toReversed()) {
    const row = byDay.get(day)
    const newFollowers = row?.newFollowers ?? 0
    found.push({ day, newFollowers, followers, subscribers })
    followers -= newFollowers
    subscribers -= row?.change ?? 0
  }
  return { days: found.toReversed(), before: { followers, subscribers } }
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
    `select width_bucket(x.day, $2::date[]) as week, x.source, sum(x.net)::bigint as net
     from (
       select e.day, e.source, e.net_minor as net from ${earningDaysSql('$1', '($2::date[])[1]')} e
       union all
       select kampala_day(t.reversed_at), e.source, -(t.from_pending_minor + t.from_available_minor + t.owed_minor)
       from earning_reversals t join earnings e on e.id = t.earning_id
       where t.creator_id = $1 and t.reinstated_at is null and t.reversed_at >= ($2::date[])[1]::timestamp at time zone 'Africa/Kampala') x
     group by 1, 2 order by 1, 2`,
    [creatorId, mondays],
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
       select e.post_id, sum(e.sales)::int as sales, sum(e.net_minor)::bigint as earned from ${postEarningsSql('$1', '$2::date')} e group by 1)
     select p.id, p.kind, p.caption, exists (select from polls q where q.post_id = p.id) as "hasPoll", p.like_count as likes, coalesce(s.sales, 0) as sales, coalesce(s.earned, 0)::bigint as "earnedMinor",
       coalesce((select sum(v.views) from post_view_days v where v.post_id = p.id and v.day >= $2), 0)::int as views
     from posts p left join sale s on s.post_id = p.id
     where p.creator_id = $1 and p.state = 'published'
     order by "earnedMinor" desc, views desc, p.id desc limit $3`,
    [creatorId, lastDays(DAYS)[0], limit],
  )
}

function lastDays(count: number): string[] {
  const today = dayOf(now())
  return Array.from({ length: count }, (_, index) => addToDay(today, index - count + 1))
}
