-- Written by `npm run db -- types`; read it, never edit it.

table activity
  id uuid not null
  at timestamp with time zone not null default app_now()
  actor_id uuid
  act text not null
  object_kind text not null
  object_id text not null
  detail jsonb not null default '{}'::jsonb
  FOREIGN KEY (actor_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table app_clock
  only_row boolean not null default true
  advanced_by interval not null default '00:00:00'::interval
  CHECK (only_row)
  PRIMARY KEY (only_row)

table caught_mails
  id uuid not null
  recipient text not null
  subject text not null
  body_text text not null
  body_html text not null
  code text
  link text
  sent_at timestamp with time zone not null default app_now()
  PRIMARY KEY (id)

table creator_listings
  id uuid not null
  creator_id uuid not null
  source_kind text not null
  source_id uuid not null
  starts_at timestamp with time zone not null
  ends_at timestamp with time zone not null
  revoked_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  CHECK ((ends_at > starts_at))
  CHECK ((source_kind = ANY (ARRAY['creator_fee'::text, 'grant'::text])))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  PRIMARY KEY (id)
  UNIQUE (source_kind, source_id)

table creators
  profile_id uuid not null
  verification_status text not null default 'draft'::text
  approved_at timestamp with time zone
  subscription_price_minor bigint not null default 18000000
  daily_goal_minor bigint not null default 10000000
  chat_rate_minor bigint not null default 500000
  call_rate_minor bigint not null default 2500000
  booking_rate_minor bigint not null default 50000000
  pay_to_unlock boolean not null default true
  tags text[] not null default '{}'::text[]
  card_media_id uuid
  cover_media_id uuid
  share_media_id uuid
  is_live boolean not null default false
  heartbeat_at timestamp with time zone
  follower_count integer not null default 0
  listed boolean not null default false
  listed_until timestamp with time zone
  feed_rank bigint not null default 0
  created_at timestamp with time zone not null default app_now()
  CHECK ((booking_rate_minor > 0))
  CHECK ((call_rate_minor > 0))
  CHECK ((cardinality(tags) <= 3))
  CHECK ((chat_rate_minor > 0))
  CHECK ((daily_goal_minor > 0))
  CHECK ((subscription_price_minor > 0))
  CHECK ((verification_status = ANY (ARRAY['draft'::text, 'in_review'::text, 'approved'::text, 'rejected'::text])))
  FOREIGN KEY (card_media_id) REFERENCES media(id)
  FOREIGN KEY (cover_media_id) REFERENCES media(id)
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  FOREIGN KEY (share_media_id) REFERENCES media(id)
  PRIMARY KEY (profile_id)

view entitlements
  account_id uuid
  grants text
  object_id uuid
  source_kind text
  source_id uuid
  starts_at timestamp with time zone
  ends_at timestamp with time zone

table follows
  fan_id uuid not null
  creator_id uuid not null
  created_at timestamp with time zone not null default app_now()
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  PRIMARY KEY (fan_id, creator_id)

table former_usernames
  username text not null
  profile_id uuid not null
  left_at timestamp with time zone not null default app_now()
  reserved_until timestamp with time zone not null
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (username)

table gateway_charges
  gateway text not null
  provider_id text not null
  transaction_id uuid not null
  status text not null
  raw_status text not null
  amount_minor bigint
  currency text
  fee_minor bigint
  charged_minor bigint
  account_id text
  processor_text text
  payment_type text
  outcome text not null default 'none'::text
  seen_at timestamp with time zone not null default app_now()
  updated_at timestamp with time zone not null default app_now()
  CHECK ((outcome = ANY (ARRAY['none'::text, 'settled'::text, 'refund_due'::text, 'review'::text])))
  CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'unknown'::text])))
  FOREIGN KEY (transaction_id) REFERENCES transactions(id)
  PRIMARY KEY (gateway, provider_id)

table journal_entries
  id uuid not null
  kind text not null
  idempotency_key text not null
  fingerprint bytea not null
  cause_kind text not null
  cause_id uuid not null
  reverses uuid
  happened_at timestamp with time zone not null
  recorded_at timestamp with time zone not null default app_now()
  FOREIGN KEY (reverses) REFERENCES journal_entries(id)
  PRIMARY KEY (id)
  UNIQUE (idempotency_key)
  UNIQUE (reverses)

