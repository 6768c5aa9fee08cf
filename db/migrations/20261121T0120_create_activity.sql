set local lock_timeout = '5s';

create table activity (
  id uuid primary key,
  at timestamptz not null default app_now(),
  actor_id uuid references profiles,
  act text not null,
  object_kind text not null,
  object_id text not null,
  detail jsonb not null default '{}'
);
create index activity_of_object on activity (object_kind, object_id, at desc);
create trigger activity_is_append_only before update or delete on activity for each row execute function refuse_change();
create trigger activity_is_never_emptied before truncate on activity for each statement execute function refuse_change();
