set local lock_timeout = '5s';

-- The hours of Kampala, from the first to before the second, in which somebody wants no mail and no alert on a phone.
create table quiet_hours (
  profile_id uuid primary key references profiles,
  from_hour smallint not null check (from_hour between 0 and 23),
  to_hour smallint not null check (to_hour between 0 and 23 and to_hour <> from_hour),
  changed_at timestamptz not null default app_now()
);
grant select, insert, delete, update (from_hour, to_hour, changed_at) on quiet_hours to peach_app;
grant select, delete on quiet_hours to peach_erasure;

-- Quiet hours hold a delivery until then. It has no job before.
alter table event_deliveries add column held_until timestamptz;
create index event_deliveries_held on event_deliveries (held_until) where held_until is not null;
grant update (held_until) on event_deliveries to peach_app;
