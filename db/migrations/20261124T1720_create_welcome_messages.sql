set local lock_timeout = '5s';

-- What a creator's new fans are sent by itself; switched off, the text is kept.
create table chat_welcomes (
  creator_id uuid primary key references creators,
  body text not null check (char_length(body) between 1 and 1000),
  is_on boolean not null,
  changed_at timestamptz not null default app_now()
);

-- Whom a creator has welcomed, or did not need to: nobody is welcomed twice.
create table chat_welcomed_fans (
  creator_id uuid not null references creators,
  fan_id uuid not null references profiles,
  welcomed_at timestamptz not null default app_now(),
  primary key (creator_id, fan_id)
);
create index chat_welcomed_fans_of_fan on chat_welcomed_fans (fan_id);

grant select, insert, update (body, is_on, changed_at) on chat_welcomes to peach_app;
grant select, insert on chat_welcomed_fans to peach_app;
grant select, delete on chat_welcomes, chat_welcomed_fans to peach_erasure;
