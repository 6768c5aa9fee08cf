set local lock_timeout = '5s';

-- A message with files that its creator has sent while a file was still being prepared: it goes by itself once all of them are ready.
create table chat_waiting_messages (
  thread_id uuid primary key references chat_threads,
  creator_id uuid not null references creators,
  client_id uuid not null,
  body text not null check (char_length(body) <= 12000),
  price_minor bigint check (price_minor > 0),
  -- Why it was not sent; the creator decides what happens next.
  problem text check (problem in ('photo_failed', 'video_failed', 'voice_failed', 'media_blocked', 'closed')),
  created_at timestamptz not null default app_now()
);
create index chat_waiting_messages_to_send on chat_waiting_messages (created_at) where problem is null;
grant select, insert, update, delete on chat_waiting_messages to peach_app;
grant select, delete on chat_waiting_messages to peach_erasure;

-- An accepted request whose creator has pressed Deliver while a file was still being prepared.
alter table custom_requests add column deliver_when_ready boolean not null default false;
grant update (deliver_when_ready) on custom_requests to peach_app;
create index custom_requests_to_deliver on custom_requests (id) where deliver_when_ready;
