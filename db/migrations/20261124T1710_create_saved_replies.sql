set local lock_timeout = '5s';

-- Texts that a creator writes often, each found by its name.
create table chat_saved_replies (
  id uuid primary key,
  creator_id uuid not null references creators,
  name text not null check (char_length(name) between 1 and 24 and name !~ '[[:space:]/]'),
  body text not null check (char_length(body) between 1 and 1000),
  changed_at timestamptz not null default app_now(),
  unique (creator_id, name)
);
grant select, insert, delete, update (name, body, changed_at) on chat_saved_replies to peach_app;
grant select, delete on chat_saved_replies to peach_erasure;
