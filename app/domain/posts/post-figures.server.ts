import { sql } from 'kysely'
import { postEarningsSql } from '#app/domain/earnings/earning-days.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import { db } from '#app/platform/db.server.ts'

/** What a post has brought its creator. */
export type PostFigures = {
  views: number
  viewsByDay: { day: string; views: number }[]
  unlocks: number
  tips: number
  tipped: Money
  /** Net of our fee and without what was reversed, from the same rows as the creator's earnings. */
  earned: Money
}

const DAYS = 14
const EARNINGS = sql.raw(postEarningsSql('own.creator_id', `'-infinity'::date`))

/** The figures of one post; the caller has checked whose it is. */
export async function findPostFigures(postId: string): Promise<PostFigures> {
  const [{ rows }, { rows: days }] = await Promise.all([
    sql<{ views: number; unlocks: number; tips: number; tipped: bigint; earned: bigint }>`
      select coalesce((select sum(v.views) from post_view_days v where v.post_id = ${postId}), 0)::int as views,
        own.unlock_count as unlocks, own.tip_count as tips, own.tipped_minor as tipped,
        coalesce((select sum(e.net_minor) from ${EARNINGS} e where e.post_id = ${postId}), 0)::bigint as earned
      from posts own where own.id = ${postId}`.execute(db),
    sql<{ day: string; views: number }>`
      select d.day::date::text as day, coalesce(v.views, 0) as views
      from generate_series((app_now() at time zone 'Africa/Kampala')::date - ${DAYS - 1}::int,
        (app_now() at time zone 'Africa/Kampala')::date, interval '1 day') as d (day)
      left join post_view_days v on v.post_id = ${postId} and v.day = d.day::date order by d.day`.execute(db),
  ])
  const { tipped, earned, ...counts } = rows[0]!
  return {
    ...counts,
    viewsByDay: days,
    tipped: { amountMinor: tipped, currency: 'UGX' },
    earned: { amountMinor: earned, currency: 'UGX' },
  }
}