table ledger_accounts
  id uuid not null
  purpose text not null
  owner_id uuid
  currency character(3) not null
  folded boolean not null
  guarded boolean not null
  opened_at timestamp with time zone not null default app_now()
  CHECK ((NOT (folded AND guarded)))
  CHECK ((currency = ANY (ARRAY['UGX'::bpchar, 'USD'::bpchar])))
  FOREIGN KEY (owner_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE NULLS NOT DISTINCT (purpose, owner_id, currency)

table ledger_balances
  account_id uuid not null
  balance_minor bigint not null default 0
  guarded boolean not null
  CHECK (((NOT guarded) OR (balance_minor <= 0)))
  FOREIGN KEY (account_id) REFERENCES ledger_accounts(id)
  PRIMARY KEY (account_id)

table ledger_unfolded
  entry_id uuid not null
  line smallint not null
  account_id uuid not null
  amount_minor bigint not null
  FOREIGN KEY (account_id) REFERENCES ledger_accounts(id)
  PRIMARY KEY (entry_id, line)

table media
  id uuid not null
  owner_id uuid not null
  kind text not null
  purpose text not null
  state text not null default 'processing'::text
  original_key text not null
  content_type text not null
  byte_size bigint not null
  content_sha256 bytea not null
  width integer
  height integer
  duration_ms integer
  waveform smallint[]
  preview bytea
  created_at timestamp with time zone not null default app_now()
  CHECK ((kind = ANY (ARRAY['photo'::text, 'voice'::text, 'video'::text])))
  CHECK ((purpose = ANY (ARRAY['avatar'::text, 'cover'::text, 'card'::text, 'share'::text, 'post'::text])))
  CHECK ((state = ANY (ARRAY['processing'::text, 'ready'::text, 'failed'::text])))
  FOREIGN KEY (owner_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table media_renditions
  media_id uuid not null
  width integer not null
  format text not null
  height integer not null
  byte_size bigint not null
  storage_key text not null
  CHECK ((format = ANY (ARRAY['avif'::text, 'webp'::text, 'jpeg'::text])))
  FOREIGN KEY (media_id) REFERENCES media(id)
  PRIMARY KEY (media_id, width, format)

table post_media
  post_id uuid not null
  position smallint not null
  media_id uuid not null
  FOREIGN KEY (media_id) REFERENCES media(id)
  FOREIGN KEY (post_id) REFERENCES posts(id)
  PRIMARY KEY (post_id, "position")

table postings
  entry_id uuid not null
  line smallint not null
  account_id uuid not null
  amount_minor bigint not null
  currency character(3) not null
  CHECK ((amount_minor <> 0))
  FOREIGN KEY (account_id) REFERENCES ledger_accounts(id)
  FOREIGN KEY (entry_id) REFERENCES journal_entries(id)
  PRIMARY KEY (entry_id, line)

table posts
  id uuid not null
  creator_id uuid not null
  kind text not null
  audience text not null
  price_minor bigint
  currency character(3) not null default 'UGX'::bpchar
  caption text not null default ''::text
  state text not null default 'in_review'::text
  published_at timestamp with time zone
  expires_at timestamp with time zone
  like_count integer not null default 0
  created_at timestamp with time zone not null default app_now()
  CHECK (((audience = 'pay_to_unlock'::text) = (price_minor IS NOT NULL)))
  CHECK (((state <> 'published'::text) OR (published_at IS NOT NULL)))
  CHECK ((audience = ANY (ARRAY['public'::text, 'subscribers'::text, 'pay_to_unlock'::text])))
  CHECK ((currency = ANY (ARRAY['UGX'::bpchar, 'USD'::bpchar])))
  CHECK ((kind = ANY (ARRAY['photo'::text, 'video'::text, 'voice'::text, 'story'::text, 'live_replay'::text])))
  CHECK ((price_minor > 0))
  CHECK ((state = ANY (ARRAY['in_review'::text, 'published'::text, 'removed'::text])))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  PRIMARY KEY (id)

table profiles
  id uuid not null
  email text not null
  email_proven_at timestamp with time zone
  display_name text
  username text
  user_type text not null
  profile_completed boolean not null default false
  whatsapp_number text
  phone text
  bio text not null default ''::text
  city text
  birthday date
  avatar_media_id uuid
  account_status text not null default 'active'::text
  is_blocked boolean not null default false
  created_at timestamp with time zone not null default app_now()
  updated_at timestamp with time zone not null default app_now()
  CHECK ((account_status = ANY (ARRAY['active'::text, 'suspended'::text, 'closed'::text])))
  CHECK ((email = lower(email)))
  CHECK ((user_type = ANY (ARRAY['fan'::text, 'creator'::text, 'admin'::text, 'owner'::text])))
  CHECK ((username ~ '^[a-z0-9_]{3,30}$'::text))
  FOREIGN KEY (avatar_media_id) REFERENCES media(id)
  PRIMARY KEY (id)
  UNIQUE (email)
  UNIQUE (username)

table purchases
  id uuid not null
  kind text not null
  product_id uuid not null
  product_name text not null
  buyer_id uuid
  buyer_scope text not null
  buyer_email text not null
  amount_minor bigint not null
  currency character(3) not null
  quote jsonb not null
  intent jsonb not null default '{}'::jsonb
  idempotency_key text not null
  starter_hash bytea not null
  state text not null default 'open'::text
  user_created boolean not null default false
  created_at timestamp with time zone not null default app_now()
  completed_at timestamp with time zone
  CHECK ((amount_minor > 0))
  CHECK ((currency = ANY (ARRAY['UGX'::bpchar, 'USD'::bpchar])))
  CHECK ((kind = ANY (ARRAY['pass'::text, 'post_unlock'::text])))
  CHECK ((state = ANY (ARRAY['open'::text, 'completed'::text, 'given_up'::text])))
  FOREIGN KEY (buyer_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (idempotency_key)

table rate_limit_hits
  key text not null
  subject text not null default ''::text
  at timestamp with time zone not null default app_now()

table refunds
  id uuid not null
  transaction_id uuid not null
  gateway text not null
  provider_id text not null
  amount_minor bigint not null
  currency character(3) not null
  reason text not null
  state text not null default 'requested'::text
  created_at timestamp with time zone not null default app_now()
  CHECK ((amount_minor > 0))
  CHECK ((reason = ANY (ARRAY['arrived_late'::text, 'paid_twice'::text, 'paid_too_much'::text, 'product_gone'::text])))
  CHECK ((state = 'requested'::text))
  FOREIGN KEY (transaction_id) REFERENCES transactions(id)
  PRIMARY KEY (id)
  UNIQUE (gateway, provider_id, reason)

table schema_migrations
  name text not null
  applied_at timestamp with time zone not null default now()
  PRIMARY KEY (name)

table sessions
  id uuid not null
  token_hash bytea not null
  profile_id uuid not null
  created_at timestamp with time zone not null default app_now()
  last_seen_at timestamp with time zone not null default app_now()
  expires_at timestamp with time zone not null
  mfa_at timestamp with time zone
  user_agent text not null default ''::text
  network text not null default ''::text
  ended_at timestamp with time zone
  ended_because text
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (token_hash)

table sign_in_codes
  id uuid not null
  email text not null
  purpose text not null
  user_type text
  code_hash bytea not null
  link_hash bytea not null
  browser_hash bytea not null
  network text not null
  attempts smallint not null default 0
  return_to text
  sent_at timestamp with time zone not null default app_now()
  expires_at timestamp with time zone not null
  consumed_at timestamp with time zone
  voided_at timestamp with time zone
  CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'sign_up'::text, 'prove_payment'::text])))
  CHECK ((user_type = ANY (ARRAY['fan'::text, 'creator'::text])))
  PRIMARY KEY (id)
  UNIQUE (link_hash)

