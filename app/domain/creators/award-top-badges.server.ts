import { sql } from 'kysely'
import { inTransaction } from '#app/platform/db.server.ts'
import { BADGE_RULES, topCreators } from './badges.ts'

/**
 * Scheduled task: finds the creators with the most paying fans, by the rule of the badge Top. A fan pays a creator by a tip, an unlocked
 * post or a subscription to that creator, and counts once; what was refunded does not count. Returns how many have the badge.
 */
export function awardTopBadges(): Promise<number> {
  return inTransaction(async (tx) => {
    const since = sql`app_now() - make_interval(days => ${BADGE_RULES.topDays})`
    const { rows } = await sql<{ id: string; fans: number }>`
      select paid.creator_id as id, count(distinct paid.fan_id)::int as fans from (
        select t.creator_id, t.fan_id from tips t where t.created_at > ${since} and t.removed_at is null
        union all select p.creator_id, u.user_id from unlocks u join posts p on p.id = u.post_id
          where u.created_at > ${since} and u.revoked_at is null
        union all select s.creator_id, s.user_id from creator_subscriptions s where s.starts_at > ${since} and s.status = 'active'
      ) paid join visible_creators v on v.profile_id = paid.creator_id
      group by paid.creator_id having count(distinct paid.fan_id) >= ${BADGE_RULES.topMinFans}`.execute(tx)
    const { visible } = await tx
      .selectFrom('visible_creators')
      .select((eb) => eb.fn.countAll<bigint>().as('visible'))
      .executeTakeFirstOrThrow()
    const top = [...topCreators(rows, Number(visible))]
    await sql`
      update creators c set top_since = case when c.profile_id = any (${top}::uuid[]) then app_now() end
      where (c.top_since is not null) <> (c.profile_id = any (${top}::uuid[]))
        and (c.top_since is not null or c.profile_id = any (${top}::uuid[]))`.execute(tx)
    return top.length
  })
}
