set local lock_timeout = '5s';

-- Who is counted as a creator's subscriber: followers with a running pass or granted access, and holders of a running subscription to this creator,
-- each once. A page reads the number; the rows say who is in it.
alter table creators add column subscriber_count integer not null default 0;
create table creator_subscribers (
  creator_id uuid not null references creators (profile_id),
  fan_id uuid not null references profiles (id),
  primary key (creator_id, fan_id)
);
create index creator_subscribers_of_fan on creator_subscribers (fan_id);

-- When a right of a fan begins or ends next: nothing is written at that moment, so a task looks at the fan again.
create table subscriber_rechecks (
  fan_id uuid primary key references profiles (id),
  due_at timestamptz not null
);
create index subscriber_rechecks_due on subscriber_rechecks (due_at);

-- By day of Kampala: the followers of now who came on it, and by how much the number of subscribers changed.
create table creator_audience_days (
  creator_id uuid not null references creators (profile_id),
  day date not null,
  new_followers integer not null default 0,
  subscriber_change integer not null default 0,
  primary key (creator_id, day)
);

grant select on creator_subscribers, subscriber_rechecks, creator_audience_days to peach_app;

create function kampala_day(p_at timestamptz) returns date language sql immutable parallel safe
  return (p_at at time zone 'Africa/Kampala')::date;

-- Now, where `app_now()` is when the transaction began, so much later as it has taken: what it has granted runs already.
create function app_clock_now() returns timestamptz language sql volatile
  return app_now() + (clock_timestamp() - (select now()));

-- Who is to be counted of these fans and is not, with when that began, and who is counted and should not be; of one creator, or of all.
create function subscriber_changes(p_fans uuid[], p_creator uuid, p_now timestamptz)
  returns table (creator_id uuid, fan_id uuid, change integer, since timestamptz) language sql stable as $$
  with wanted as (
    select w.creator_id, w.fan_id, min(w.since) as since from (
      select f.creator_id, f.fan_id, greatest(e.starts_at, f.created_at) as since
      from follows f join entitlements e on e.account_id = f.fan_id
      where f.fan_id = any (p_fans) and (p_creator is null or f.creator_id = p_creator)
        and e.grants = 'all_creators' and e.starts_at <= p_now and (e.ends_at is null or e.ends_at > p_now)
      union all
      select e.object_id, e.account_id, e.starts_at from entitlements e
      where e.account_id = any (p_fans) and (p_creator is null or e.object_id = p_creator)
        and e.grants = 'creator' and e.starts_at <= p_now and (e.ends_at is null or e.ends_at > p_now)
    ) w group by w.creator_id, w.fan_id
  ), counted as (
    select s.creator_id, s.fan_id from creator_subscribers s
    where s.fan_id = any (p_fans) and (p_creator is null or s.creator_id = p_creator)
  )
  select coalesce(w.creator_id, c.creator_id), coalesce(w.fan_id, c.fan_id), case when c.creator_id is null then 1 else -1 end, w.since
  from wanted w full join counted c on c.creator_id = w.creator_id and c.fan_id = w.fan_id
  where w.creator_id is null or c.creator_id is null
$$;

