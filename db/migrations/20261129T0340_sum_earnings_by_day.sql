set local lock_timeout = '5s';

-- What creators and posts have earned, by day of Kampala: a page reads a row a day, however many sales there were. A sale writes none of these
-- rows, so that no sale waits for another: a task adds what is new, and until then a page reads the sale itself. Reversals are few and stay
-- where they are.
create table earning_days (
  creator_id uuid not null references creators (profile_id),
  day date not null,
  source text not null,
  sales integer not null,
  gross_minor bigint not null,
  fee_minor bigint not null,
  net_minor bigint not null,
  primary key (creator_id, day, source)
);
create table post_earning_days (
  post_id uuid not null references posts (id),
  day date not null,
  sales integer not null,
  net_minor bigint not null,
  primary key (post_id, day)
);
alter table earnings add column summed boolean not null default false;
create index earnings_to_sum on earnings (creator_id, earned_at) where not summed;
-- What is pending is that of a week, and of months for cards.
create index earnings_pending on earnings (creator_id, available_at) include (earned_at, net_minor, pending_used_minor) where released_at is null;
create index unlocks_of_post on unlocks (post_id);

grant select, insert, update on earning_days, post_earning_days to peach_app;
grant update (summed) on earnings to peach_app;

-- For rows that were put in or changed past the product: the task sums all of it again, and until then pages read the sales themselves.
create function sum_earnings_anew() returns void language sql set search_path = public, pg_temp as $$
  delete from earning_days;
  delete from post_earning_days;
  update earnings set summed = false where summed;
$$;
revoke execute on function sum_earnings_anew() from public;
