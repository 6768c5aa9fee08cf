set local lock_timeout = '5s';

-- Who works here, as what. A staff account signs in at /owner-login alone; whoever left keeps the row and loses the right.
create table staff_members (
  profile_id uuid primary key references profiles,
  role text not null check (role in ('content-moderator', 'earnings-manager', 'support', 'super-admin')),
  password_hash text not null,  -- argon2id, with its parameters
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  sensitive_data_acknowledged_at timestamptz not null,
  toured_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default app_now()
);
grant select, insert, update (role, password_hash, terms_version, terms_accepted_at, toured_at, ended_at) on staff_members to peach_app;

-- A member's session slides while in use; one of staff or of the owner ends at its hour, whatever happens.
alter table sessions add column kind text not null default 'member' check (kind in ('member', 'staff', 'owner'));
