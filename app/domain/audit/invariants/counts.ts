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
      'the numbers of followers and subscribers of a creator, by day too, of tips and unlocks of a post, and the sums of earnings by day are those of their rows',
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
        select p.id::text, 'unlocks', p.unlock_count, (select count(*) from unlocks u where u.post_id = p.id and u.revoked_at is null) from posts p
        union all
        select p.id::text, 'money of tips', p.tipped_minor,
          coalesce((select sum(t.amount_minor) from tips t where t.post_id = p.id and t.removed_at is null), 0) from posts p
        union all
        select coalesce(d.creator_id, e.creator_id)::text, 'earnings of ' || coalesce(d.day, e.day) || ' from ' || coalesce(d.source, e.source),
          coalesce(d.net_minor, 0), coalesce(e.net, 0)
          from earning_days d
          full join (select s.creator_id, kampala_day(s.earned_at) as day, s.source, sum(s.net_minor) as net
            from earnings s where s.summed group by 1, 2, 3) e on e.creator_id = d.creator_id and e.day = d.day and e.source = d.source
        union all
        select coalesce(d.post_id, e.post_id)::text, 'earnings of the post of ' || coalesce(d.day, e.day), coalesce(d.net_minor, 0), coalesce(e.net, 0)
          from post_earning_days d
          full join (select coalesce(u.post_id, t.post_id) as post_id, kampala_day(s.earned_at) as day, sum(s.net_minor) as net
            from earnings s left join unlocks u on u.purchase_id = s.cause_id left join tips t on t.purchase_id = s.cause_id
            where s.summed and s.cause_kind = 'purchase' and coalesce(u.post_id, t.post_id) is not null group by 1, 2) e
            on e.post_id = d.post_id and e.day = d.day
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
