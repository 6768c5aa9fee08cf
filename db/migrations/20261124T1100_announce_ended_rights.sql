set local lock_timeout = '5s';

-- Up to which message each side's browser has received a thread.
alter table chat_threads
  add column fan_delivered_seq bigint not null default 0,
  add column creator_delivered_seq bigint not null default 0;
grant update (fan_delivered_seq, creator_delivered_seq) on chat_threads to peach_app;

-- Open connections lean on rights. Whatever ends one says so in its own transaction, so that no command can forget it
-- (app/platform/live-postgres.server.ts): the servers then check the connections that leaned on it.
create function announce_ended_right() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('peach_live', json_build_object('ended', tg_argv[0], 'id', to_jsonb(old) ->> tg_argv[1])::text);
  return null;
end $$;

-- A new token means that copies of the former one have ended.
create trigger sessions_announce_end after update of ended_at, token_hash on sessions for each row
  when ((old.ended_at is null and new.ended_at is not null) or old.token_hash <> new.token_hash)
  execute function announce_ended_right('session', 'id');
create trigger sessions_announce_deletion after delete on sessions for each row
  when (old.ended_at is null) execute function announce_ended_right('session', 'id');
create trigger profiles_announce_status after update of account_status, is_blocked, user_type on profiles for each row
  when (old.account_status <> new.account_status or old.is_blocked <> new.is_blocked or old.user_type <> new.user_type)
  execute function announce_ended_right('account', 'id');
create trigger chat_threads_announce_block after update of blocked_by_fan_at, blocked_by_creator_at on chat_threads for each row
  when (old.blocked_by_fan_at is distinct from new.blocked_by_fan_at or old.blocked_by_creator_at is distinct from new.blocked_by_creator_at)
  execute function announce_ended_right('thread', 'id');
create trigger creators_announce_hiding after update of listed on creators for each row
  when (old.listed and not new.listed) execute function announce_ended_right('creator', 'profile_id');
