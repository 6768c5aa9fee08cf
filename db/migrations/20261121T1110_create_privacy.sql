set local lock_timeout = '5s';

-- A copy of everything about a person, made on request. The archives rest in the store in sealed parts; without the key they are noise.
create table data_exports (
  id uuid primary key,
  profile_id uuid not null references profiles,
  state text not null default 'building' check (state in ('building', 'ready', 'failed', 'expired')),
  sealed_key text,  -- null once the time is over
  archives jsonb not null default '[]',  -- one object an archive: bytes, parts
  run uuid,  -- lends the export to one run of its job at a time
  run_until timestamptz,
  requested_at timestamptz not null default app_now(),
  ready_at timestamptz,
  expires_at timestamptz,
  check ((state = 'ready') <= (ready_at is not null and expires_at is not null and sealed_key is not null))
);
create index data_exports_of_profile on data_exports (profile_id, requested_at desc);
create index data_exports_to_end on data_exports (expires_at) where state = 'ready';
grant select, insert, update (state, sealed_key, archives, run, run_until, ready_at, expires_at) on data_exports to peach_app;

-- A wish to be forgotten: asked for, proven by a mailed code, then 14 days to take it back, then carried out.
create table account_deletions (
  id uuid primary key,
  profile_id uuid not null references profiles,
  state text not null default 'asked' check (state in ('asked', 'replaced', 'waiting', 'cancelled', 'erased')),
  code_hash bytea,
  attempts smallint not null default 0,
  asked_at timestamptz not null default app_now(),
  code_expires_at timestamptz not null,
  confirmed_at timestamptz,
  due_at timestamptz,
  cancel_hash bytea,
  cancelled_at timestamptz,
  erased_at timestamptz,
  check ((state in ('waiting', 'erased')) <= (due_at is not null)),
  check ((state = 'erased') = (erased_at is not null))
);
create index account_deletions_of_profile on account_deletions (profile_id, asked_at desc);
create unique index account_deletions_waiting on account_deletions (profile_id) where state = 'waiting';
create index account_deletions_due on account_deletions (due_at) where state = 'waiting';
grant select, insert, update (state, code_hash, attempts, confirmed_at, due_at, cancel_hash, cancelled_at) on account_deletions to peach_app;

-- Bytes whose rows are gone and which the store still holds: written with the act that forgot them, removed when they are gone, too.
create table objects_to_destroy (
  storage_key text primary key,
  since timestamptz not null default app_now()
);
grant select, insert, delete on objects_to_destroy to peach_app;

-- The server may close, reopen and erase an account for a deletion alone, never at will: each function asks the request itself.
create function close_account(p_profile uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from account_deletions d where d.profile_id = p_profile and d.state = 'waiting') then
    raise exception 'no deletion of % is waiting', p_profile using errcode = 'insufficient_privilege';
  end if;
  update profiles set account_status = 'closed', updated_at = app_now() where id = p_profile and account_status = 'active';
  update sessions set ended_at = app_now(), ended_because = 'account_closed' where profile_id = p_profile and ended_at is null;
end $$;

create function reopen_account(p_profile uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from account_deletions d where d.profile_id = p_profile and d.state in ('waiting', 'erased'))
    or not exists (select from account_deletions d where d.profile_id = p_profile and d.state = 'cancelled' and d.cancelled_at = app_now()) then
    raise exception 'the deletion of % was not taken back', p_profile using errcode = 'insufficient_privilege';
  end if;
  update profiles set account_status = 'active', updated_at = app_now() where id = p_profile and account_status = 'closed';
end $$;

