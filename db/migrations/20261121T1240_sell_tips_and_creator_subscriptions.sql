set local lock_timeout = '5s';

alter table purchases drop constraint purchases_kind_check;
alter table purchases add constraint purchases_kind_check
  check (kind in ('pass', 'post_unlock', 'creator_fee', 'wallet_top_up', 'tip', 'creator_subscription'));

-- A gift to a creator, with words. Nothing here is counted up in another row: two hundred tips at once wait for nobody.
create table tips (
  id uuid primary key,
  purchase_id uuid not null unique references purchases,
  fan_id uuid not null references profiles,
  creator_id uuid not null references creators,
  post_id uuid references posts,
  context text not null check (context in ('profile', 'post', 'chat', 'call', 'live')),
  message text not null default '' check (char_length(message) <= 200),
  -- Whether the fan's name stands among the top supporters, or "Private fan".
  named boolean not null default true,
  amount_minor bigint not null check (amount_minor > 0 and amount_minor % 100 = 0),
  created_at timestamptz not null default app_now(),
  removed_at timestamptz,
  check ((context = 'post') = (post_id is not null))
);
create index tips_of_creator on tips (creator_id, created_at desc, id desc);
create index tips_of_post on tips (post_id) where post_id is not null and removed_at is null;
create index tips_of_fan on tips (fan_id, created_at desc);
grant select, insert, update (removed_at, message) on tips to peach_app;

-- What of a price is earned after so many of its thirty days: whole shillings, and after the last day all of it.
create function creator_subscription_earned(p_price_minor bigint, p_days integer) returns bigint
  language sql immutable as $$ select (p_price_minor / 100 * least(p_days, 30) / 30) * 100 $$;
revoke execute on function creator_subscription_earned(bigint, integer) from public;
grant execute on function creator_subscription_earned(bigint, integer) to peach_app;

-- Thirty days of one creator. What is not earned yet is owed, and goes back to the fan when the creator is hidden.
create table creator_subscriptions (
  id uuid primary key,
  user_id uuid not null references profiles,
  creator_id uuid not null references creators,
  purchase_id uuid not null unique references purchases,
  price_minor bigint not null check (price_minor > 0 and price_minor % 100 = 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  earned_days smallint not null default 0 check (earned_days between 0 and 30),
  earned_minor bigint not null default 0 check (earned_minor >= 0),
  -- What went back before it was earned.
  returned_minor bigint not null default 0 check (returned_minor >= 0),
  -- What of that went back when it ended early, so that an end by mistake can be undone.
  ended_return_minor bigint not null default 0 check (ended_return_minor between 0 and returned_minor),
  -- The day in Kampala whose end makes the next part due; null when there is none.
  next_earning_day date,
  status text not null default 'active' check (status in ('active', 'returned', 'refunded')),
  ended_early_at timestamptz,
  created_at timestamptz not null default app_now(),
  check (ends_at > starts_at),
  check ((status = 'active') = (ended_early_at is null)),
  check (status = 'active' or next_earning_day is null),
  check (earned_minor + returned_minor <= price_minor)
);
create index creator_subscriptions_of_fan on creator_subscriptions (user_id, creator_id, ends_at desc);
create index creator_subscriptions_running on creator_subscriptions (creator_id, ends_at) where status = 'active';
create index creator_subscriptions_to_earn on creator_subscriptions (next_earning_day, creator_id) where next_earning_day is not null;
grant select, insert, update (earned_days, earned_minor, returned_minor, ended_return_minor, next_earning_day, status, ended_early_at) on creator_subscriptions to peach_app;

-- What one creator's subscriptions earned on one day in Kampala: one entry and one earning.
create table creator_subscription_days (
  id uuid primary key,
  creator_id uuid not null references creators,
  day date not null,
  subscriptions integer not null check (subscriptions > 0),
  gross_minor bigint not null check (gross_minor > 0),
  -- Of each subscription's part the fee rounds down by itself, so that each part can be taken back exactly.
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  fee_minor bigint not null check (fee_minor between 0 and gross_minor),
  entry_id uuid not null references journal_entries,
  created_at timestamptz not null default app_now()
);
create index creator_subscription_days_of_creator on creator_subscription_days (creator_id, day desc);
grant select, insert on creator_subscription_days to peach_app;

create or replace view entitlements as
  select user_id as account_id, 'all_creators' as grants, null::uuid as object_id, 'subscription' as source_kind, id as source_id,
         starts_at, expires_at as ends_at
    from subscriptions where status = 'active'
  union all
  select user_id, 'all_creators', null, 'user_access', id, created_at, expires_at from user_access where revoked_at is null
  union all
  select user_id, 'post', post_id, 'unlock', id, created_at, null from unlocks where revoked_at is null
  union all
  select creator_id, 'listed', null, 'creator_listing', id, starts_at, ends_at from creator_listings where revoked_at is null
  union all
  select user_id, 'creator', creator_id, 'creator_subscription', id, starts_at, ends_at from creator_subscriptions where status = 'active';

-- The part of `erase_account` that these tables need; called right after it, for accounts that it has erased.
create function erase_tips(p_profile uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from account_deletions d where d.profile_id = p_profile and d.state = 'erased') then
    raise exception 'the account % was not erased', p_profile using errcode = 'insufficient_privilege';
  end if;
  update tips set message = '', named = false where fan_id = p_profile;
  update purchases set quote = quote || '{"message": "", "named": false}' where buyer_id = p_profile and kind = 'tip';
  update purchases set product_name = case kind when 'tip' then 'Tip for a deleted account' else '30 days of a deleted account' end
    where quote ->> 'creatorId' = p_profile::text and kind in ('tip', 'creator_subscription');
  update transactions t set description = p.product_name from purchases p
    where p.id = t.purchase_id and p.quote ->> 'creatorId' = p_profile::text and p.kind in ('tip', 'creator_subscription');
end $$;
revoke execute on function erase_tips(uuid) from public;
grant execute on function erase_tips(uuid) to peach_app;
