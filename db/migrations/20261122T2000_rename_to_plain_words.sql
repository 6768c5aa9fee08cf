set local lock_timeout = '5s';

-- The terms of the field for columns, tables and states whose names were words of our own. Nothing else changes.
alter table activity rename column act to event;
alter table application_decisions rename column words to message;
alter table reconciliation_differences rename column says to description;
alter table purchases rename column starter_hash to checkout_hash;
alter table earnings rename column taken_back_minor to reversed_minor;
alter table earning_take_backs rename column taken_at to reversed_at;
alter table earning_take_backs rename column given_back_at to reinstated_at;
alter table earning_take_backs rename to earning_reversals;
alter index earning_take_backs_of_creator rename to earning_reversals_of_creator;
alter table sealed_documents rename column taken_at to accepted_at;
alter table sealed_looks rename to sealed_document_views;
alter index sealed_looks_of_document rename to sealed_document_views_of_document;
alter table post_looks rename to post_views;
alter index post_looks_of_staff rename to post_views_of_staff;
alter table subscription_plans rename column is_standing_in to is_substitute;
alter index staff_alerts_told rename to staff_alerts_notified;
alter index staff_alerts_untold rename to staff_alerts_not_notified;

do $$
declare v record;
begin
  for v in
    select a.attrelid::regclass as owner from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    where a.attname = 'told_at' and c.relnamespace = 'public'::regnamespace
  loop
    execute format('alter table %s rename column told_at to notified_at', v.owner);
  end loop;
  for v in
    select conrelid::regclass as owner, conname from pg_constraint
    where contype = 'c' and conrelid in ('purchases'::regclass, 'promo_redemptions'::regclass, 'uploads'::regclass)
      and pg_get_constraintdef(oid) ~ '''(given_up|given_back|taken)'''
  loop
    execute format('alter table %s drop constraint %I', v.owner, v.conname);
  end loop;
end $$;

alter table uploads rename column taken_as to accepted_as;
update purchases set state = 'abandoned' where state = 'given_up';
update promo_redemptions set state = 'released' where state = 'given_back';
update uploads set state = 'accepted' where state = 'taken';
alter table purchases add check (state in ('open', 'completed', 'abandoned'));
alter table promo_redemptions add check (state in ('reserved', 'confirmed', 'released'));
alter table uploads add check (state in ('open', 'finished', 'accepted', 'gone'));
alter table uploads add check ((state = 'accepted') = (accepted_as is not null));

alter function forget_words_of_refunds() rename to erase_refund_notes;
alter function change_creator_standing(uuid, uuid, text, text, uuid) rename to change_creator_status;

-- As it was, with its parameter and column under their new names.
drop function decide_application(uuid, uuid, timestamptz, text, text[], text, uuid);
create function decide_application(p_id uuid, p_application uuid, p_submitted timestamptz, p_decision text, p_failed text[], p_message text, p_by uuid)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
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

  insert into application_decisions (id, application_id, submitted_at, decision, failed_steps, message, decided_by)
    values (p_id, p_application, v.submitted_at, p_decision, p_failed, p_message, p_by);
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
revoke execute on function decide_application from public;
grant execute on function decide_application to peach_app;
