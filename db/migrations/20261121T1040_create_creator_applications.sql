set local lock_timeout = '5s';

-- How somebody becomes a creator: one application a person, kept step by step, sent, looked at by a person. What a step has accepted stands
-- here; the profile's own fields stand in profiles. `steps_done` names the steps that were finished since the last decision.
create table creator_applications (
  id uuid primary key,
  profile_id uuid not null unique references profiles,
  state text not null default 'draft' check (state in ('draft', 'in_review', 'changes_requested', 'approved', 'rejected')),
  steps_done text[] not null default '{}' check (steps_done <@ array['profile', 'first_post', 'prices']),
  version integer not null default 1,  -- counts the writes
  tags text[] not null default '{}' check (cardinality(tags) <= 3 and tags <@ array['new', 'flirty', 'vip', 'creative', 'dancer', 'music']),
  first_post_kind text check (first_post_kind in ('photo', 'video')),
  first_post_media_id uuid references media,
  first_post_price_minor bigint check (first_post_price_minor between 100000 and 500000000),  -- null: not locked
  first_post_id uuid references posts,
  subscription_price_minor bigint check (subscription_price_minor > 0),
  daily_goal_minor bigint check (daily_goal_minor > 0),
  pay_to_unlock boolean,
  address_proof_dated date,
  submitted_at timestamptz,
  decided_at timestamptz,
  toured_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  check (state = 'draft' or submitted_at is not null)
);
create index creator_applications_in_review on creator_applications (submitted_at) where state = 'in_review';
-- The state is changed by the functions alone: sending here, deciding where decisions are.
grant select,
  insert (id, profile_id),
  update (steps_done, version, tags, first_post_kind, first_post_media_id, first_post_price_minor, first_post_id, subscription_price_minor,
    daily_goal_minor, pay_to_unlock, address_proof_dated, toured_at, updated_at)
  on creator_applications to peach_app;

-- What is typed in a step and not yet accepted, as it was typed, so that another device goes on from it. `tab` is the open page that wrote it
-- last: a page that knows neither the newest version nor wrote it itself is told, and writes over nothing.
create table application_drafts (
  application_id uuid not null references creator_applications,
  step text not null check (step in ('profile', 'first_post', 'prices', 'verification')),
  typed jsonb not null default '{}' check (jsonb_typeof(typed) = 'object' and pg_column_size(typed) < 20000),
  version integer not null default 1,
  tab text not null default '',
  saved_at timestamptz not null default app_now(),
  primary key (application_id, step)
);
create index application_drafts_by_age on application_drafts (saved_at);
grant select, insert, delete, update (typed, version, tab, saved_at) on application_drafts to peach_app;

-- What a creator chose in the wizard reaches their page with the sending.
grant update (tags, subscription_price_minor, daily_goal_minor, pay_to_unlock) on creators to peach_app;
grant update (state) on posts to peach_app;

-- The one way to send an application: a draft, or one that has to be done again; its creator is then in review unless approved before.
-- Answers false where it is not to be sent now.
create function send_application(p_application uuid) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare v_profile uuid;
begin
  update creator_applications set state = 'in_review', submitted_at = app_now(), steps_done = '{}', version = version + 1, updated_at = app_now()
    where id = p_application and state in ('draft', 'changes_requested') returning profile_id into v_profile;
  if not found then
    return false;
  end if;
  update creators set verification_status = 'in_review' where profile_id = v_profile and verification_status <> 'approved';
  if not found and not exists (select from creators c where c.profile_id = v_profile) then
    raise exception 'an application without a creator can not be sent' using errcode = 'foreign_key_violation';
  end if;
  return true;
end $$;
revoke execute on function send_application(uuid) from public;
grant execute on function send_application(uuid) to peach_app;
