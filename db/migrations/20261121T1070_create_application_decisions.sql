set local lock_timeout = '5s';

-- What a person decided about one submission of an application, in whose words. A submission is decided once.
create table application_decisions (
  id uuid primary key,
  application_id uuid not null references creator_applications,
  submitted_at timestamptz not null,
  decision text not null check (decision in ('approved', 'changes_requested', 'rejected')),
  failed_steps text[] not null default '{}'
    check (failed_steps <@ array['profile', 'first_post', 'prices', 'selfie', 'identity_document', 'proof_of_address']),
  words text not null default '' check (length(words) <= 1000),
  decided_by uuid not null references profiles,
  decided_at timestamptz not null default app_now(),
  unique (application_id, submitted_at),
  check ((decision = 'changes_requested') = (cardinality(failed_steps) > 0)),
  check (decision = 'approved' or length(words) >= 10)
);
create index application_decisions_newest on application_decisions (decided_at desc);
create trigger application_decisions_are_append_only before update or delete on application_decisions
  for each row execute function refuse_change();
grant select on application_decisions to peach_app;

-- Who looks at an application now: it frees itself after a quarter of an hour.
create table application_claims (
  application_id uuid primary key references creator_applications,
  reviewer_id uuid not null references profiles,
  first_opened_at timestamptz not null default app_now(),
  claimed_until timestamptz not null
);
grant select, insert, update (reviewer_id, claimed_until, first_opened_at) on application_claims to peach_app;

-- Each time a reviewer opened a post that nobody else may see yet.
create table post_looks (
  id uuid primary key,
  post_id uuid not null references posts,
  staff_id uuid not null references profiles,
  opened_at timestamptz not null default app_now(),
  ends_at timestamptz not null check (ends_at > opened_at)
);
create index post_looks_of_staff on post_looks (staff_id, post_id, ends_at desc);
grant select, insert on post_looks to peach_app;

-- Creators prove once a year who they are.
alter table creators add column reverify_by timestamptz;
alter table creators add column reverify_reminded_days smallint check (reverify_reminded_days in (30, 7));
create index creators_to_reverify on creators (reverify_by) where verification_status = 'approved' and reverify_by is not null;
grant update (reverify_reminded_days) on creators to peach_app;

-- A post waits until a person has seen it: it appears, or it goes.
grant update (state, published_at) on posts to peach_app;

