set local lock_timeout = '5s';

-- A browser that gets alerts: where they are sent, and the keys that encrypt them. It belongs to one sign-in and ends with it.
create table push_subscriptions (
  id uuid primary key,
  session_id uuid not null unique references sessions on delete cascade,
  profile_id uuid not null references profiles,
  endpoint text not null unique check (length(endpoint) between 12 and 1000),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default app_now()
);
create index push_subscriptions_of_profile on push_subscriptions (profile_id, created_at);
grant select, insert, delete on push_subscriptions to peach_app;
grant select, delete on push_subscriptions to peach_erasure;

create function end_push_subscription() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;
revoke execute on function end_push_subscription() from public;
create trigger sessions_end_push after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function end_push_subscription();

comment on column event_deliveries.recipient is 'The account; of a push message the subscription; for an address without an account a keyed hash of it.';
