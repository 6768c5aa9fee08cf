import type { Invariant } from './invariant.ts'

// Who is a subscriber of whom, as `subscriber_changes` of the database finds it for one fan. Whose right has begun or ended a moment ago is left
// out: the task has not come to them yet.
const WANTED = `
  select f.creator_id, f.fan_id from follows f join entitlements e on e.account_id = f.fan_id
  where e.grants = 'all_creators' and e.starts_at <= app_now() and (e.ends_at is null or e.ends_at > app_now())
  union
  select e.object_id, e.account_id from entitlements e
  where e.grants = 'creator' and e.starts_at <= app_now() and (e.ends_at is null or e.ends_at > app_now())`

const WAITING_MINUTES = 60

/** The stored counts, against the rows that they count. */
export const COUNT_INVARIANTS: Invariant[] = [
  {
    id: 'I15',
    name: 'subscribers-have-rights',
    description:
      'the subscribers of a creator are the followers with a running pass or access and the holders of a running subscription to that creator',
    sql: `select coalesce(w.creator_id, s.creator_id)::text as subject,
        'the fan ' || coalesce(w.fan_id, s.fan_id) || case when s.fan_id is null then ' is not counted' else ' is counted without a right' end as detail
      from (${WANTED}) w full join creator_subscribers s on s.creator_id = w.creator_id and s.fan_id = w.fan_id
      where (w.fan_id is null or s.fan_id is null)
        and not exists (select from subscriber_rechecks r where r.fan_id = coalesce(w.fan_id, s.fan_id) and r.due_at <= app_now())`,
  },
  {
    id: 'I15',
    name: 'counts-are-true',
    description:
      'the numbers of followers and subscribers of a creator, by day too, and of tips of a post are those of their rows',
    sql: `with counts as (
        select c.profile_id::text as subject, 'followers' as what, c.follower_count::bigint as stored,
          (select count(*) from follows f where f.creator_id = c.profile_id) as counted from creators c
        union all
        select c.profile_id::text, 'subscribers', c.subscriber_count,
          (select count(*) from creator_subscribers s where s.creator_id = c.profile_id) from creators c
        union all
        select c.profile_id::text, 'subscribers by day', coalesce((select sum(d.subscriber_change) from creator_audience_days d
          where d.creator_id = c.profile_id), 0), c.subscriber_count from creators c
        union all
        select coalesce(d.creator_id, f.creator_id)::text, 'followers of ' || coalesce(d.day, f.day), coalesce(d.new_followers, 0), coalesce(f.followers, 0)
          from creator_audience_days d
          full join (select f.creator_id, kampala_day(f.created_at) as day, count(*) as followers from follows f group by 1, 2) f
            on f.creator_id = d.creator_id and f.day = d.day
        union all
        select p.id::text, 'tips', p.tip_count, (select count(*) from tips t where t.post_id = p.id and t.removed_at is null) from posts p
        union all
        select p.id::text, 'money of tips', p.tipped_minor,
          coalesce((select sum(t.amount_minor) from tips t where t.post_id = p.id and t.removed_at is null), 0) from posts p
      )
      select subject, what || ': ' || stored || ' are stored and ' || counted || ' are there' as detail from counts where stored <> counted`,
  },
  {
    id: 'I13',
    name: 'subscribers-are-counted-in-time',
    description: 'no fan whose right has begun or ended waits to be counted anew',
    sql: `select r.fan_id::text as subject, 'due since ' || r.due_at as detail from subscriber_rechecks r
      where r.due_at < app_now() - interval '${WAITING_MINUTES} minutes'`,
  },
]
