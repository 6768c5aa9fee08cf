import { sql } from 'kysely'
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

/** The figures of one post; the caller has checked whose it is. */
export async function findPostFigures(postId: string): Promise<PostFigures> {
  const [{ rows }, { rows: days }] = await Promise.all([
    sql<{ views: number; unlocks: number; tips: number; tipped: bigint; earned: bigint }>`
      with sale as (
        select u.purchase_id from unlocks u where u.post_id = ${postId}
        union all select t.purchase_id from tips t where t.post_id = ${postId}
      )
      select coalesce((select sum(v.views) from post_view_days v where v.post_id = ${postId}), 0)::int as views,
        (select count(*)::int from unlocks u where u.post_id = ${postId} and u.revoked_at is null) as unlocks,
        coalesce((select p.tip_count from posts p where p.id = ${postId}), 0) as tips,
        coalesce((select p.tipped_minor from posts p where p.id = ${postId}), 0)::bigint as tipped,
        (coalesce((select sum(e.net_minor) from earnings e join sale s on e.cause_kind = 'purchase' and e.cause_id = s.purchase_id), 0)
          - coalesce((select sum(r.from_pending_minor + r.from_available_minor + r.owed_minor) from earning_reversals r
              join earnings e on e.id = r.earning_id join sale s on e.cause_kind = 'purchase' and e.cause_id = s.purchase_id
              where r.reinstated_at is null), 0))::bigint as earned`.execute(db),
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
