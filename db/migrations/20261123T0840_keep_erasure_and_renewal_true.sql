set local lock_timeout = '5s';
-- An account that is suspended can't be closed by its person or opened again by a mailed link. Branches are separate statements, so that a
-- role needs rights only on the tables of the branch that it takes.
create or replace function guard_account_status() returns trigger language plpgsql set search_path = public, pg_temp as $$
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
    when new.account_status = 'closed' then v_closing and (not v_suspended or current_user = 'peach_erasure')
    when new.account_status = 'suspended' then v_suspended
    when old.account_status = 'suspended' then not v_suspended
    else not v_closing and not v_suspended
      and exists (select from account_deletions d where d.profile_id = new.id and d.state = 'cancelled' and d.cancelled_at = app_now())
  end;
  if new.account_status <> old.account_status and not v_explained then
    raise exception 'the account % can not become % now', new.id, new.account_status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function guard_verification() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  v_explained boolean;
begin
  if new.verification_status = 'draft' then
    v_explained := exists (select from account_deletions d
      where d.profile_id = new.profile_id and d.state = 'waiting' and d.due_at <= app_now());
  elsif new.verification_status <> 'in_review' then
    v_explained := exists (
      select from creator_applications a join application_decisions d on d.application_id = a.id and d.submitted_at = a.submitted_at
      where a.profile_id = new.profile_id and d.decision = new.verification_status);
  elsif old.verification_status = 'approved' then
    v_explained := coalesce(old.reverify_by <= app_now(), false);
  else
    v_explained := exists (select from creator_applications a where a.profile_id = new.profile_id and a.state = 'in_review');
  end if;
  if not v_explained then
    raise exception 'the verification of % can not become % now', new.profile_id, new.verification_status using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The other account that a notification names (the creator whose post was bought): its erasure deletes the notification.
alter table event_outbox add column about_id uuid references profiles;
alter table notifications add column about_id uuid references profiles;
create index event_outbox_about on event_outbox (about_id) where about_id is not null;
create index notifications_about on notifications (about_id) where about_id is not null;

grant update (return_to) on purchases to peach_erasure;
grant select on former_usernames to peach_erasure;

-- Automatic renewal is agreed for one plan at one price: what is bought by hand in between changes neither.
alter table subscription_renewals add column agreed_plan text references subscription_plans (name);
update subscription_renewals r set agreed_plan = (
  select p.name from subscriptions s join subscription_plans p on p.id = s.plan_id
  where s.user_id = r.account_id and s.status = 'active' order by s.expires_at desc limit 1)
where r.mode = 'automatic';
delete from subscription_renewals where mode = 'automatic' and agreed_plan is null;
alter table subscription_renewals add check ((mode = 'automatic') = (agreed_plan is not null));
grant update (agreed_plan) on subscription_renewals to peach_app;