table subscription_plan_features
  id uuid not null
  plan_id uuid not null
  feature_text text not null
  feature_icon text not null
  display_order smallint not null
  is_active boolean not null default true
  FOREIGN KEY (plan_id) REFERENCES subscription_plans(id)
  PRIMARY KEY (id)

table subscription_plans
  id uuid not null
  name text not null
  display_name text not null
  price_ugx bigint not null
  price_usd bigint not null
  currency_primary character(3) not null default 'UGX'::bpchar
  discount_percentage smallint not null default 0
  discount_expires_at timestamp with time zone
  is_active boolean not null default true
  is_featured boolean not null default false
  country_restrictions text[] not null default '{}'::text[]
  created_at timestamp with time zone not null default app_now()
  updated_at timestamp with time zone not null default app_now()
  CHECK (((discount_percentage >= 0) AND (discount_percentage <= 100)))
  CHECK (((price_ugx > 0) AND ((price_ugx % (100)::bigint) = 0)))
  CHECK ((currency_primary = ANY (ARRAY['UGX'::bpchar, 'USD'::bpchar])))
  CHECK ((name = ANY (ARRAY['monthly'::text, 'annual'::text])))
  CHECK ((price_usd > 0))
  PRIMARY KEY (id)
  UNIQUE (name)

