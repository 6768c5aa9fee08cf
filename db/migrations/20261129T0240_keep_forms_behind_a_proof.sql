set local lock_timeout = '5s';

-- What was typed in a form that needs a fresh proof, until the person has confirmed: encrypted, and only for the browser that sent it.
create table kept_forms (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  profile_id uuid not null references profiles (id) on delete cascade,
  key_hash bytea not null,
  path text not null check (path like '/%'),
  sealed_fields text not null,
  kept_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create index kept_forms_of_session on kept_forms (session_id);
create index kept_forms_of_profile on kept_forms (profile_id);
create index kept_forms_by_end on kept_forms (expires_at);
grant select, insert, delete on kept_forms to peach_app;
