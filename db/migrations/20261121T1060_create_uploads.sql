set local lock_timeout = '5s';

-- A file on its way in. Its bytes lie in the spool; what arrived of them is the length of the file there. `taken_as` names what it became.
create table uploads (
  id uuid primary key,
  owner_id uuid not null references profiles,
  purpose text not null check (purpose in ('avatar', 'post_photo', 'post_video', 'verification_selfie', 'identity_document', 'proof_of_address')),
  size_bytes bigint not null check (size_bytes > 0),
  state text not null default 'open' check (state in ('open', 'finished', 'taken', 'gone')),
  taken_as uuid,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  expires_at timestamptz not null,
  check ((state = 'taken') = (taken_as is not null))
);
create index uploads_of_owner on uploads (owner_id, created_at desc);
create index uploads_due on uploads (expires_at) where state in ('open', 'finished');
grant select, insert, delete, update (state, taken_as, finished_at) on uploads to peach_app;
