set local lock_timeout = '5s';

create table creators (
  profile_id uuid primary key references profiles,
  verification_status text not null default 'draft' check (verification_status in ('draft', 'in_review', 'approved', 'rejected')),
  approved_at timestamptz,
  subscription_price_minor bigint not null default 18000000 check (subscription_price_minor > 0),
  daily_goal_minor bigint not null default 10000000 check (daily_goal_minor > 0),
  chat_rate_minor bigint not null default 500000 check (chat_rate_minor > 0),
  call_rate_minor bigint not null default 2500000 check (call_rate_minor > 0),
  booking_rate_minor bigint not null default 50000000 check (booking_rate_minor > 0),
  pay_to_unlock boolean not null default true,
  tags text[] not null default '{}' check (cardinality(tags) <= 3),
  card_media_id uuid references media,
  cover_media_id uuid references media,
  share_media_id uuid references media,
  is_live boolean not null default false,
  heartbeat_at timestamptz,
  follower_count integer not null default 0,
  -- Copies kept for the feed's index by the acts that change them and by the clock; reads test the time as well.
  listed boolean not null default false,
  listed_until timestamptz,
  feed_rank bigint not null default 0,
  created_at timestamptz not null default app_now()
);
create index creators_in_feed on creators (feed_rank desc, profile_id desc) include (listed_until) where listed;
create index creators_to_unlist on creators (listed_until) where listed;

-- A paid (or granted) stretch of visibility, with its source and its end.
create table creator_listings (
  id uuid primary key,
  creator_id uuid not null references creators,
  source_kind text not null check (source_kind in ('creator_fee', 'grant')),
  source_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  revoked_at timestamptz,
  created_at timestamptz not null default app_now(),
  unique (source_kind, source_id)
);
create index creator_listings_of_creator on creator_listings (creator_id, ends_at desc) where revoked_at is null;
create index creator_listings_to_begin on creator_listings (starts_at) where revoked_at is null;

-- The creator behind /{name with dashes}.
create index profiles_by_dashed_name on profiles (lower(regexp_replace(btrim(display_name), '\s+', '-', 'g'))) where user_type = 'creator';

-- Who may be seen, in one place: approved by a person and paid for now and active and not blocked.
create view visible_creators as
  select c.profile_id, paid.until as paid_until
  from creators c
  join profiles p on p.id = c.profile_id
  cross join lateral (
    select max(l.ends_at) as until from creator_listings l
    where l.creator_id = c.profile_id and l.revoked_at is null and l.starts_at <= app_now() and l.ends_at > app_now()
  ) paid
  where c.verification_status = 'approved' and p.account_status = 'active' and not p.is_blocked and paid.until is not null;

create table follows (
  fan_id uuid not null references profiles,
  creator_id uuid not null references creators,
  created_at timestamptz not null default app_now(),
  primary key (fan_id, creator_id)
);
create index follows_of_creator on follows (creator_id);

create table posts (
  id uuid primary key,
  creator_id uuid not null references creators,
  kind text not null check (kind in ('photo', 'video', 'voice', 'story', 'live_replay')),
  audience text not null check (audience in ('public', 'subscribers', 'pay_to_unlock')),
  price_minor bigint check (price_minor > 0),
  currency char(3) not null default 'UGX' check (currency in ('UGX', 'USD')),
  caption text not null default '',
  state text not null default 'in_review' check (state in ('in_review', 'published', 'removed')),
  published_at timestamptz,
  expires_at timestamptz,
  like_count integer not null default 0,
  created_at timestamptz not null default app_now(),
  check ((audience = 'pay_to_unlock') = (price_minor is not null)),
  check (state <> 'published' or published_at is not null)
);
create index posts_of_creator on posts (creator_id, published_at desc, id desc) where state = 'published';

create table post_media (
  post_id uuid not null references posts,
  position smallint not null,
  media_id uuid not null references media,
  primary key (post_id, position)
);
create index post_media_of_media on post_media (media_id);
