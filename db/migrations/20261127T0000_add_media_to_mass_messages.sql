set local lock_timeout = '5s';

-- A message to many may carry files, free or locked at a price; without files it has a text.
alter table mass_messages add column price_minor bigint
  check (price_minor between 100000 and 500000000 and price_minor % 100 = 0);
alter table mass_messages drop constraint mass_messages_body_check;
alter table mass_messages add constraint mass_messages_body_check check (char_length(body) <= 1000) not valid;
alter table mass_messages validate constraint mass_messages_body_check;

-- Copied into each fan's message.
create table mass_message_media (
  mass_id uuid not null references mass_messages,
  position smallint not null check (position >= 0),
  media_id uuid not null references media,
  primary key (mass_id, position),
  unique (mass_id, media_id)
);
create index mass_message_media_of_medium on mass_message_media (media_id);
grant select, insert on mass_message_media to peach_app;
grant select, delete on mass_message_media to peach_erasure;

-- A draft without a thread belongs to its creator's next message to many.
alter table chat_media_drafts add column creator_id uuid references creators;
update chat_media_drafts d set creator_id = t.creator_id from chat_threads t where t.id = d.thread_id;
alter table chat_media_drafts alter column creator_id set not null;
alter table chat_media_drafts drop constraint chat_media_drafts_pkey;
alter table chat_media_drafts alter column thread_id drop not null;
alter table chat_media_drafts add constraint chat_media_drafts_once unique nulls not distinct (creator_id, thread_id, media_id);
