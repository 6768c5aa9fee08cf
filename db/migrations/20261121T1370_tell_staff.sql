set local lock_timeout = '5s';

-- What somebody of staff has to hear of, also at night. It is written with the act that causes it, once a kind and object, and mailed by a
-- sweep, so that acts about money wait for nobody's mail.
create table staff_alerts (
  kind text not null check (kind ~ '^[a-z_]{1,60}$'),
  object_id uuid not null,
  about text not null default '' check (length(about) <= 200),
  due_at timestamptz,
  raised_at timestamptz not null default app_now(),
  told_at timestamptz,
  primary key (kind, object_id)
);
create index staff_alerts_untold on staff_alerts (raised_at) where told_at is null;
create index staff_alerts_told on staff_alerts (kind, told_at) where told_at is not null;
grant select, insert on staff_alerts to peach_app;
grant update (told_at) on staff_alerts to peach_app;
