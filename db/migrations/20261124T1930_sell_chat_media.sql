set local lock_timeout = '5s';

alter table purchases drop constraint purchases_kind_check;
alter table purchases add constraint purchases_kind_check
  check (kind in ('pass', 'post_unlock', 'creator_fee', 'wallet_top_up', 'tip', 'creator_subscription', 'message_unlock')) not valid;
alter table purchases validate constraint purchases_kind_check;

-- A message with media. Without a price it is free for the fan of its thread.
create table chat_media_messages (
  message_id uuid primary key references chat_messages,
  price_minor bigint check (price_minor between 100000 and 500000000 and price_minor % 100 = 0),
  removed_at timestamptz
);

create table chat_message_media (
  message_id uuid not null references chat_media_messages,
  position smallint not null check (position >= 0),
  media_id uuid not null references media,
  -- Of the thread: one file may go to many fans, and each asks for it alone.
  fan_id uuid not null references profiles,
  primary key (message_id, position),
  unique (message_id, media_id)
);
create index chat_message_media_for_fan on chat_message_media (media_id, fan_id);

-- What a creator has chosen for the next message with media of a thread.
create table chat_media_drafts (
  thread_id uuid not null references chat_threads,
  media_id uuid not null references media,
  position smallint not null check (position >= 0),
  primary key (thread_id, media_id)
);
create index chat_media_drafts_of_medium on chat_media_drafts (media_id);

-- A locked message that its fan has bought, for good.
create table message_unlocks (
  id uuid primary key,
  user_id uuid not null references profiles,
  message_id uuid not null references chat_media_messages,
  purchase_id uuid not null unique references purchases,
  revoked_at timestamptz,
  created_at timestamptz not null default app_now()
);
create unique index message_unlocks_once on message_unlocks (message_id, user_id) where revoked_at is null;
create index message_unlocks_of_fan on message_unlocks (user_id) where revoked_at is null;

grant select, insert, update (removed_at) on chat_media_messages to peach_app;
grant select, insert on chat_message_media to peach_app;
grant select, insert, delete on chat_media_drafts to peach_app;
grant select, insert, update (revoked_at) on message_unlocks to peach_app;
grant select, update (removed_at) on chat_media_messages to peach_erasure;
grant select, delete on chat_message_media to peach_erasure;
grant select, delete on chat_media_drafts to peach_erasure;

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
  select user_id, 'creator', creator_id, 'creator_subscription', id, starts_at, ends_at from creator_subscriptions where status = 'active'
  union all
  select user_id, 'message', message_id, 'message_unlock', id, created_at, null from message_unlocks where revoked_at is null;
