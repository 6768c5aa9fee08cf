set local lock_timeout = '5s';

-- The server works as peach_app, which owns nothing. It may write what its acts write, column by column, and no more: what was asked and
-- paid, who bought what, and the record itself stay as they were written, whatever statement might reach the database. The ledger is
-- reached through its functions alone. Later migrations grant for what they add.
grant usage on schema public to peach_app;
revoke create on schema public from public;
grant select on all tables in schema public to peach_app;

-- Accounts and signing in.
grant insert,
  update (email_proven_at, display_name, username, user_type, profile_completed, whatsapp_number, phone, bio, city, birthday, avatar_media_id, updated_at)
  on profiles to peach_app;
grant delete on former_usernames to peach_app;
grant insert, delete, update (attempts, consumed_at, voided_at) on sign_in_codes to peach_app;
grant insert, delete, update (last_seen_at, expires_at, ended_at, ended_because) on sessions to peach_app;
grant insert, delete on rate_limit_hits, caught_mails to peach_app;

-- Creators, their media and posts, and who follows them.
grant insert, update (listed, listed_until, follower_count, heartbeat_at) on creators to peach_app;
grant insert on creator_listings, posts, post_media to peach_app;
grant insert, delete, update (state) on media to peach_app;
grant insert, delete on media_renditions, follows to peach_app;

-- Money: amounts, currencies, references and products are written once. Nothing of it is ever deleted.
grant insert on subscription_plans, subscriptions, refunds to peach_app;
grant insert, update (buyer_id, user_created, state, completed_at) on purchases to peach_app;
grant insert,
  update (user_id, status, stage, checkout_link, link_expires_at, calling_until, failure_code, failure_text, next_check_at, check_count,
    last_checked_at, settled_at, updated_at)
  on transactions to peach_app;
grant insert,
  update (status, raw_status, processor_text, amount_minor, currency, charged_minor, fee_minor, outcome, updated_at)
  on gateway_charges to peach_app;
grant insert, update (copies, state, attempts, next_attempt_at, last_received_at, processed_at) on webhook_events to peach_app;
grant insert, update (revoked_at) on user_access, unlocks to peach_app;

grant insert on activity to peach_app;
-- Whether the clock may be moved is decided with each start: in the demo alone (server/migrate.ts).

revoke execute on all functions in schema public from public;
grant execute on function app_now(), ledger_balance(uuid), fold_hot_accounts(integer),
  open_ledger_account(uuid, text, uuid, char, boolean, boolean),
  post_journal_entry(uuid, text, text, text, uuid, timestamptz, uuid, uuid[], bigint[]) to peach_app;