-- The one way to decide: whatever statement reaches the database, a creator is approved by a living reviewer who isn't that creator, and a
-- submission is decided once. Answers false where it is decided already, or isn't what was looked at.
create function decide_application(
  p_id uuid, p_application uuid, p_submitted timestamptz, p_decision text, p_failed text[], p_words text, p_by uuid
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare v record;
begin
  select a.profile_id, a.state, a.submitted_at into v from creator_applications a where a.id = p_application for update;
  if not found or v.state <> 'in_review' or date_trunc('milliseconds', v.submitted_at) <> date_trunc('milliseconds', p_submitted) then
    return false;
  end if;
  if v.profile_id = p_by then
    raise exception 'nobody decides on their own application' using errcode = 'check_violation';
  end if;
  if not exists (
    select from profiles p left join staff_members s on s.profile_id = p.id and s.ended_at is null
    where p.id = p_by and p.account_status = 'active' and (p.user_type = 'owner' or s.role in ('content-moderator', 'super-admin'))
  ) then
    raise exception 'only a reviewer decides on applications' using errcode = 'check_violation';
  end if;

  insert into application_decisions (id, application_id, submitted_at, decision, failed_steps, words, decided_by)
    values (p_id, p_application, v.submitted_at, p_decision, p_failed, p_words, p_by);
  update creator_applications set state = p_decision, decided_at = app_now(), version = version + 1, updated_at = app_now() where id = p_application;
  if p_decision <> 'changes_requested' then
    update creators set
      verification_status = p_decision,
      approved_at = case when p_decision = 'approved' then coalesce(approved_at, app_now()) else approved_at end,
      -- Whoever is new comes first in the feeds, once.
      feed_rank = case when p_decision = 'approved' and approved_at is null then floor(extract(epoch from app_now()) * 1000)::bigint else feed_rank end,
      reverify_by = case when p_decision = 'approved' then
        ((greatest(coalesce(reverify_by, app_now()), app_now()) at time zone 'Africa/Kampala') + interval '1 year') at time zone 'Africa/Kampala'
      end,
      reverify_reminded_days = null
    where profile_id = v.profile_id;
    if not found then
      raise exception 'an application without a creator can not be decided' using errcode = 'foreign_key_violation';
    end if;
  end if;
  return true;
end $$;

-- Opens an approved application again, because its yearly verification falls due.
create function reopen_verification(p_creator uuid) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update creator_applications a set state = 'changes_requested', version = version + 1, updated_at = app_now()
  from creators c
  where a.profile_id = p_creator and a.state = 'approved' and c.profile_id = a.profile_id and c.verification_status = 'approved'
    and c.reverify_by <= app_now() + interval '31 days';
  return found;
end $$;

-- Whoever hasn't verified again in time goes back into review; only the clock decides, and only for the worse.
create function expire_verification(p_creator uuid) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update creators set verification_status = 'in_review'
  where profile_id = p_creator and verification_status = 'approved' and reverify_by <= app_now();
  return found;
end $$;

-- Why somebody may not work here for a while (suspended), or not be seen at all (blocked); lifted, the row stays.
create table suspensions (
  id uuid primary key,
  profile_id uuid not null references profiles,
  kind text not null check (kind in ('suspended', 'blocked')),
  reason text not null check (length(reason) between 10 and 1000),
  imposed_by uuid not null references profiles,
  imposed_at timestamptz not null default app_now(),
  lifted_by uuid references profiles,
  lifted_at timestamptz,
  check ((lifted_at is null) = (lifted_by is null))
);
create unique index suspensions_running on suspensions (profile_id, kind) where lifted_at is null;
grant select on suspensions to peach_app;

-- The one way to suspend, reinstate, block or unblock a creator. Answers false where it stands so already.
create function change_creator_standing(p_id uuid, p_creator uuid, p_change text, p_reason text, p_by uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v profiles;
  v_kind text := case when p_change in ('suspend', 'reinstate') then 'suspended' else 'blocked' end;
begin
  select p.* into v from profiles p where p.id = p_creator for update;
  if not found or v.user_type <> 'creator' or v.id = p_by or exists (select from staff_members s where s.profile_id = v.id and s.ended_at is null) then
    raise exception 'this account is not suspended through this door' using errcode = 'check_violation';
  end if;
  if not exists (
    select from profiles p left join staff_members s on s.profile_id = p.id and s.ended_at is null
    where p.id = p_by and p.account_status = 'active' and (p.user_type = 'owner' or s.role in ('content-moderator', 'super-admin'))
  ) then
    raise exception 'only a moderator changes the standing of a creator' using errcode = 'check_violation';
  end if;
  if (p_change = 'suspend' and v.account_status <> 'active') or (p_change = 'reinstate' and v.account_status <> 'suspended')
    or (p_change = 'block' and v.is_blocked) or (p_change = 'unblock' and not v.is_blocked) then
    return false;
  end if;
  if p_change in ('suspend', 'block') then
    insert into suspensions (id, profile_id, kind, reason, imposed_by) values (p_id, v.id, v_kind, p_reason, p_by);
  elsif p_change in ('reinstate', 'unblock') then
    update suspensions set lifted_by = p_by, lifted_at = app_now() where profile_id = v.id and kind = v_kind and lifted_at is null;
  else
    raise exception 'unknown change %', p_change using errcode = 'check_violation';
  end if;
  update profiles set
    account_status = case p_change when 'suspend' then 'suspended' when 'reinstate' then 'active' else account_status end,
    is_blocked = case p_change when 'block' then true when 'unblock' then false else is_blocked end
  where id = v.id;
  return true;
end $$;

revoke execute on function change_creator_standing(uuid, uuid, text, text, uuid), decide_application(uuid, uuid, timestamptz, text, text[], text, uuid), reopen_verification(uuid),
  expire_verification(uuid) from public;
grant execute on function change_creator_standing(uuid, uuid, text, text, uuid), decide_application(uuid, uuid, timestamptz, text, text[], text, uuid), reopen_verification(uuid),
  expire_verification(uuid) to peach_app;
