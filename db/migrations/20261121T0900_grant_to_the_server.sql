set local lock_timeout = '5s';

-- The server works as peach_app, which owns nothing: it reads and writes the working tables, appends to the record, and reaches the
-- ledger through its functions alone. Runs after every other migration of its day; later migrations grant for their own tables.
grant usage on schema public to peach_app;
grant select on all tables in schema public to peach_app;
grant insert, update, delete on
  profiles, former_usernames, sign_in_codes, sessions, rate_limit_hits, media, media_renditions, creators, creator_listings, follows,
  posts, post_media, subscription_plans, subscription_plan_features, purchases, transactions, gateway_charges, subscriptions,
  user_access, unlocks, caught_mails
  to peach_app;
grant insert on activity, webhook_events, refunds to peach_app;
grant update (copies, state, attempts, next_attempt_at, last_received_at, processed_at) on webhook_events to peach_app;
grant update (state) on refunds to peach_app;
grant update (advanced_by) on app_clock to peach_app;
revoke execute on all functions in schema public from public;
grant execute on function app_now(), ledger_balance(uuid), fold_hot_accounts(integer),
  open_ledger_account(uuid, text, uuid, char, boolean, boolean),
  post_journal_entry(uuid, text, text, text, uuid, timestamptz, uuid, uuid[], bigint[]) to peach_app;