-- The only writer of the count and its rows. Two transactions of one fan, one of which cannot see what the other does, come one after the other.
create function count_subscribers(p_fans uuid[], p_creator uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := app_clock_now();
begin
  -- Creators first and in one order, as a follow has locked its creator before.
  perform from creators c where c.profile_id in (select x.creator_id from subscriber_changes(p_fans, p_creator, v_now) x)
    order by c.profile_id for no key update;
  -- A bounded number of locks, however many fans a creator loses at once.
  perform pg_advisory_xact_lock(hashtext('subscribers'), b.bucket)
    from (select distinct hashtext(f::text) & 255 as bucket from unnest(p_fans) f order by 1) b;
  with changes as materialized (
    select x.creator_id, x.fan_id, x.change,
      kampala_day(least(v_now, case when x.change > 0 then x.since
        else (select r.due_at from subscriber_rechecks r where r.fan_id = x.fan_id) end)) as day
    from subscriber_changes(p_fans, p_creator, v_now) x
  ), gone as (
    delete from creator_subscribers s using changes x where x.change < 0 and s.creator_id = x.creator_id and s.fan_id = x.fan_id
  ), come as (
    insert into creator_subscribers (creator_id, fan_id) select x.creator_id, x.fan_id from changes x where x.change > 0
  ), counted as (
    update creators c set subscriber_count = c.subscriber_count + n.change
    from (select x.creator_id, sum(x.change)::integer as change from changes x group by 1) n where c.profile_id = n.creator_id and n.change <> 0
  )
  insert into creator_audience_days as d (creator_id, day, subscriber_change)
  select x.creator_id, x.day, sum(x.change)::integer from changes x group by 1, 2 having sum(x.change) <> 0 order by 1, 2
  on conflict (creator_id, day) do update set subscriber_change = d.subscriber_change + excluded.subscriber_change;
end $$;

create function schedule_rechecks(p_fans uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with next as (
    select t.account_id as fan_id, min(t.turn) as due_at
    from (select e.account_id, unnest(array[e.starts_at, e.ends_at]) as turn from entitlements e
      where e.account_id = any (p_fans) and e.grants in ('all_creators', 'creator')) t
    where t.turn > app_clock_now() group by 1
  ), none as (
    delete from subscriber_rechecks r where r.fan_id = any (p_fans) and not exists (select from next n where n.fan_id = r.fan_id)
  )
  insert into subscriber_rechecks (fan_id, due_at) select n.fan_id, n.due_at from next n order by 1
  on conflict (fan_id) do update set due_at = excluded.due_at;
end $$;

-- Counts the fans anew of whom a right has begun or ended since; returns how many they were.
create function count_due_subscribers(p_limit integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_fans uuid[];
begin
  select array_agg(d.fan_id) into v_fans
    from (select r.fan_id from subscriber_rechecks r where r.due_at <= app_clock_now() order by r.due_at limit p_limit) d;
  if v_fans is null then
    return 0;
  end if;
  perform count_subscribers(v_fans, null);
  perform schedule_rechecks(v_fans);
  return cardinality(v_fans);
end $$;

-- Everything from the rows that it counts: for the rows of before, and for rows that were put in past the triggers.
create function count_audience_anew() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  v_now timestamptz := app_clock_now();
begin
  delete from creator_subscribers;
  delete from creator_audience_days;
  delete from subscriber_rechecks;
  create temporary table held on commit drop as
    select r.creator_id, r.fan_id, unnest(range_agg(tstzrange(r.starts_at, r.ends_at))) as during
    from (
      select f.creator_id, f.fan_id, greatest(e.starts_at, f.created_at) as starts_at, e.ends_at
      from follows f join entitlements e on e.account_id = f.fan_id where e.grants = 'all_creators'
      union all
      select e.object_id, e.account_id, e.starts_at, e.ends_at from entitlements e where e.grants = 'creator'
    ) r where r.starts_at <= v_now and (r.ends_at is null or r.ends_at > r.starts_at) group by 1, 2;
  insert into creator_subscribers (creator_id, fan_id) select h.creator_id, h.fan_id from held h where h.during @> v_now;
  update creators c set subscriber_count = coalesce((select count(*) from creator_subscribers s where s.creator_id = c.profile_id), 0)
    where c.subscriber_count <> coalesce((select count(*) from creator_subscribers s where s.creator_id = c.profile_id), 0);
  update creators c set follower_count = coalesce((select count(*) from follows f where f.creator_id = c.profile_id), 0)
    where c.follower_count <> coalesce((select count(*) from follows f where f.creator_id = c.profile_id), 0);
  insert into creator_audience_days (creator_id, day, new_followers, subscriber_change)
    select x.creator_id, x.day, sum(x.followers), sum(x.subscribers) from (
      select f.creator_id, kampala_day(f.created_at) as day, 1 as followers, 0 as subscribers from follows f
      union all
      select h.creator_id, kampala_day(lower(h.during)), 0, 1 from held h
      union all
      select h.creator_id, kampala_day(upper(h.during)), 0, -1 from held h where upper(h.during) <= v_now
    ) x group by 1, 2 having sum(x.followers) <> 0 or sum(x.subscribers) <> 0;
  insert into subscriber_rechecks (fan_id, due_at)
    select t.account_id, min(t.turn)
    from (select e.account_id, unnest(array[e.starts_at, e.ends_at]) as turn from entitlements e where e.grants in ('all_creators', 'creator')) t
    where t.turn > v_now group by 1;
  drop table held;
end $$;

-- Follows and the number of followers: one statement, one count, however many rows it has.
drop trigger follows_are_counted on follows;
create or replace function count_followers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_each integer := case tg_op when 'INSERT' then 1 else -1 end;
  v_fans uuid[];
  v_creators uuid[];
begin
  select array_agg(distinct c.fan_id), array_agg(distinct c.creator_id) into v_fans, v_creators from changed c;
  if v_fans is null then
    return null;
  end if;
  perform from creators c where c.profile_id = any (v_creators) order by c.profile_id for no key update;
  update creators c set follower_count = greatest(0, c.follower_count + n.change)
    from (select x.creator_id, v_each * count(*)::integer as change from changed x group by 1) n where c.profile_id = n.creator_id;
  insert into creator_audience_days as d (creator_id, day, new_followers)
    select x.creator_id, kampala_day(x.created_at), v_each * count(*)::integer from changed x group by 1, 2 order by 1, 2
    on conflict (creator_id, day) do update set new_followers = d.new_followers + excluded.new_followers;
  perform count_subscribers(v_fans, case cardinality(v_creators) when 1 then v_creators[1] end);
  return null;
end $$;
create trigger new_follows_are_counted after insert on follows
  referencing new table as changed for each statement execute function count_followers();
create trigger ended_follows_are_counted after delete on follows
  referencing old table as changed for each statement execute function count_followers();

-- Rights are counted at the end of the transaction, when all of it is known: a payment holds no creator's row while it is booked.
create function count_subscribers_of_right() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_fan uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  perform count_subscribers(array[v_fan], null);
  perform schedule_rechecks(array[v_fan]);
  return null;
end $$;
create constraint trigger passes_are_counted after insert or delete or update of status, starts_at, expires_at on subscriptions
  deferrable initially deferred for each row execute function count_subscribers_of_right();
create constraint trigger granted_access_is_counted after insert or delete or update of created_at, expires_at, revoked_at on user_access
  deferrable initially deferred for each row execute function count_subscribers_of_right();
create constraint trigger creator_subscriptions_are_counted after insert or delete or update of status, starts_at, ends_at on creator_subscriptions
  deferrable initially deferred for each row execute function count_subscribers_of_right();

revoke execute on function count_subscribers(uuid[], uuid), schedule_rechecks(uuid[]), count_due_subscribers(integer), count_audience_anew(),
  count_subscribers_of_right(), count_followers() from public;
grant execute on function count_due_subscribers(integer) to peach_app;

select count_audience_anew();
