set local lock_timeout = '5s';

-- When the person of a session last proved who they are. Every session begins with a proof.
alter table sessions add column proved_at timestamptz;
update sessions set proved_at = created_at;
alter table sessions alter column proved_at set default app_now(), alter column proved_at set not null;
-- In the demo alone: somebody of staff went on without the second factor that the role needs.
alter table sessions add column factor_skipped_at timestamptz;
grant update (proved_at, factor_skipped_at) on sessions to peach_app;

-- A proof gives an open session another token, so that a copied cookie gains nothing by it. Nothing else ever changes a token.
create function renew_session_token(p_session uuid, p_token_hash bytea) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set token_hash = p_token_hash where id = p_session and ended_at is null;
  return found;
end $$;
revoke execute on function renew_session_token(uuid, bytea) from public;
grant execute on function renew_session_token(uuid, bytea) to peach_app;

-- Codes that are mailed to somebody who is signed in and is asked to prove it again. They count for their session alone.
create table session_proof_codes (
  id uuid primary key,
  session_id uuid not null references sessions on delete cascade,
  profile_id uuid not null references profiles,
  code_hash bytea not null,
  attempts smallint not null default 0,
  sent_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  voided_at timestamptz
);
create index session_proof_codes_of_session on session_proof_codes (session_id, sent_at desc);
create index session_proof_codes_of_profile on session_proof_codes (profile_id, sent_at desc);
grant select, insert, delete, update (attempts, consumed_at, voided_at) on session_proof_codes to peach_app;
