set local lock_timeout = '5s';

-- The owner's key, as its hash; set and rotated by the configuration at the start. One is in force at a time.
create table owner_auth (
  id uuid primary key,
  profile_id uuid not null references profiles,
  email text not null unique check (email = lower(email)),
  secret_key_hash text not null,  -- argon2id, with its parameters
  is_active boolean not null default true,
  last_used_at timestamptz,
  created_at timestamptz not null default app_now(),
  rotated_at timestamptz not null default app_now()
);
create unique index owner_auth_in_force on owner_auth (is_active) where is_active;
grant select, insert, update (secret_key_hash, is_active, last_used_at, rotated_at) on owner_auth to peach_app;

-- Between the password and the second factor there is no session: a row of ten minutes, known to one browser, used once.
create table staff_sign_in_steps (
  id uuid primary key,
  token_hash bytea not null unique,
  profile_id uuid not null references profiles,
  kind text not null check (kind in ('staff', 'owner')),
  attempts smallint not null default 0,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_sign_in_steps_by_age on staff_sign_in_steps (expires_at);
grant select, insert, delete, update (attempts, used_at) on staff_sign_in_steps to peach_app;
