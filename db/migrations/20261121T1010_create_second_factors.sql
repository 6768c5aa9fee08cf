set local lock_timeout = '5s';

-- The secret of an authenticator app, sealed. last_step is the newest half minute whose code was taken: none is taken twice.
create table totp_secrets (
  profile_id uuid primary key references profiles,
  sealed_secret text not null,
  last_step bigint not null,
  confirmed_at timestamptz not null default app_now()
);

-- One on its way in: it counts for nothing until a code of it has been typed.
create table totp_enrolments (
  profile_id uuid primary key references profiles,
  sealed_secret text not null,
  expires_at timestamptz not null
);

-- What opens the account once each where the app is lost.
create table recovery_codes (
  id uuid primary key,
  profile_id uuid not null references profiles,
  code_hash bytea not null unique,
  used_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index recovery_codes_of_profile on recovery_codes (profile_id);

-- A new sheet of recovery codes, sealed, until its owner says that it is kept or its time is over.
create table recovery_code_sheets (
  profile_id uuid primary key references profiles,
  sealed_codes text not null,
  expires_at timestamptz not null
);

create table passkeys (
  id uuid primary key,
  profile_id uuid not null references profiles,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null default '{}',
  backed_up boolean not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz
);
create index passkeys_of_profile on passkeys (profile_id);

-- A challenge carries its own proof of where it comes from and when it ends; what is kept is that it was answered.
create table spent_passkey_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_passkey_challenges_by_age on spent_passkey_challenges (expires_at);

grant select, insert, delete, update (sealed_secret, last_step, confirmed_at) on totp_secrets to peach_app;
grant select, insert, delete, update (sealed_secret, expires_at) on totp_enrolments to peach_app;
grant select, insert, delete, update (used_at) on recovery_codes to peach_app;
grant select, insert, delete, update (sealed_codes, expires_at) on recovery_code_sheets to peach_app;
grant select, insert, delete, update (sign_count, backed_up, last_used_at) on passkeys to peach_app;
grant select, insert, delete on spent_passkey_challenges to peach_app;
-- A session in which a second factor was set up has proven it.
grant update (mfa_at) on sessions to peach_app;
