set local lock_timeout = '5s';

create table profiles (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  email_proven_at timestamptz,
  display_name text,
  username text unique check (username ~ '^[a-z0-9_]{3,30}$'),
  user_type text not null check (user_type in ('fan', 'creator', 'admin', 'owner')),
  profile_completed boolean not null default false,
  whatsapp_number text,
  phone text,
  bio text not null default '',
  city text,
  birthday date,
  avatar_media_id uuid,
  account_status text not null default 'active' check (account_status in ('active', 'suspended', 'closed')),
  is_blocked boolean not null default false,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);

-- A changed username keeps leading to its owner and can't be taken by another for a while.
create table former_usernames (
  username text primary key,
  profile_id uuid not null references profiles,
  left_at timestamptz not null default app_now(),
  reserved_until timestamptz not null
);

-- One row is one mail: its code and its link stand and fall together.
create table sign_in_codes (
  id uuid primary key,
  email text not null,
  purpose text not null check (purpose in ('sign_in', 'sign_up', 'prove_payment')),
  user_type text check (user_type in ('fan', 'creator')),  -- what a newcomer asked to become
  code_hash bytea not null,
  link_hash bytea not null unique,
  browser_hash bytea not null,
  network text not null,
  attempts smallint not null default 0,
  return_to text,
  sent_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  voided_at timestamptz
);
create index sign_in_codes_of_email on sign_in_codes (email, sent_at desc);
create index sign_in_codes_of_network on sign_in_codes (network, sent_at desc);
create index sign_in_codes_of_browser on sign_in_codes (browser_hash, sent_at desc);
create index sign_in_codes_sent on sign_in_codes (sent_at desc);

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  profile_id uuid not null references profiles,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  mfa_at timestamptz,
  user_agent text not null default '',
  network text not null default '',
  ended_at timestamptz,
  ended_because text
);
create index sessions_of_profile on sessions (profile_id) where ended_at is null;

-- Sliding counts for limits that must hold across processes; swept by the clock table.
create table rate_limit_hits (
  key text not null,
  subject text not null default '',  -- a keyed hash of what was tried, where only different ones count
  at timestamptz not null default app_now()
);
create index rate_limit_hits_of_key on rate_limit_hits (key, at desc);
create index rate_limit_hits_by_age on rate_limit_hits (at);
