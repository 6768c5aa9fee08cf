set local lock_timeout = '5s';

-- What people are to be told of an event, written with the command that caused it. The payload is sealed: it holds amounts and names.
create table event_outbox (
  id uuid primary key,
  event text not null check (event ~ '^[a-z_]{1,60}$'),
  sealed_payload text not null,
  published_at timestamptz not null default app_now(),
  -- When its deliveries were written.
  expanded_at timestamptz
);
create index event_outbox_by_age on event_outbox (published_at);

-- The log of delivery: one row for each event, channel and recipient, so that none is delivered twice.
create table event_deliveries (
  id uuid primary key,
  event_id uuid not null references event_outbox on delete cascade,
  channel text not null check (channel in ('in_app', 'email', 'push')),
  -- The account; for an address without one, a keyed hash of it.
  recipient text not null check (length(recipient) <= 100),
  profile_id uuid references profiles,
  state text not null check (state in ('queued', 'sent', 'skipped', 'failed')),
  -- Why it was skipped or failed: never an address.
  reason text not null default '' check (length(reason) <= 300),
  attempts integer not null default 0 check (attempts >= 0),
  -- While a process is sending it, nobody else does.
  claimed_until timestamptz,
  created_at timestamptz not null default app_now(),
  changed_at timestamptz not null default app_now(),
  unique (event_id, channel, recipient)
);
create index event_deliveries_of_profile on event_deliveries (profile_id) where profile_id is not null;

-- The list behind the bell, as it was written: an event's text may change later, what somebody was told does not.
create table notifications (
  id uuid primary key,
  profile_id uuid not null references profiles,
  event text not null check (event ~ '^[a-z_]{1,60}$'),
  heading text not null check (length(heading) between 1 and 200),
  body text not null check (length(body) <= 500),
  path text not null check (path ~ '^/[^/\\]' or path = '/'),
  created_at timestamptz not null default app_now(),
  read_at timestamptz
);
create index notifications_of_profile on notifications (profile_id, id desc);
create index notifications_unread on notifications (profile_id, id) where read_at is null;
create index notifications_by_age on notifications (created_at);

alter table notification_choices drop constraint notification_choices_channel_check;
alter table notification_choices add constraint notification_choices_channel_check
  check (channel in ('in_app', 'email', 'push')) not valid;
alter table notification_choices validate constraint notification_choices_channel_check;

grant select, insert, delete, update (expanded_at) on event_outbox to peach_app;
grant select, insert, delete, update (state, reason, attempts, claimed_until, changed_at) on event_deliveries to peach_app;
grant select, insert, delete, update (read_at) on notifications to peach_app;