table subscriptions
  id uuid not null
  user_id uuid not null
  plan_id uuid not null
  purchase_id uuid not null
  status text not null default 'active'::text
  starts_at timestamp with time zone not null
  expires_at timestamp with time zone not null
  created_at timestamp with time zone not null default app_now()
  CHECK ((expires_at > starts_at))
  CHECK ((status = ANY (ARRAY['active'::text, 'refunded'::text, 'cancelled'::text])))
  FOREIGN KEY (plan_id) REFERENCES subscription_plans(id)
  FOREIGN KEY (purchase_id) REFERENCES purchases(id)
  FOREIGN KEY (user_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (purchase_id)

table transactions
  id uuid not null
  purchase_id uuid not null
  user_id uuid
  unauthenticated boolean not null
  flutterwave_tx_ref text not null
  transaction_type text not null
  payment_method text not null
  network text
  amount_minor bigint not null
  currency character(3) not null
  phone_number text
  email text not null
  customer_name text not null
  description text not null
  metadata jsonb not null default '{}'::jsonb
  status text not null default 'pending'::text
  stage text not null default 'created'::text
  checkout_link text
  link_expires_at timestamp with time zone
  calling_until timestamp with time zone
  failure_code text
  failure_text text
  next_check_at timestamp with time zone
  check_count integer not null default 0
  last_checked_at timestamp with time zone
  settled_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  updated_at timestamp with time zone not null default app_now()
  CHECK ((amount_minor > 0))
  CHECK ((currency = ANY (ARRAY['UGX'::bpchar, 'USD'::bpchar])))
  CHECK ((network = ANY (ARRAY['MTN'::text, 'AIRTEL'::text])))
  CHECK ((payment_method = ANY (ARRAY['card'::text, 'mobile_money'::text])))
  CHECK ((stage = ANY (ARRAY['created'::text, 'initiating'::text, 'awaiting_customer'::text, 'processing'::text, 'closed'::text])))
  CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'expired'::text, 'review'::text])))
  FOREIGN KEY (purchase_id) REFERENCES purchases(id)
  FOREIGN KEY (user_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (flutterwave_tx_ref)

table unlocks
  id uuid not null
  user_id uuid not null
  post_id uuid not null
  purchase_id uuid not null
  revoked_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  FOREIGN KEY (post_id) REFERENCES posts(id)
  FOREIGN KEY (purchase_id) REFERENCES purchases(id)
  FOREIGN KEY (user_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (purchase_id)

table user_access
  id uuid not null
  user_id uuid not null
  access_type text not null default 'full_access'::text
  expires_at timestamp with time zone
  reason text not null
  granted_by uuid
  revoked_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  CHECK ((access_type = 'full_access'::text))
  FOREIGN KEY (granted_by) REFERENCES profiles(id)
  FOREIGN KEY (user_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

view visible_creators
  profile_id uuid
  paid_until timestamp with time zone

table webhook_events
  id uuid not null
  gateway text not null
  body_sha256 bytea not null
  kind text not null
  provider_id text
  tx_ref text
  body text not null
  copies integer not null default 1
  state text not null default 'received'::text
  attempts smallint not null default 0
  next_attempt_at timestamp with time zone default app_now()
  received_at timestamp with time zone not null default app_now()
  last_received_at timestamp with time zone not null default app_now()
  processed_at timestamp with time zone
  CHECK ((state = ANY (ARRAY['received'::text, 'processed'::text, 'unknown_reference'::text, 'unreadable'::text])))
  PRIMARY KEY (id)
  UNIQUE (gateway, body_sha256)

CREATE INDEX activity_of_object ON public.activity USING btree (object_kind, object_id, at DESC)

CREATE INDEX caught_mails_of_recipient ON public.caught_mails USING btree (recipient, sent_at DESC, id DESC)

CREATE INDEX creator_listings_of_creator ON public.creator_listings USING btree (creator_id, ends_at DESC) WHERE (revoked_at IS NULL)

CREATE INDEX creator_listings_to_begin ON public.creator_listings USING btree (starts_at) WHERE (revoked_at IS NULL)

CREATE INDEX creators_in_feed ON public.creators USING btree (feed_rank DESC, profile_id DESC) INCLUDE (listed_until) WHERE listed

CREATE INDEX creators_to_unlist ON public.creators USING btree (listed_until) WHERE listed

CREATE INDEX follows_of_creator ON public.follows USING btree (creator_id)

CREATE INDEX gateway_charges_of_transaction ON public.gateway_charges USING btree (transaction_id)

CREATE INDEX journal_entries_of_cause ON public.journal_entries USING btree (cause_kind, cause_id)

CREATE INDEX ledger_unfolded_of_account ON public.ledger_unfolded USING btree (account_id) INCLUDE (amount_minor)

CREATE INDEX media_of_owner ON public.media USING btree (owner_id, created_at DESC)

CREATE INDEX media_to_process ON public.media USING btree (created_at) WHERE (state = 'processing'::text)

CREATE INDEX post_media_of_media ON public.post_media USING btree (media_id)

CREATE INDEX postings_of_account ON public.postings USING btree (account_id, entry_id DESC) INCLUDE (amount_minor)

CREATE INDEX posts_of_creator ON public.posts USING btree (creator_id, published_at DESC, id DESC) WHERE (state = 'published'::text)

CREATE INDEX profiles_by_dashed_name ON public.profiles USING btree (lower(regexp_replace(btrim(display_name), '\s+'::text, '-'::text, 'g'::text))) WHERE (user_type = 'creator'::text)

CREATE INDEX purchases_of_buyer ON public.purchases USING btree (buyer_id, created_at DESC)

CREATE INDEX rate_limit_hits_by_age ON public.rate_limit_hits USING btree (at)

CREATE INDEX rate_limit_hits_of_key ON public.rate_limit_hits USING btree (key, at DESC)

CREATE INDEX sessions_of_profile ON public.sessions USING btree (profile_id) WHERE (ended_at IS NULL)

CREATE INDEX sign_in_codes_of_browser ON public.sign_in_codes USING btree (browser_hash, sent_at DESC)

CREATE INDEX sign_in_codes_of_email ON public.sign_in_codes USING btree (email, sent_at DESC)

CREATE INDEX sign_in_codes_of_network ON public.sign_in_codes USING btree (network, sent_at DESC)

CREATE INDEX sign_in_codes_sent ON public.sign_in_codes USING btree (sent_at DESC)

CREATE INDEX subscriptions_of_user ON public.subscriptions USING btree (user_id, expires_at DESC) WHERE (status = 'active'::text)

CREATE INDEX transactions_of_purchase ON public.transactions USING btree (purchase_id, created_at DESC)

CREATE INDEX transactions_of_user ON public.transactions USING btree (user_id, created_at DESC)

CREATE INDEX transactions_to_check ON public.transactions USING btree (next_check_at) WHERE (next_check_at IS NOT NULL)

CREATE INDEX user_access_of_user ON public.user_access USING btree (user_id) WHERE (revoked_at IS NULL)

CREATE INDEX webhook_events_to_process ON public.webhook_events USING btree (next_attempt_at) WHERE (state = 'received'::text)

CREATE UNIQUE INDEX purchases_one_open ON public.purchases USING btree (buyer_scope, kind, product_id) WHERE (state = 'open'::text)

CREATE UNIQUE INDEX unlocks_once ON public.unlocks USING btree (user_id, post_id) WHERE (revoked_at IS NULL)

CREATE CONSTRAINT TRIGGER journal_entries_have_postings AFTER INSERT ON public.journal_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_empty_entry()

CREATE CONSTRAINT TRIGGER postings_balance AFTER INSERT ON public.postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced_entry()

CREATE TRIGGER activity_is_append_only BEFORE DELETE OR UPDATE ON public.activity FOR EACH ROW EXECUTE FUNCTION refuse_change()

CREATE TRIGGER activity_is_never_emptied BEFORE TRUNCATE ON public.activity FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

CREATE TRIGGER journal_entries_are_append_only BEFORE DELETE OR UPDATE ON public.journal_entries FOR EACH ROW EXECUTE FUNCTION refuse_change()

CREATE TRIGGER journal_entries_are_never_emptied BEFORE TRUNCATE ON public.journal_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

CREATE TRIGGER postings_are_append_only BEFORE DELETE OR UPDATE ON public.postings FOR EACH ROW EXECUTE FUNCTION refuse_change()

CREATE TRIGGER postings_are_never_emptied BEFORE TRUNCATE ON public.postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN (SELECT (now() + app_clock.advanced_by) FROM app_clock)


CREATE OR REPLACE FUNCTION public.fold_hot_accounts(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare v_taken integer;
begin
  with taken as (
    delete from ledger_unfolded u using (
      select w.entry_id, w.line from ledger_unfolded w order by w.entry_id, w.line limit p_limit for update skip locked
    ) pick where u.entry_id = pick.entry_id and u.line = pick.line
    returning u.account_id, u.amount_minor
  ), sums as (
    select account_id, sum(amount_minor)::bigint as total, count(*) as lines from taken group by account_id
  ), locked as (
    select b.account_id from ledger_balances b where b.account_id in (select account_id from sums) order by b.account_id for update
  ), moved as (
    update ledger_balances b set balance_minor = b.balance_minor + sums.total
    from sums join locked using (account_id) where b.account_id = sums.account_id returning sums.lines
  )
  select coalesce(sum(lines), 0)::integer into v_taken from moved;
  return v_taken;
end $function$


CREATE OR REPLACE FUNCTION public.ledger_balance(p_account uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN (SELECT (b.balance_minor + (COALESCE((SELECT sum(u.amount_minor) AS sum FROM ledger_unfolded u WHERE (u.account_id = b.account_id)), (0)::numeric))::bigint) FROM ledger_balances b WHERE (b.account_id = ledger_balance.p_account))


CREATE OR REPLACE FUNCTION public.open_ledger_account(p_id uuid, p_purpose text, p_owner uuid, p_currency character, p_folded boolean, p_guarded boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare v_id uuid;
begin
  select a.id into v_id from ledger_accounts a
    where a.purpose = p_purpose and a.owner_id is not distinct from p_owner and a.currency = p_currency;
  if v_id is not null then return v_id; end if;
  insert into ledger_accounts (id, purpose, owner_id, currency, folded, guarded)
    values (p_id, p_purpose, p_owner, p_currency, p_folded, p_guarded)
    on conflict (purpose, owner_id, currency) do nothing returning id into v_id;
  if v_id is null then
    select a.id into strict v_id from ledger_accounts a
      where a.purpose = p_purpose and a.owner_id is not distinct from p_owner and a.currency = p_currency;
    return v_id;
  end if;
  insert into ledger_balances (account_id, guarded) values (v_id, p_guarded);
  return v_id;
end $function$


CREATE OR REPLACE FUNCTION public.post_journal_entry(p_entry uuid, p_kind text, p_key text, p_cause_kind text, p_cause uuid, p_happened_at timestamp with time zone, p_reverses uuid, p_accounts uuid[], p_amounts bigint[])
 RETURNS TABLE(entry_id uuid, posted boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_lines integer := cardinality(p_accounts);
  v_print bytea := sha256(convert_to(concat_ws('|', p_kind, p_cause_kind, p_cause, p_reverses, p_accounts, p_amounts), 'UTF8'));
  v_first record;
  v_written integer;
begin
  if v_lines < 2 or v_lines <> cardinality(p_amounts) then
    raise exception 'a journal entry needs two lines or more, each with an account and an amount' using errcode = 'check_violation';
  end if;

  insert into journal_entries (id, kind, idempotency_key, fingerprint, cause_kind, cause_id, reverses, happened_at)
    values (p_entry, p_kind, p_key, v_print, p_cause_kind, p_cause, p_reverses, p_happened_at)
    on conflict (idempotency_key) do nothing;
  if not found then
    select e.id, e.fingerprint into v_first from journal_entries e where e.idempotency_key = p_key;
    if v_first.fingerprint is distinct from v_print then
      raise exception 'idempotency key % was used for another entry', p_key using errcode = 'unique_violation';
    end if;
    return query select v_first.id, false;
    return;
  end if;

  if p_reverses is not null and exists (
    select from (
      select p.account_id, -sum(p.amount_minor) as amount from postings p where p.entry_id = p_reverses group by 1
    ) as taken full join (
      select l.account as account_id, sum(l.amount) as amount from unnest(p_accounts, p_amounts) as l (account, amount) group by 1
    ) as given using (account_id) where taken.amount is distinct from given.amount
  ) then
    raise exception 'entry % does not take back entry % whole', p_entry, p_reverses using errcode = 'check_violation';
  end if;

  perform from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where b.account_id = any (p_accounts) and not a.folded order by b.account_id for update of b;

  with lines as (
    select l.line::smallint as line, a.id as account_id, l.amount, a.currency, a.folded
    from unnest(p_accounts, p_amounts) with ordinality as l (account, amount, line)
    join ledger_accounts a on a.id = l.account
  ), written as (
    insert into postings (entry_id, line, account_id, amount_minor, currency)
    select p_entry, lines.line, lines.account_id, lines.amount, lines.currency from lines
    returning 1
  ), waiting as (
    insert into ledger_unfolded (entry_id, line, account_id, amount_minor)
    select p_entry, lines.line, lines.account_id, lines.amount from lines where lines.folded
  ), moved as (
    update ledger_balances b set balance_minor = b.balance_minor + s.total
    from (select lines.account_id, sum(lines.amount)::bigint as total from lines where not lines.folded group by 1) s
    where b.account_id = s.account_id
  )
  select count(*) into v_written from written;
  if v_written <> v_lines then
    raise exception 'a line names an account that does not exist' using errcode = 'foreign_key_violation';
  end if;
  return query select p_entry, true;
end $function$


CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege'; end $function$


CREATE OR REPLACE FUNCTION public.refuse_empty_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if not exists (select from postings p where p.entry_id = new.id) then
    raise exception 'journal entry % has no postings', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.refuse_unbalanced_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if exists (select from postings p where p.entry_id = new.entry_id group by p.currency having sum(p.amount_minor) <> 0) then
    raise exception 'journal entry % does not balance', new.entry_id using errcode = 'check_violation';
  end if;
  return null;
end $function$


-- peach_app may insert, select activity

-- peach_app may select app_clock

-- peach_app may delete, insert, select caught_mails

-- peach_app may insert, select creator_listings

-- peach_app may insert, select creators

-- peach_app may select entitlements

-- peach_app may delete, insert, select follows

-- peach_app may delete, select former_usernames

-- peach_app may insert, select gateway_charges

-- peach_app may select journal_entries

-- peach_app may select ledger_accounts

-- peach_app may select ledger_balances

-- peach_app may select ledger_unfolded

-- peach_app may delete, insert, select media

-- peach_app may delete, insert, select media_renditions

-- peach_app may insert, select post_media

-- peach_app may select postings

-- peach_app may insert, select posts

-- peach_app may insert, select profiles

-- peach_app may insert, select purchases

-- peach_app may delete, insert, select rate_limit_hits

-- peach_app may insert, select refunds

-- peach_app may select schema_migrations

-- peach_app may delete, insert, select sessions

-- peach_app may delete, insert, select sign_in_codes

-- peach_app may select subscription_plan_features

-- peach_app may insert, select subscription_plans

-- peach_app may insert, select subscriptions

-- peach_app may insert, select transactions

-- peach_app may insert, select unlocks

-- peach_app may insert, select user_access

-- peach_app may select visible_creators

-- peach_app may insert, select webhook_events

