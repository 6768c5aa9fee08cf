set local lock_timeout = '5s';

-- The one way to end every sign-in of an account: its open sessions, mailed codes and links that wait, staff sign-ins between password and
-- second factor, an authenticator app half set up. Returns how many sessions were open. Locks the account first, so that a sign-in under way
-- either is ended here or sees what has changed.
create function end_sign_ins(p_profile uuid, p_because text) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_email text;
  v_ended integer;
begin
  select email into v_email from profiles where id = p_profile for update;
  update sessions set ended_at = app_now(), ended_because = p_because where profile_id = p_profile and ended_at is null;
  get diagnostics v_ended = row_count;
  update sign_in_codes set voided_at = app_now() where email = v_email and consumed_at is null and voided_at is null;
  delete from staff_sign_in_steps where profile_id = p_profile;
  delete from totp_enrolments where profile_id = p_profile;
  return v_ended;
end $$;
revoke execute on function end_sign_ins(uuid, text) from public;
grant execute on function end_sign_ins(uuid, text) to peach_app;

-- Suspended, closed or given to another mailbox, by whichever way: what was signed in before is over for good, also when that is lifted.
create function end_sign_ins_of_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sign_in_codes set voided_at = app_now() where email = old.email and consumed_at is null and voided_at is null;
  perform end_sign_ins(new.id, case new.account_status when 'suspended' then 'suspended' when 'closed' then 'account_closed' else 'email_changed' end);
  return null;
end $$;
create trigger profiles_end_sign_ins after update of account_status, email on profiles for each row
  when ((old.account_status = 'active' and new.account_status <> 'active') or old.email <> new.email)
  execute function end_sign_ins_of_account();
