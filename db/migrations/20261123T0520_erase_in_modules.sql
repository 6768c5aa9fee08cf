set local lock_timeout = '5s';

-- Each module erases its own rows (app/domain/<module>/privacy.server.ts), in the role peach_erasure and one transaction. The role has
-- the rights of what the modules do and no more; who is erased is checked below.
drop trigger account_deletions_forget_payout_accounts on account_deletions;
drop trigger account_deletions_forget_refunds on account_deletions;
drop function forget_payout_accounts();
drop function erase_refund_notes();
drop function erase_tips(uuid);
drop function erase_account(uuid);

grant usage on schema public to peach_erasure;
grant execute on function app_now() to peach_erasure;
grant select on app_clock, suspensions to peach_erasure;
grant select, delete on caught_mails, sign_in_codes, sessions, totp_secrets, totp_enrolments, recovery_codes, recovery_code_sheets, passkeys,
  fan_onboardings, staff_sign_in_steps, notification_choices, application_drafts, application_claims, post_media, media_renditions, media,
  follows, notifications, event_deliveries, event_outbox to peach_erasure;
grant select, delete, update (expires_at) on uploads to peach_erasure;
grant select, insert on objects_to_destroy to peach_erasure;
grant select, insert, update (profile_id, left_at, reserved_until) on former_usernames to peach_erasure;
grant select, update (email, email_proven_at, display_name, username, profile_completed, whatsapp_number, phone, bio, city, birthday,
  avatar_media_id, account_status, updated_at) on profiles to peach_erasure;
grant select, update (card_media_id, cover_media_id, share_media_id, tags, verification_status, approved_at, reverify_by, is_live,
  heartbeat_at, follower_count, listed, listed_until) on creators to peach_erasure;
grant select, update (revoked_at) on creator_listings to peach_erasure;
grant select, update (first_post_media_id, tags, address_proof_dated, updated_at) on creator_applications to peach_erasure;
grant select, update (caption, state) on posts to peach_erasure;
grant select, update (sealed_key, destroyed_at, keep_until) on sealed_documents to peach_erasure;
grant select, update (revoked_at, reason) on user_access to peach_erasure;
grant select, update (message, named) on tips to peach_erasure;
grant select, update (buyer_email, product_name, quote) on purchases to peach_erasure;
grant select, update (email, phone_number, customer_name, checkout_link, metadata, description) on transactions to peach_erasure;
grant select, update (processor_text) on gateway_charges to peach_erasure;
grant select, update (body) on webhook_events to peach_erasure;
grant select, update (note, decision_note) on refunds to peach_erasure;
grant select, update (comment, answer_note) on chargebacks to peach_erasure;
grant select, update (account_name, code_hash, sealed_number, number) on payout_accounts to peach_erasure;
grant select, update (provider_text) on payouts to peach_erasure;
grant select, update (state, sealed_key) on data_exports to peach_erasure;
grant select, update (code_hash, cancel_hash, state, erased_at) on account_deletions to peach_erasure;

-- No account loses its address without a confirmed deletion whose waiting time is over.
create function guard_erasure() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from account_deletions d where d.profile_id = new.id and d.state = 'waiting' and d.due_at <= app_now()) then
    raise exception 'no deletion of % is due', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger profiles_are_erased_when_due before update of email on profiles
  for each row when (current_user = 'peach_erasure') execute function guard_erasure();
revoke execute on function guard_erasure() from public;
