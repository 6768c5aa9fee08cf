set local lock_timeout = '5s';

-- What a creator wrote down about a fan: for the creator alone.
create table fan_notes (
  creator_id uuid not null references creators,
  fan_id uuid not null references profiles,
  body text not null check (char_length(body) between 1 and 1000),
  changed_at timestamptz not null default app_now(),
  primary key (creator_id, fan_id),
  check (creator_id <> fan_id)
);
-- For the erasure of a fan.
create index fan_notes_of_fan on fan_notes (fan_id);
grant select, insert, delete, update (body, changed_at) on fan_notes to peach_app;
grant select, delete on fan_notes to peach_erasure;
