set local lock_timeout = '5s';

-- When a worker took this file up last: the account that waited longest has the next turn.
alter table media add column turn_at timestamptz;
grant update (turn_at) on media to peach_app;
create index media_turns on media (owner_id, turn_at) where turn_at is not null;
create index media_waiting on media (kind, created_at) where state = 'processing' and kind <> 'photo';
