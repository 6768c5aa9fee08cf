set local lock_timeout = '5s';

-- One text of a creator for many fans. What it carries beside the text is added here, and copied into each message.
create table mass_messages (
  id uuid primary key,
  creator_id uuid not null references creators,
  -- Made by the page: a form that is sent twice is one message.
  client_id uuid not null,
  body text not null check (char_length(body) between 1 and 1000),
  audience text not null check (audience in ('subscribers', 'list')),
  list_id uuid references fan_lists on delete set null,
  -- As the list was named then.
  list_name text,
  state text not null default 'scheduled' check (state in ('scheduled', 'sending', 'sent', 'unsent')),
  send_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  -- When the last fans were reached: a message that stands still is taken up again.
  moved_at timestamptz not null default app_now(),
  queued integer not null default 0 check (queued >= 0),
  delivered integer not null default 0,
  skipped integer not null default 0,
  unique (creator_id, client_id),
  check (delivered + skipped <= queued),
  check (audience = 'list' or list_id is null)
);
create index mass_messages_of_creator on mass_messages (creator_id, id desc);
create index mass_messages_open on mass_messages (send_at) where state in ('scheduled', 'sending');

-- Whom it goes to, fixed when sending begins. Each row is delivered in the transaction that stores its message: once.
create table mass_message_fans (
  mass_id uuid not null references mass_messages,
  fan_id uuid not null references profiles,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'skipped', 'removed')),
  message_id uuid references chat_messages,
  -- The fan is told of it: nothing unread was there before, and they were told of none within the hour.
  notifies boolean not null default false,
  primary key (mass_id, fan_id),
  check ((state in ('delivered', 'removed')) = (message_id is not null))
);
create index mass_message_fans_queued on mass_message_fans (mass_id, fan_id) where state = 'queued';
create index mass_message_fans_told on mass_message_fans (mass_id, fan_id) where notifies;
create index mass_message_fans_of_fan on mass_message_fans (fan_id);

grant select, insert, update (state, moved_at, queued, delivered, skipped) on mass_messages to peach_app;
grant select, insert, update (state, message_id, notifies) on mass_message_fans to peach_app;
grant select, delete on mass_messages, mass_message_fans to peach_erasure;
