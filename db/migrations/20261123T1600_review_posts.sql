set local lock_timeout = '5s';

alter table posts
  -- Who is shown, as its creator stated when submitting; null for posts from before this was asked.
  add column shown text check (shown in ('only_me', 'with_others')),
  add column shown_stated_at timestamptz,
  -- Why a person has to look at it, as of when it entered the review.
  add column review_reasons text[] not null default '{}'
    check (review_reasons <@ array['missing_release', 'blocked_match', 'flagged', 'new_creator', 'not_compared']);
grant update (shown, shown_stated_at, review_reasons) on posts to peach_app;

-- A creator whose posts all wait for a person. Other than account_flags, it changes nothing about money.
create table content_flags (
  id uuid primary key,
  creator_id uuid not null references creators,
  reason text not null check (char_length(reason) <= 1000),
  raised_by uuid not null references profiles,
  raised_at timestamptz not null default app_now(),
  cleared_at timestamptz,
  cleared_by uuid references profiles,
  check ((cleared_at is null) = (cleared_by is null))
);
create unique index content_flags_open on content_flags (creator_id) where cleared_at is null;
grant select, insert, update (cleared_at, cleared_by) on content_flags to peach_app;
grant select, update (reason) on content_flags to peach_erasure;

-- Media that staff removed and that can't come back. It outlives the medium, so it refers to none.
create table blocked_media (
  id uuid primary key,
  media_id uuid not null,
  kind text not null check (kind in ('photo', 'video', 'voice')),
  content_sha256 bytea not null check (octet_length(content_sha256) = 32),
  owner_id uuid not null references profiles,
  -- The post that it was blocked in.
  post_id uuid not null references posts,
  reason text not null check (char_length(reason) <= 1000),
  blocked_by uuid not null references profiles,
  blocked_at timestamptz not null default app_now(),
  unblocked_at timestamptz,
  unblocked_by uuid references profiles,
  check ((unblocked_at is null) = (unblocked_by is null))
);
create unique index blocked_media_once on blocked_media (media_id) where unblocked_at is null;
create index blocked_media_by_content on blocked_media (content_sha256) where unblocked_at is null;
create index blocked_media_of_post on blocked_media (post_id);
grant select, insert, update (unblocked_at, unblocked_by) on blocked_media to peach_app;
grant select, update (reason) on blocked_media to peach_erasure;

-- What a blocked photo looks like: copied, so that it stays when the photo is destroyed.
create table blocked_fingerprints (
  block_id uuid not null references blocked_media,
  part smallint not null check (part between 0 and 9),
  fingerprint bit(256) not null,
  primary key (block_id, part)
);
grant select, insert on blocked_fingerprints to peach_app;

-- Photos of a post that look like blocked ones, found when it was submitted.
create table blocked_matches (
  post_id uuid not null references posts,
  media_id uuid not null references media on delete cascade,
  block_id uuid not null references blocked_media,
  differing_bits smallint not null check (differing_bits between 0 and 256),
  found_at timestamptz not null default app_now(),
  primary key (post_id, media_id, block_id)
);
create index blocked_matches_of_block on blocked_matches (block_id);
create index blocked_matches_of_medium on blocked_matches (media_id);
grant select, insert, delete, update (differing_bits) on blocked_matches to peach_app;
grant select, delete on blocked_matches to peach_erasure;

-- Somebody else who is shown in a post: a creator on Peach, or an outside person with a link.
create table releases (
  id uuid primary key,
  post_id uuid not null references posts,
  creator_id uuid not null references creators,
  performer_id uuid references profiles,
  -- What the creator calls them.
  name text not null check (char_length(name) <= 80),
  state text not null default 'asked' check (state in ('asked', 'signed', 'declined')),
  -- Of the link; null once it is used.
  token_hash bytea unique,
  link_ends_at timestamptz,
  asked_at timestamptz not null default app_now(),
  answered_at timestamptz,
  unique (post_id, performer_id),
  check (performer_id <> creator_id),
  check (performer_id is null or token_hash is null),
  check ((token_hash is null) = (link_ends_at is null)),
  check (token_hash is null or state = 'asked'),
  check ((state = 'asked') = (answered_at is null))
);
create index releases_of_post on releases (post_id);
create index releases_of_performer on releases (performer_id);
grant select, insert, delete, update (state, token_hash, link_ends_at, asked_at, answered_at, name) on releases to peach_app;
grant select, update (name, token_hash, link_ends_at) on releases to peach_erasure;

-- What was signed: full name, date of birth and signature, sealed.
create table release_statements (
  release_id uuid primary key references releases on delete cascade,
  performer_id uuid references profiles,
  sealed text,
  consent_version integer not null,
  -- The media that the signature is for: with another one in the post, it has to be signed again.
  media_ids uuid[] not null,
  signed_at timestamptz not null,
  -- When it is destroyed; null while the post stays.
  keep_until timestamptz,
  destroyed_at timestamptz,
  check ((sealed is null) = (destroyed_at is not null))
);
create index release_statements_of_performer on release_statements (performer_id);
create index release_statements_to_destroy on release_statements (keep_until) where destroyed_at is null;
grant select, insert, delete, update (keep_until, sealed, destroyed_at) on release_statements to peach_app;
grant select, update (sealed, destroyed_at, keep_until) on release_statements to peach_erasure;
