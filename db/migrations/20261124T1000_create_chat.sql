set local lock_timeout = '5s';

-- One conversation of a fan with a creator. Two creators can have two: in each, one of them is the fan.
create table chat_threads (
  id uuid primary key,
  creator_id uuid not null references creators,
  fan_id uuid not null references profiles,
  -- The number of the last message: messages of a thread are numbered without gaps, under the lock of this row.
  last_seq bigint not null default 0 check (last_seq >= 0),
  last_at timestamptz not null default app_now(),
  -- The last message that each side has read.
  fan_read_seq bigint not null default 0,
  creator_read_seq bigint not null default 0,
  -- The price per message that the fan has agreed to: up to it nothing is confirmed again.
  agreed_rate_minor bigint check (agreed_rate_minor > 0),
  -- Since when a paid message waits for the creator's answer.
  waits_since timestamptz,
  fan_muted boolean not null default false,
  creator_muted boolean not null default false,
  blocked_by_fan_at timestamptz,
  blocked_by_creator_at timestamptz,
  created_at timestamptz not null default app_now(),
  unique (fan_id, creator_id),
  check (creator_id <> fan_id),
  check (fan_read_seq between 0 and last_seq and creator_read_seq between 0 and last_seq)
);
create index chat_threads_of_fan on chat_threads (fan_id, last_at desc, id desc);
create index chat_threads_of_creator on chat_threads (creator_id, last_at desc, id desc);
-- Counted in the frame of every page.
create index chat_threads_unread_by_fan on chat_threads (fan_id) where fan_read_seq < last_seq;
create index chat_threads_unread_by_creator on chat_threads (creator_id) where creator_read_seq < last_seq;

-- What a fan typed when the wallet was too small for it: still there after the top-up, and the fan's alone.
create table chat_drafts (
  thread_id uuid primary key references chat_threads,
  fan_id uuid not null references profiles,
  body text not null check (char_length(body) <= 1000),
  saved_at timestamptz not null default app_now()
);

create table chat_messages (
  id uuid primary key,
  thread_id uuid not null references chat_threads,
  seq bigint not null check (seq > 0),
  sender_id uuid not null references profiles,
  -- Made by the sender's page: a message that is sent twice is one message, and paid once.
  client_id uuid not null,
  body text not null check (char_length(body) <= 1000),
  -- What the fan paid, and the creator's part of it; null where it was free.
  price_minor bigint check (price_minor > 0 and price_minor % 100 = 0),
  net_minor bigint check (net_minor > 0 and net_minor <= price_minor),
  entry_id uuid unique references journal_entries,
  sent_at timestamptz not null,
  unique (thread_id, seq),
  unique (sender_id, client_id),
  check ((price_minor is null) = (net_minor is null) and (price_minor is null) = (entry_id is null))
);
create index chat_messages_paid_by on chat_messages (sender_id, sent_at) where price_minor is not null;

grant select, insert, update (last_seq, last_at, fan_read_seq, creator_read_seq, agreed_rate_minor, waits_since, fan_muted,
  creator_muted, blocked_by_fan_at, blocked_by_creator_at) on chat_threads to peach_app;
grant select, insert on chat_messages to peach_app;
grant select, insert, delete, update (body, saved_at) on chat_drafts to peach_app;
grant select on chat_threads to peach_erasure;
grant select, delete on chat_drafts to peach_erasure;
grant select, update (body) on chat_messages to peach_erasure;

-- A creator chooses the price of a message.
grant update (chat_rate_minor) on creators to peach_app;
