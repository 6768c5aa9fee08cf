set local lock_timeout = '5s';

-- How much private media an account fetched on a day of Kampala: the daily budget holds over restarts and over all processes. No row says
-- what was looked at.
create table media_fetches (
  viewer_id uuid not null references profiles,
  day date not null,
  objects integer not null default 0 check (objects >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  -- When the day's budget was used up; it is in the activity record once.
  exhausted_at timestamptz,
  primary key (viewer_id, day)
);
create index media_fetches_of_day on media_fetches (day);
grant select, insert, delete, update (objects, bytes, exhausted_at) on media_fetches to peach_app;
