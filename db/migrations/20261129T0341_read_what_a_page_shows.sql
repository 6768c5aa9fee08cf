set local lock_timeout = '5s';

-- The clock is read once a statement, not once a row.
create or replace view visible_creators as
  select c.profile_id, paid.until as paid_until
  from creators c
  join profiles p on p.id = c.profile_id
  cross join lateral (
    select max(l.ends_at) as until from creator_listings l
    where l.creator_id = c.profile_id and l.revoked_at is null and l.starts_at <= (select app_now()) and l.ends_at > (select app_now())
  ) paid
  where c.verification_status = 'approved' and p.account_status = 'active' and not p.is_blocked and paid.until is not null;

-- What somebody paid from a balance, the newest first, and the few payments from outside.
create index purchases_from_balance on purchases (buyer_id, completed_at desc, id) where state = 'completed' and paid_from <> 'gateway';
create index purchases_from_outside on purchases (buyer_id) where paid_from = 'gateway';

-- Who is new, in the feed's order, without reading their rows.
drop index creators_by_approval;
create index creators_by_approval on creators (approved_at desc, profile_id desc) include (feed_rank) where listed;

-- The fans whom the team's overview counts, the newest apart.
create index profiles_of_fans on profiles (created_at) where user_type = 'fan' and account_status <> 'closed';

-- Chats that wait for the creator, and the tips of a week, without reading all others.
create index chat_threads_waiting on chat_threads (creator_id, waits_since) where waits_since is not null;
create index tips_of_creator_counted on tips (creator_id, created_at desc) include (fan_id, named, amount_minor) where removed_at is null;
