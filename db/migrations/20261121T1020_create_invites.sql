set local lock_timeout = '5s';

create table admin_invites (
  id uuid primary key,
  invite_token bytea not null unique,  -- a keyed hash; the link is derived anew from the id where the list shows it
  email text not null check (email = lower(email)),
  role text check (role in ('content-moderator', 'earnings-manager', 'support', 'super-admin')),  -- null: who is invited chooses
  used boolean not null default false,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  created_by uuid not null references profiles,
  used_at timestamptz,
  deleted_at timestamptz,
  check (used = (used_at is not null))
);
create index admin_invites_of_email on admin_invites (email);

-- Whoever holds a link proves the mailbox as well, by a code, in the browser that asked for it.
create table invite_codes (
  id uuid primary key,
  invite_id uuid not null references admin_invites,
  code_hash bytea not null,
  browser_hash bytea not null,
  attempts smallint not null default 0,
  sent_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  voided_at timestamptz
);
create index invite_codes_of_invite on invite_codes (invite_id, sent_at desc);

-- The rest of the way in, once the invite is used: in one browser, for a day. Nothing of it is an account before the last form.
create table staff_setups (
  id uuid primary key,
  invite_id uuid not null unique references admin_invites,
  profile_id uuid not null,  -- the id that the account will have
  token_hash bytea not null unique,
  email text not null,
  display_name text,
  role text check (role in ('content-moderator', 'earnings-manager', 'support', 'super-admin')),
  picture bytea,
  sealed_totp text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  finished_at timestamptz
);

grant select, insert, update (used, used_at, deleted_at) on admin_invites to peach_app;
grant select, insert, delete, update (attempts, consumed_at, voided_at) on invite_codes to peach_app;
grant select, insert, delete, update (display_name, role, picture, finished_at) on staff_setups to peach_app;