-- Forgets a person: what the law lets go of is deleted, what must stay (money, consents, the record) stays under a number in place of a name.
-- Which table is treated how, and why, stands in app/domain/privacy/classification.ts; a test holds the two together.
create function erase_account(p_profile uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_email text;
  v_username text;
  v_nobody text := 'erased-' || p_profile || '@erased.invalid';
begin
  if not exists (select from account_deletions d where d.profile_id = p_profile and d.state = 'waiting' and d.due_at <= app_now()) then
    raise exception 'no deletion of % is due', p_profile using errcode = 'insufficient_privilege';
  end if;
  select p.email, p.username into strict v_email, v_username from profiles p where p.id = p_profile for update;

  -- Mail and signing in.
  delete from caught_mails where recipient = v_email;
  delete from sign_in_codes where email = v_email;
  delete from pgboss.job where name = 'send_email' and data ->> 'to' = v_email;
  delete from sessions where profile_id = p_profile;
  delete from totp_secrets where profile_id = p_profile;
  delete from totp_enrolments where profile_id = p_profile;
  delete from recovery_codes where profile_id = p_profile;
  delete from recovery_code_sheets where profile_id = p_profile;
  delete from passkeys where profile_id = p_profile;
  delete from staff_sign_in_steps where profile_id = p_profile;

  -- Files: the rows go now, the bytes with the next sweep. Sealed documents lose their key at once and their bytes by their own sweep.
  insert into objects_to_destroy (storage_key)
    select m.original_key from media m where m.owner_id = p_profile
    union select r.storage_key from media_renditions r join media m on m.id = r.media_id where m.owner_id = p_profile
    union select format('exports/%s/%s-%s', e.id, a.number, part)
      from data_exports e, jsonb_array_elements(e.archives) with ordinality as a (archive, number),
        generate_series(1, (a.archive ->> 'parts')::integer) as part
      where e.profile_id = p_profile and e.state <> 'expired'
    on conflict do nothing;
  update profiles set avatar_media_id = null where id = p_profile;
  update creators set card_media_id = null, cover_media_id = null, share_media_id = null where profile_id = p_profile;
  delete from application_drafts where application_id in (select id from creator_applications where profile_id = p_profile);
  delete from application_claims where application_id in (select id from creator_applications where profile_id = p_profile);
  update creator_applications set first_post_media_id = null, tags = '{}', address_proof_dated = null, updated_at = app_now()
    where profile_id = p_profile;
  delete from post_media where media_id in (select id from media where owner_id = p_profile);
  delete from media_renditions where media_id in (select id from media where owner_id = p_profile);
  delete from media where owner_id = p_profile;
  update uploads set expires_at = app_now() where owner_id = p_profile and state in ('open', 'finished');
  delete from uploads where owner_id = p_profile and state in ('taken', 'gone');
  update sealed_documents set sealed_key = null, destroyed_at = app_now(), keep_until = app_now()
    where owner_id = p_profile and destroyed_at is null;
  update data_exports set state = 'expired', sealed_key = null where profile_id = p_profile;

  -- Whom they follow, who follows them, what they may see.
  update creators set follower_count = greatest(0, follower_count - 1)
    where profile_id in (select creator_id from follows where fan_id = p_profile);
  delete from fan_onboardings where profile_id = p_profile;
  delete from notification_choices where profile_id = p_profile;
  delete from follows where fan_id = p_profile or creator_id = p_profile;
  update user_access set revoked_at = coalesce(revoked_at, app_now()), reason = 'erased' where user_id = p_profile;

  -- What they showed.
  update creator_listings set revoked_at = app_now() where creator_id = p_profile and revoked_at is null;
  update posts set caption = '', state = 'removed' where creator_id = p_profile;
  update creators set tags = '{}', verification_status = 'draft', approved_at = null, reverify_by = null, is_live = false, heartbeat_at = null,
    follower_count = 0, listed = false, listed_until = null where profile_id = p_profile;

  -- Money stays; the payer's name, address and number go, and a creator's name out of what others have bought.
  update webhook_events set body = '{}' where tx_ref in (
    select t.flutterwave_tx_ref from transactions t where t.user_id = p_profile or t.email = v_email);
  update gateway_charges set processor_text = null where transaction_id in (
    select t.id from transactions t where t.user_id = p_profile or t.email = v_email);
  update transactions set email = v_nobody, phone_number = null, customer_name = 'Deleted account', checkout_link = null,
    metadata = metadata - 'user_email' where user_id = p_profile or email = v_email;
  update purchases set buyer_email = v_nobody where buyer_id = p_profile or buyer_email = v_email;
  update transactions t set description = 'Post by a deleted account' from purchases p
    where p.id = t.purchase_id and p.quote ->> 'creatorId' = p_profile::text;
  update purchases set product_name = 'Post by a deleted account', quote = jsonb_set(quote, '{creatorName}', '"a deleted account"')
    where quote ->> 'creatorId' = p_profile::text;

  -- The name stays reserved for its time, so that nobody takes it over; then a sweep forgets it.
  if v_username is not null then
    insert into former_usernames (username, profile_id, reserved_until) values (v_username, p_profile, app_now() + interval '90 days')
      on conflict (username) do update set profile_id = p_profile, left_at = app_now(), reserved_until = app_now() + interval '90 days';
  end if;
  update profiles set email = v_nobody, email_proven_at = null, display_name = 'Deleted account', username = null, profile_completed = false,
    whatsapp_number = null, phone = null, bio = '', city = null, birthday = null, account_status = 'closed', updated_at = app_now()
    where id = p_profile;
  update account_deletions set code_hash = null, cancel_hash = null where profile_id = p_profile;
  update account_deletions set state = 'erased', erased_at = app_now() where profile_id = p_profile and state = 'waiting';
end $$;

revoke execute on function close_account(uuid), reopen_account(uuid), erase_account(uuid) from public;
grant execute on function close_account(uuid), reopen_account(uuid), erase_account(uuid) to peach_app;
