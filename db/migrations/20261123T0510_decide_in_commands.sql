set local lock_timeout = '5s';

-- Who is approved, suspended, blocked or closed is decided by commands of the server. Its own role still can't write these columns: a
-- command takes the role peach_decisions for the statements that do, and the triggers below hold what must be true whoever writes.
drop function decide_application(uuid, uuid, timestamptz, text, text[], text, uuid);
drop function send_application(uuid);
drop function expire_verification(uuid);
drop function reopen_verification(uuid);
drop function change_creator_status(uuid, uuid, text, text, uuid);
drop function close_account(uuid);
drop function reopen_account(uuid);

grant usage on schema public to peach_decisions;
grant execute on function app_now() to peach_decisions;
grant select on app_clock, profiles, staff_members, creators, creator_applications, application_decisions, suspensions, account_deletions
  to peach_decisions;
grant insert on application_decisions, suspensions to peach_decisions;
grant update (lifted_by, lifted_at) on suspensions to peach_decisions;
grant update (state, submitted_at, decided_at, steps_done, version, updated_at) on creator_applications to peach_decisions;
grant update (verification_status, approved_at, feed_rank, reverify_by, reverify_reminded_days) on creators to peach_decisions;
grant update (account_status, is_blocked, updated_at) on profiles to peach_decisions;

create function is_moderator(p_profile uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from profiles p left join staff_members s on s.profile_id = p.id and s.ended_at is null
    where p.id = p_profile and p.account_status = 'active' and (p.user_type = 'owner' or s.role in ('content-moderator', 'super-admin')))
$$;

create function guard_application_decision() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from creator_applications a where a.id = new.application_id and a.profile_id = new.decided_by) then
    raise exception 'nobody decides on their own application' using errcode = 'check_violation';
  end if;
  if not is_moderator(new.decided_by) then
    raise exception 'only a reviewer decides on applications' using errcode = 'check_violation';
  end if;
  if not exists (
    select from creator_applications a where a.id = new.application_id and a.state = 'in_review' and a.submitted_at = new.submitted_at
  ) then
    raise exception 'only what is in review is decided' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger application_decisions_are_by_reviewers before insert on application_decisions
  for each row execute function guard_application_decision();

create function guard_suspension() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' and (new.profile_id = new.imposed_by or not exists (
    select from profiles p where p.id = new.profile_id and p.user_type = 'creator'
      and not exists (select from staff_members s where s.profile_id = p.id and s.ended_at is null))) then
    raise exception 'only creators are suspended, never staff and never oneself' using errcode = 'check_violation';
  end if;
  if not is_moderator(case tg_op when 'INSERT' then new.imposed_by else new.lifted_by end) then
    raise exception 'only a moderator changes the status of a creator' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger suspensions_are_by_moderators before insert or update on suspensions
  for each row execute function guard_suspension();

-- The server's roles can change a status only where the row that explains it is there. The owner of the database may repair by hand.
create function guard_account_status() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  v_suspended boolean := exists (select from suspensions s where s.profile_id = new.id and s.kind = 'suspended' and s.lifted_at is null);
  v_blocked boolean := exists (select from suspensions s where s.profile_id = new.id and s.kind = 'blocked' and s.lifted_at is null);
  v_closing boolean := exists (select from account_deletions d where d.profile_id = new.id and d.state = 'waiting');
  v_explained boolean;
begin
  if new.is_blocked <> old.is_blocked and new.is_blocked <> v_blocked then
    raise exception 'the block of % has no row that explains it', new.id using errcode = 'check_violation';
  end if;
  v_explained := case
    when new.account_status = 'closed' then v_closing
    when new.account_status = 'suspended' then v_suspended
    when old.account_status = 'suspended' then not v_suspended
    else not v_closing
      and exists (select from account_deletions d where d.profile_id = new.id and d.state = 'cancelled' and d.cancelled_at = app_now())
  end;
  if new.account_status <> old.account_status and not v_explained then
    raise exception 'the account % can not become % now', new.id, new.account_status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger profiles_have_an_explained_status before update of account_status, is_blocked on profiles
  for each row when (current_user in ('peach_app', 'peach_decisions', 'peach_erasure')) execute function guard_account_status();

create function guard_verification() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  v_explained boolean;
begin
  v_explained := case
    when new.verification_status = 'draft' then
      exists (select from account_deletions d where d.profile_id = new.profile_id and d.state = 'waiting' and d.due_at <= app_now())
    when new.verification_status <> 'in_review' then exists (
      select from creator_applications a join application_decisions d on d.application_id = a.id and d.submitted_at = a.submitted_at
      where a.profile_id = new.profile_id and d.decision = new.verification_status)
    when old.verification_status = 'approved' then coalesce(old.reverify_by <= app_now(), false)
    else exists (select from creator_applications a where a.profile_id = new.profile_id and a.state = 'in_review')
  end;
  if not v_explained then
    raise exception 'the verification of % can not become % now', new.profile_id, new.verification_status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger creators_have_an_explained_verification before update of verification_status on creators
  for each row when (new.verification_status <> old.verification_status
    and current_user in ('peach_app', 'peach_decisions', 'peach_erasure')) execute function guard_verification();

revoke execute on function is_moderator(uuid), guard_application_decision(), guard_suspension(), guard_account_status(),
  guard_verification() from public;
grant execute on function is_moderator(uuid) to peach_decisions;
