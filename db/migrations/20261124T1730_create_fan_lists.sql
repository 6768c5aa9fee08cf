set local lock_timeout = '5s';

-- Lists on which a creator puts fans, to write to all of them at once.
create table fan_lists (
  id uuid primary key,
  creator_id uuid not null references creators,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default app_now()
);
create unique index fan_lists_by_name on fan_lists (creator_id, lower(name));

create table fan_list_members (
  list_id uuid not null references fan_lists on delete cascade,
  fan_id uuid not null references profiles,
  added_at timestamptz not null default app_now(),
  primary key (list_id, fan_id)
);
create index fan_list_members_of_fan on fan_list_members (fan_id);

grant select, insert, delete, update (name) on fan_lists to peach_app;
grant select, insert, delete on fan_list_members to peach_app;
grant select, delete on fan_lists, fan_list_members to peach_erasure;
