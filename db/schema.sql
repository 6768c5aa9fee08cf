-- Written by `npm run db -- types`; read it, never edit it.

table account_deletions
  id uuid not null
  profile_id uuid not null
  state text not null default 'asked'::text
  code_hash bytea
  attempts smallint not null default 0
  asked_at timestamp with time zone not null default app_now()
  code_expires_at timestamp with time zone not null
  confirmed_at timestamp with time zone
  due_at timestamp with time zone
  cancel_hash bytea
  cancelled_at timestamp with time zone
  erased_at timestamp with time zone
  CHECK (((state = 'erased'::text) = (erased_at IS NOT NULL)))
  CHECK (((state = ANY (ARRAY['waiting'::text, 'erased'::text])) <= (due_at IS NOT NULL)))
  CHECK ((state = ANY (ARRAY['asked'::text, 'replaced'::text, 'waiting'::text, 'cancelled'::text, 'erased'::text])))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table account_devices
  profile_id uuid not null
  device_hash bytea not null
  network text not null
  first_seen_at timestamp with time zone not null default app_now()
  last_seen_at timestamp with time zone not null default app_now()
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (profile_id, device_hash)

table account_flags
  id uuid not null
  account_id uuid not null
  reason text not null
  cause_id uuid not null
  raised_at timestamp with time zone not null default app_now()
  cleared_at timestamp with time zone
  cleared_by uuid
  CHECK (((cleared_at IS NULL) = (cleared_by IS NULL)))
  CHECK ((reason = 'chargeback'::text))
  FOREIGN KEY (account_id) REFERENCES profiles(id)
  FOREIGN KEY (cleared_by) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (reason, cause_id)

table activity
  id uuid not null
  at timestamp with time zone not null default app_now()
  actor_id uuid
  event text not null
  object_kind text not null
  object_id text not null
  detail jsonb not null default '{}'::jsonb
  FOREIGN KEY (actor_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table admin_invites
  id uuid not null
  invite_token bytea not null
  email text not null
  role text
  used boolean not null default false
  expires_at timestamp with time zone not null
  created_at timestamp with time zone not null default app_now()
  created_by uuid not null
  used_at timestamp with time zone
  deleted_at timestamp with time zone
  CHECK ((email = lower(email)))
  CHECK ((role = ANY (ARRAY['content-moderator'::text, 'earnings-manager'::text, 'support'::text, 'super-admin'::text])))
  CHECK ((used = (used_at IS NOT NULL)))
  FOREIGN KEY (created_by) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (invite_token)

table app_clock
  only_row boolean not null default true
  advanced_by interval not null default '00:00:00'::interval
  CHECK (only_row)
  PRIMARY KEY (only_row)

table application_claims
  application_id uuid not null
  reviewer_id uuid not null
  first_opened_at timestamp with time zone not null default app_now()
  claimed_until timestamp with time zone not null
  FOREIGN KEY (application_id) REFERENCES creator_applications(id)
  FOREIGN KEY (reviewer_id) REFERENCES profiles(id)
  PRIMARY KEY (application_id)

table application_decisions
  id uuid not null
  application_id uuid not null
  submitted_at timestamp with time zone not null
  decision text not null
  failed_steps text[] not null default '{}'::text[]
  message text not null default ''::text
  decided_by uuid not null
  decided_at timestamp with time zone not null default app_now()
  CHECK (((decision = 'approved'::text) OR (length(message) >= 10)))
  CHECK (((decision = 'changes_requested'::text) = (cardinality(failed_steps) > 0)))
  CHECK ((decision = ANY (ARRAY['approved'::text, 'changes_requested'::text, 'rejected'::text])))
  CHECK ((failed_steps <@ ARRAY['profile'::text, 'first_post'::text, 'prices'::text, 'selfie'::text, 'identity_document'::text, 'proof_of_address'::text]))
  CHECK ((length(message) <= (12 * 1000)))
  FOREIGN KEY (application_id) REFERENCES creator_applications(id)
  FOREIGN KEY (decided_by) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (application_id, submitted_at)

table application_drafts
  application_id uuid not null
  step text not null
  typed jsonb not null default '{}'::jsonb
  version integer not null default 1
  tab text not null default ''::text
  saved_at timestamp with time zone not null default app_now()
  CHECK (((jsonb_typeof(typed) = 'object'::text) AND (pg_column_size(typed) < 20000)))
  CHECK ((step = ANY (ARRAY['profile'::text, 'first_post'::text, 'prices'::text, 'verification'::text])))
  FOREIGN KEY (application_id) REFERENCES creator_applications(id)
  PRIMARY KEY (application_id, step)

table blocked_fingerprints
  block_id uuid not null
  part smallint not null
  fingerprint bit(256) not null
  CHECK (((part >= 0) AND (part <= 9)))
  FOREIGN KEY (block_id) REFERENCES blocked_media(id)
  PRIMARY KEY (block_id, part)

table blocked_matches
  post_id uuid not null
  media_id uuid not null
  block_id uuid not null
  differing_bits smallint not null
  found_at timestamp with time zone not null default app_now()
  CHECK (((differing_bits >= 0) AND (differing_bits <= 256)))
  FOREIGN KEY (block_id) REFERENCES blocked_media(id)
  FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE
  FOREIGN KEY (post_id) REFERENCES posts(id)
  PRIMARY KEY (post_id, media_id, block_id)

table blocked_media
  id uuid not null
  media_id uuid not null
  kind text not null
  content_sha256 bytea not null
  owner_id uuid not null
  post_id uuid not null
  reason text not null
  blocked_by uuid not null
  blocked_at timestamp with time zone not null default app_now()
  unblocked_at timestamp with time zone
  unblocked_by uuid
  CHECK (((unblocked_at IS NULL) = (unblocked_by IS NULL)))
  CHECK ((char_length(reason) <= (12 * 1000)))
  CHECK ((kind = ANY (ARRAY['photo'::text, 'video'::text, 'voice'::text])))
  CHECK ((octet_length(content_sha256) = 32))
  FOREIGN KEY (blocked_by) REFERENCES profiles(id)
  FOREIGN KEY (owner_id) REFERENCES profiles(id)
  FOREIGN KEY (post_id) REFERENCES posts(id)
  FOREIGN KEY (unblocked_by) REFERENCES profiles(id)
  PRIMARY KEY (id)

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

table chargeback_spendings
  chargeback_id uuid not null
  earning_id uuid not null
  creator_id uuid not null
  amount_minor bigint not null
  reversed_minor bigint not null
  recorded_at timestamp with time zone not null default app_now()
  CHECK (((reversed_minor >= 0) AND (reversed_minor <= amount_minor)))
  CHECK ((amount_minor > 0))
  FOREIGN KEY (chargeback_id) REFERENCES chargebacks(id)
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (earning_id) REFERENCES earnings(id)
  PRIMARY KEY (chargeback_id, earning_id)

table chargeback_ties
  chargeback_id uuid not null
  creator_id uuid not null
  kind text not null
  created_at timestamp with time zone not null default app_now()
  CHECK ((kind = ANY (ARRAY['same_device'::text, 'same_payout_number'::text, 'same_payout_name'::text, 'same_sign_up_network'::text])))
  FOREIGN KEY (chargeback_id) REFERENCES chargebacks(id)
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  PRIMARY KEY (chargeback_id, creator_id, kind)

table chargebacks
  id uuid not null
  gateway text not null
  chargeback_id text not null
  provider_id text
  transaction_id uuid
  purchase_id uuid
  account_id uuid
  amount_minor bigint
  currency character(3)
  status text not null
  raw_status text not null
  stage text not null default ''::text
  comment text not null default ''::text
  opened_at timestamp with time zone not null
  due_at timestamp with time zone
  answer text
  answer_note text not null default ''::text
  answered_by uuid
  answered_at timestamp with time zone
  notified_at timestamp with time zone
  entry_id uuid
  won_entry_id uuid
  warned smallint not null default 0
  puzzling text
  ended_at timestamp with time zone
  CHECK (((answer IS NULL) = (answered_by IS NULL)))
  CHECK (((entry_id IS NULL) OR ((transaction_id IS NOT NULL) AND (amount_minor IS NOT NULL) AND (currency IS NOT NULL))))
  CHECK ((amount_minor > 0))
  CHECK ((answer = ANY (ARRAY['accept'::text, 'decline'::text])))
  CHECK ((char_length(answer_note) <= (12 * 1000)))
  CHECK ((currency = ANY (ARRAY['UGX'::bpchar, 'USD'::bpchar])))
  CHECK ((status = ANY (ARRAY['initiated'::text, 'pending'::text, 'accepted'::text, 'declined'::text, 'won'::text, 'lost'::text, 'reversed'::text, 'unknown'::text])))
  FOREIGN KEY (account_id) REFERENCES profiles(id)
  FOREIGN KEY (answered_by) REFERENCES profiles(id)
  FOREIGN KEY (entry_id) REFERENCES journal_entries(id)
  FOREIGN KEY (purchase_id) REFERENCES purchases(id)
  FOREIGN KEY (transaction_id) REFERENCES transactions(id)
  FOREIGN KEY (won_entry_id) REFERENCES journal_entries(id)
  PRIMARY KEY (id)
  UNIQUE (gateway, chargeback_id)

table chat_drafts
  thread_id uuid not null
  fan_id uuid not null
  body text not null
  saved_at timestamp with time zone not null default app_now()
  CHECK ((char_length(body) <= (12 * 1000)))
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  FOREIGN KEY (thread_id) REFERENCES chat_threads(id)
  PRIMARY KEY (thread_id)

table chat_media_drafts
  thread_id uuid
  media_id uuid not null
  position smallint not null
  creator_id uuid not null
  CHECK (("position" >= 0))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (media_id) REFERENCES media(id)
  FOREIGN KEY (thread_id) REFERENCES chat_threads(id)
  UNIQUE NULLS NOT DISTINCT (creator_id, thread_id, media_id)

table chat_media_messages
  message_id uuid not null
  price_minor bigint
  removed_at timestamp with time zone
  CHECK ((((price_minor >= 100000) AND (price_minor <= 500000000)) AND ((price_minor % (100)::bigint) = 0)))
  FOREIGN KEY (message_id) REFERENCES chat_messages(id)
  PRIMARY KEY (message_id)

table chat_message_media
  message_id uuid not null
  position smallint not null
  media_id uuid not null
  fan_id uuid not null
  CHECK (("position" >= 0))
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  FOREIGN KEY (media_id) REFERENCES media(id)
  FOREIGN KEY (message_id) REFERENCES chat_media_messages(message_id)
  PRIMARY KEY (message_id, "position")
  UNIQUE (message_id, media_id)

table chat_messages
  id uuid not null
  thread_id uuid not null
  seq bigint not null
  sender_id uuid not null
  client_id uuid not null
  body text not null
  price_minor bigint
  net_minor bigint
  entry_id uuid
  sent_at timestamp with time zone not null
  CHECK ((((price_minor IS NULL) = (net_minor IS NULL)) AND ((price_minor IS NULL) = (entry_id IS NULL))))
  CHECK (((net_minor > 0) AND (net_minor <= price_minor)))
  CHECK (((price_minor > 0) AND ((price_minor % (100)::bigint) = 0)))
  CHECK ((char_length(body) <= (12 * 1000)))
  CHECK ((seq > 0))
  FOREIGN KEY (entry_id) REFERENCES journal_entries(id)
  FOREIGN KEY (sender_id) REFERENCES profiles(id)
  FOREIGN KEY (thread_id) REFERENCES chat_threads(id)
  PRIMARY KEY (id)
  UNIQUE (entry_id)
  UNIQUE (sender_id, client_id)
  UNIQUE (thread_id, seq)

table chat_saved_replies
  id uuid not null
  creator_id uuid not null
  name text not null
  body text not null
  changed_at timestamp with time zone not null default app_now()
  CHECK (((char_length(body) >= 1) AND (char_length(body) <= (12 * 1000))))
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= (12 * 24)) AND (name !~ '[[:space:]/]'::text)))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  PRIMARY KEY (id)
  UNIQUE (creator_id, name)

table chat_threads
  id uuid not null
  creator_id uuid not null
  fan_id uuid not null
  last_seq bigint not null default 0
  last_at timestamp with time zone not null default app_now()
  fan_read_seq bigint not null default 0
  creator_read_seq bigint not null default 0
  agreed_rate_minor bigint
  waits_since timestamp with time zone
  fan_muted boolean not null default false
  creator_muted boolean not null default false
  blocked_by_fan_at timestamp with time zone
  blocked_by_creator_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  fan_delivered_seq bigint not null default 0
  creator_delivered_seq bigint not null default 0
  CHECK ((((fan_read_seq >= 0) AND (fan_read_seq <= last_seq)) AND ((creator_read_seq >= 0) AND (creator_read_seq <= last_seq))))
  CHECK ((agreed_rate_minor > 0))
  CHECK ((creator_id <> fan_id))
  CHECK ((last_seq >= 0))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (fan_id, creator_id)

table chat_waiting_messages
  thread_id uuid not null
  creator_id uuid not null
  client_id uuid not null
  body text not null
  price_minor bigint
  problem text
  created_at timestamp with time zone not null default app_now()
  CHECK ((char_length(body) <= 12000))
  CHECK ((price_minor > 0))
  CHECK ((problem = ANY (ARRAY['photo_failed'::text, 'video_failed'::text, 'voice_failed'::text, 'media_blocked'::text, 'closed'::text])))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (thread_id) REFERENCES chat_threads(id)
  PRIMARY KEY (thread_id)

table chat_welcomed_fans
  creator_id uuid not null
  fan_id uuid not null
  welcomed_at timestamp with time zone not null default app_now()
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  PRIMARY KEY (creator_id, fan_id)

table chat_welcomes
  creator_id uuid not null
  body text not null
  is_on boolean not null
  changed_at timestamp with time zone not null default app_now()
  CHECK (((char_length(body) >= 1) AND (char_length(body) <= (12 * 1000))))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  PRIMARY KEY (creator_id)

table comment_mutes
  creator_id uuid not null
  fan_id uuid not null
  created_at timestamp with time zone not null default app_now()
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  PRIMARY KEY (creator_id, fan_id)

table consents
  id uuid not null
  profile_id uuid not null
  document text not null
  version text not null
  occasion text not null
  accepted_at timestamp with time zone not null default app_now()
  CHECK ((document = ANY (ARRAY['terms'::text, 'privacy'::text, 'refunds'::text, 'acceptable-use'::text, 'creator-verification'::text])))
  CHECK ((occasion = ANY (ARRAY['sign_up'::text, 'payment'::text, 'renewal'::text, 'creator_application'::text, 'staff_setup'::text])))
  CHECK ((version ~ '^\d+\.\d+$'::text))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (profile_id, document, version, occasion)

table content_flags
  id uuid not null
  creator_id uuid not null
  reason text not null
  raised_by uuid not null
  raised_at timestamp with time zone not null default app_now()
  cleared_at timestamp with time zone
  cleared_by uuid
  CHECK (((cleared_at IS NULL) = (cleared_by IS NULL)))
  CHECK ((char_length(reason) <= (12 * 1000)))
  FOREIGN KEY (cleared_by) REFERENCES profiles(id)
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (raised_by) REFERENCES profiles(id)
  PRIMARY KEY (id)

table creator_alerts
  creator_id uuid not null
  fan_id uuid not null
  posts boolean not null
  live boolean not null
  changed_at timestamp with time zone not null default app_now()
  CHECK ((posts OR live))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  PRIMARY KEY (creator_id, fan_id)

table creator_applications
  id uuid not null
  profile_id uuid not null
  state text not null default 'draft'::text
  steps_done text[] not null default '{}'::text[]
  version integer not null default 1
  tags text[] not null default '{}'::text[]
  first_post_kind text
  first_post_media_id uuid
  first_post_price_minor bigint
  first_post_id uuid
  subscription_price_minor bigint
  daily_goal_minor bigint
  pay_to_unlock boolean
  address_proof_dated date
  submitted_at timestamp with time zone
  decided_at timestamp with time zone
  toured_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  updated_at timestamp with time zone not null default app_now()
  first_post_shown text
  first_post_people text[] not null default '{}'::text[]
  legal_name text
  CHECK (((cardinality(tags) <= 3) AND (tags <@ ARRAY['new'::text, 'flirty'::text, 'vip'::text, 'creative'::text, 'dancer'::text, 'music'::text])))
  CHECK (((first_post_price_minor >= 100000) AND (first_post_price_minor <= 500000000)))
  CHECK (((length(legal_name) >= 2) AND (length(legal_name) <= (12 * 100))))
  CHECK (((state = 'draft'::text) OR (submitted_at IS NOT NULL)))
  CHECK ((cardinality(first_post_people) <= 10))
  CHECK ((daily_goal_minor > 0))
  CHECK ((first_post_kind = ANY (ARRAY['photo'::text, 'video'::text])))
  CHECK ((first_post_shown = ANY (ARRAY['only_me'::text, 'with_others'::text])))
  CHECK ((state = ANY (ARRAY['draft'::text, 'in_review'::text, 'changes_requested'::text, 'approved'::text, 'rejected'::text])))
  CHECK ((steps_done <@ ARRAY['profile'::text, 'first_post'::text, 'prices'::text]))
  CHECK ((subscription_price_minor > 0))
  FOREIGN KEY (first_post_id) REFERENCES posts(id)
  FOREIGN KEY (first_post_media_id) REFERENCES media(id)
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (profile_id)

table creator_audience_days
  creator_id uuid not null
  day date not null
  new_followers integer not null default 0
  subscriber_change integer not null default 0
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  PRIMARY KEY (creator_id, day)

table creator_fee_reminders
  creator_id uuid not null
  ends_at timestamp with time zone not null
  kind text not null
  sent_at timestamp with time zone not null default app_now()
  CHECK ((kind = ANY (ARRAY['two_days'::text, 'one_day'::text, 'hidden'::text])))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  PRIMARY KEY (creator_id, ends_at, kind)

table creator_fee_weeks
  id uuid not null
  creator_id uuid not null
  purchase_id uuid not null
  transaction_id uuid
  amount_minor bigint not null
  currency character(3) not null
  paid_at timestamp with time zone not null
  starts_at timestamp with time zone
  ends_at timestamp with time zone
  earned_at timestamp with time zone
  refunded_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  CHECK (((earned_at IS NULL) OR (ends_at IS NOT NULL)))
  CHECK (((starts_at IS NULL) = (ends_at IS NULL)))
  CHECK ((amount_minor > 0))
  CHECK ((currency = ANY (ARRAY['UGX'::bpchar, 'USD'::bpchar])))
  CHECK ((ends_at > starts_at))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (purchase_id) REFERENCES purchases(id)
  FOREIGN KEY (transaction_id) REFERENCES transactions(id)
  PRIMARY KEY (id)
  UNIQUE (purchase_id)

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

table creator_subscribers
  creator_id uuid not null
  fan_id uuid not null
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  PRIMARY KEY (creator_id, fan_id)

table creator_subscription_days
  id uuid not null
  creator_id uuid not null
  day date not null
  subscriptions integer not null
  gross_minor bigint not null
  fee_basis_points integer not null
  fee_minor bigint not null
  entry_id uuid not null
  created_at timestamp with time zone not null default app_now()
  CHECK (((fee_basis_points >= 0) AND (fee_basis_points <= 10000)))
  CHECK (((fee_minor >= 0) AND (fee_minor <= gross_minor)))
  CHECK ((gross_minor > 0))
  CHECK ((subscriptions > 0))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (entry_id) REFERENCES journal_entries(id)
  PRIMARY KEY (id)

table creator_subscriptions
  id uuid not null
  user_id uuid not null
  creator_id uuid not null
  purchase_id uuid not null
  price_minor bigint not null
  starts_at timestamp with time zone not null
  ends_at timestamp with time zone not null
  earned_days smallint not null default 0
  earned_minor bigint not null default 0
  refunded_minor bigint not null default 0
  ended_refund_minor bigint not null default 0
  next_earning_day date
  status text not null default 'active'::text
  ended_early_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  CHECK (((earned_days >= 0) AND (earned_days <= 30)))
  CHECK (((earned_minor + refunded_minor) <= price_minor))
  CHECK (((ended_refund_minor >= 0) AND (ended_refund_minor <= refunded_minor)))
  CHECK (((price_minor > 0) AND ((price_minor % (100)::bigint) = 0)))
  CHECK (((status = 'active'::text) = (ended_early_at IS NULL)))
  CHECK (((status = 'active'::text) OR (next_earning_day IS NULL)))
  CHECK ((earned_minor >= 0))
  CHECK ((ends_at > starts_at))
  CHECK ((refunded_minor >= 0))
  CHECK ((status = ANY (ARRAY['active'::text, 'rest_refunded'::text, 'refunded'::text])))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (purchase_id) REFERENCES purchases(id)
  FOREIGN KEY (user_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (purchase_id)

table creator_uses
  fan_id uuid not null
  creator_id uuid not null
  day date not null
  CHECK ((fan_id <> creator_id))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  PRIMARY KEY (day, fan_id, creator_id)

table creator_words
  creator_id uuid not null
  word text not null
  rank bigint not null
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  PRIMARY KEY (creator_id, word)

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
  reverify_by timestamp with time zone
  reverify_reminded_days smallint
  fee_paused_at timestamp with time zone
  fee_auto_pay_minor bigint
  first_visible_at timestamp with time zone
  top_since timestamp with time zone
  live_told_at timestamp with time zone
  invites_sent smallint not null default 0
  shows_last_online boolean not null default false
  fee_auto_pay_offered_at timestamp with time zone
  legal_name text
  subscriber_count integer not null default 0
  CHECK (((invites_sent >= 0) AND (invites_sent <= 6)))
  CHECK (((length(legal_name) >= 2) AND (length(legal_name) <= (12 * 100))))
  CHECK ((booking_rate_minor > 0))
  CHECK ((call_rate_minor > 0))
  CHECK ((cardinality(tags) <= 3))
  CHECK ((chat_rate_minor > 0))
  CHECK ((daily_goal_minor > 0))
  CHECK ((fee_auto_pay_minor > 0))
  CHECK ((reverify_reminded_days = ANY (ARRAY[30, 7])))
  CHECK ((subscription_price_minor > 0))
  CHECK ((verification_status = ANY (ARRAY['draft'::text, 'in_review'::text, 'approved'::text, 'rejected'::text])))
  FOREIGN KEY (card_media_id) REFERENCES media(id)
  FOREIGN KEY (cover_media_id) REFERENCES media(id)
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  FOREIGN KEY (share_media_id) REFERENCES media(id)
  PRIMARY KEY (profile_id)

table creators_to_index
  creator_id uuid not null
  since timestamp with time zone not null default app_now()
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  PRIMARY KEY (creator_id)

table custom_request_drafts
  fan_id uuid not null
  creator_id uuid not null
  kind text not null
  words text not null
  wanted_by text not null
  price text not null
  saved_at timestamp with time zone not null default app_now()
  CHECK ((char_length(words) <= (12 * 2000)))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  PRIMARY KEY (fan_id, creator_id)

table custom_request_media
  request_id uuid not null
  media_id uuid not null
  position integer not null
  CHECK (("position" >= 0))
  FOREIGN KEY (media_id) REFERENCES media(id)
  FOREIGN KEY (request_id) REFERENCES custom_requests(id)
  PRIMARY KEY (request_id, media_id)

table custom_request_offers
  creator_id uuid not null
  kind text not null
  is_on boolean not null
  min_price_minor bigint not null
  changed_at timestamp with time zone not null default app_now()
  CHECK (((min_price_minor > 0) AND ((min_price_minor % (100)::bigint) = 0)))
  CHECK ((kind = ANY (ARRAY['photo'::text, 'video'::text, 'voice'::text])))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  PRIMARY KEY (creator_id, kind)

table custom_requests
  id uuid not null
  number bigint not null
  fan_id uuid not null
  creator_id uuid not null
  attempt text not null
  kind text not null
  words text not null
  wanted_by date not null
  price_minor bigint not null
  changed_price_minor bigint
  currency character(3) not null default 'UGX'::bpchar
  version integer not null default 1
  state text not null default 'asked'::text
  hold_id uuid not null
  asked_at timestamp with time zone not null
  answer_by timestamp with time zone not null
  deliver_by timestamp with time zone not null
  accepted_at timestamp with time zone
  closed_at timestamp with time zone
  deliver_when_ready boolean not null default false
  CHECK (((answer_by > asked_at) AND (answer_by <= deliver_by)))
  CHECK (((changed_price_minor > 0) AND ((changed_price_minor % (100)::bigint) = 0)))
  CHECK (((price_minor > 0) AND ((price_minor % (100)::bigint) = 0)))
  CHECK (((state = 'price_changed'::text) = (changed_price_minor IS NOT NULL)))
  CHECK (((state = ANY (ARRAY['accepted'::text, 'delivered'::text, 'not_delivered'::text])) = (accepted_at IS NOT NULL)))
  CHECK (((state = ANY (ARRAY['asked'::text, 'price_changed'::text, 'accepted'::text])) = (closed_at IS NULL)))
  CHECK ((char_length(words) <= (12 * 500)))
  CHECK ((creator_id <> fan_id))
  CHECK ((currency = 'UGX'::bpchar))
  CHECK ((kind = ANY (ARRAY['photo'::text, 'video'::text, 'voice'::text, 'call'::text])))
  CHECK ((state = ANY (ARRAY['asked'::text, 'price_changed'::text, 'accepted'::text, 'delivered'::text, 'declined'::text, 'withdrawn'::text, 'lapsed'::text, 'not_delivered'::text])))
  CHECK ((version > 0))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  FOREIGN KEY (hold_id) REFERENCES wallet_holds(id)
  PRIMARY KEY (id)
  UNIQUE (fan_id, attempt)
  UNIQUE (hold_id)
  UNIQUE (number)

table data_exports
  id uuid not null
  profile_id uuid not null
  state text not null default 'building'::text
  sealed_key text
  archives jsonb not null default '[]'::jsonb
  run uuid
  run_until timestamp with time zone
  requested_at timestamp with time zone not null default app_now()
  ready_at timestamp with time zone
  expires_at timestamp with time zone
  CHECK (((state = 'ready'::text) <= ((ready_at IS NOT NULL) AND (expires_at IS NOT NULL) AND (sealed_key IS NOT NULL))))
  CHECK ((state = ANY (ARRAY['building'::text, 'ready'::text, 'failed'::text, 'expired'::text])))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table digest_choices
  profile_id uuid not null
  all_mails boolean not null
  hour smallint not null
  changed_at timestamp with time zone not null default app_now()
  CHECK (((hour >= 0) AND (hour <= 23)))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (profile_id)

table earning_days
  creator_id uuid not null
  day date not null
  source text not null
  sales integer not null
  gross_minor bigint not null
  fee_minor bigint not null
  net_minor bigint not null
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  PRIMARY KEY (creator_id, day, source)

table earning_reversals
  id uuid not null
  earning_id uuid not null
  creator_id uuid not null
  cause_kind text not null
  cause_id uuid not null
  from_pending_minor bigint not null
  from_available_minor bigint not null
  owed_minor bigint not null
  reversed_at timestamp with time zone not null
  reinstated_at timestamp with time zone
  CHECK ((((from_pending_minor + from_available_minor) + owed_minor) > 0))
  CHECK ((from_available_minor >= 0))
  CHECK ((from_pending_minor >= 0))
  CHECK ((owed_minor >= 0))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (earning_id) REFERENCES earnings(id)
  PRIMARY KEY (id)
  UNIQUE (cause_kind, cause_id, earning_id)

table earnings
  id uuid not null
  creator_id uuid not null
  source text not null
  cause_kind text not null
  cause_id uuid not null
  entry_id uuid not null
  gross_minor bigint not null
  fee_minor bigint not null
  net_minor bigint not null
  reversed_minor bigint not null default 0
  earned_at timestamp with time zone not null
  available_at timestamp with time zone not null
  released_at timestamp with time zone
  pending_used_minor bigint not null default 0
  card_funded boolean not null default false
  summed boolean not null default false
  CHECK (((pending_used_minor >= 0) AND (pending_used_minor <= net_minor)))
  CHECK (((reversed_minor >= 0) AND (reversed_minor <= net_minor)))
  CHECK ((fee_minor >= 0))
  CHECK ((gross_minor = (fee_minor + net_minor)))
  CHECK ((gross_minor > 0))
  CHECK ((net_minor >= 0))
  CHECK ((source = ANY (ARRAY['unlock'::text, 'tip'::text, 'subscription'::text, 'pass_share'::text, 'message'::text, 'call'::text, 'booking'::text, 'custom_request'::text, 'live'::text])))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (entry_id) REFERENCES journal_entries(id)
  PRIMARY KEY (id)
  UNIQUE (cause_kind, cause_id, creator_id)

view entitlements
  account_id uuid
  grants text
  object_id uuid
  source_kind text
  source_id uuid
  starts_at timestamp with time zone
  ends_at timestamp with time zone

table event_deliveries
  id uuid not null
  event_id uuid not null
  channel text not null
  recipient text not null
  profile_id uuid
  state text not null
  reason text not null default ''::text
  attempts integer not null default 0
  claimed_until timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  changed_at timestamp with time zone not null default app_now()
  held_until timestamp with time zone
  in_digest boolean not null default false
  digest_id uuid
  CHECK ((attempts >= 0))
  CHECK ((channel = ANY (ARRAY['in_app'::text, 'email'::text, 'push'::text])))
  CHECK ((length(reason) <= 300))
  CHECK ((length(recipient) <= 100))
  CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'skipped'::text, 'failed'::text])))
  FOREIGN KEY (event_id) REFERENCES event_outbox(id) ON DELETE CASCADE
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (event_id, channel, recipient)

table event_outbox
  id uuid not null
  event text not null
  sealed_payload text not null
  published_at timestamp with time zone not null default app_now()
  expanded_at timestamp with time zone
  about_id uuid
  CHECK ((event ~ '^[a-z_]{1,60}$'::text))
  FOREIGN KEY (about_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table fan_list_members
  list_id uuid not null
  fan_id uuid not null
  added_at timestamp with time zone not null default app_now()
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  FOREIGN KEY (list_id) REFERENCES fan_lists(id) ON DELETE CASCADE
  PRIMARY KEY (list_id, fan_id)

table fan_lists
  id uuid not null
  creator_id uuid not null
  name text not null
  created_at timestamp with time zone not null default app_now()
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= (12 * 60))))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  PRIMARY KEY (id)

table fan_notes
  creator_id uuid not null
  fan_id uuid not null
  body text not null
  changed_at timestamp with time zone not null default app_now()
  CHECK (((char_length(body) >= 1) AND (char_length(body) <= (12 * 1000))))
  CHECK ((creator_id <> fan_id))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  PRIMARY KEY (creator_id, fan_id)

table fan_onboardings
  profile_id uuid not null
  version integer not null default 1
  draft_display_name text not null default ''::text
  draft_day text not null default ''::text
  draft_month text not null default ''::text
  draft_year text not null default ''::text
  draft_city text not null default ''::text
  draft_tab text not null default ''::text
  plan text
  alerts_chosen_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  updated_at timestamp with time zone not null default app_now()
  CHECK ((plan ~ '^[a-z0-9-]{1,24}$'::text))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (profile_id)

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

table invite_codes
  id uuid not null
  invite_id uuid not null
  code_hash bytea not null
  browser_hash bytea not null
  attempts smallint not null default 0
  sent_at timestamp with time zone not null default app_now()
  expires_at timestamp with time zone not null
  consumed_at timestamp with time zone
  voided_at timestamp with time zone
  FOREIGN KEY (invite_id) REFERENCES admin_invites(id)
  PRIMARY KEY (id)

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

table kept_forms
  id uuid not null
  session_id uuid not null
  profile_id uuid not null
  key_hash bytea not null
  path text not null
  sealed_fields text not null
  kept_at timestamp with time zone not null default app_now()
  expires_at timestamp with time zone not null
  CHECK ((path ~~ '/%'::text))
  FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
  FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
  PRIMARY KEY (id)

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

table ledger_corrections
  id uuid not null
  difference_id uuid
  purpose text not null
  owner_id uuid
  currency character(3) not null
  amount_minor bigint not null
  reason text not null
  proposed_by uuid not null
  proposed_at timestamp with time zone not null default app_now()
  state text not null default 'proposed'::text
  decided_by uuid
  decided_at timestamp with time zone
  alone boolean not null default false
  entry_id uuid
  CHECK (((char_length(reason) >= 10) AND (char_length(reason) <= (12 * 1000))))
  CHECK (((decided_by <> proposed_by) OR alone OR (state = 'declined'::text)))
  CHECK (((state = 'posted'::text) = (entry_id IS NOT NULL)))
  CHECK (((state = 'proposed'::text) = (decided_by IS NULL)))
  CHECK ((amount_minor <> 0))
  CHECK ((currency = ANY (ARRAY['UGX'::bpchar, 'USD'::bpchar])))
  CHECK ((state = ANY (ARRAY['proposed'::text, 'posted'::text, 'declined'::text])))
  FOREIGN KEY (decided_by) REFERENCES profiles(id)
  FOREIGN KEY (difference_id) REFERENCES reconciliation_differences(id)
  FOREIGN KEY (entry_id) REFERENCES journal_entries(id)
  FOREIGN KEY (owner_id) REFERENCES profiles(id)
  FOREIGN KEY (proposed_by) REFERENCES profiles(id)
  PRIMARY KEY (id)

table ledger_sealed
  entry_id uuid not null
  seal_no integer not null
  FOREIGN KEY (seal_no) REFERENCES ledger_seals(seal_no)
  PRIMARY KEY (entry_id)

table ledger_seals
  seal_no integer not null
  entries integer not null
  digest bytea not null
  sealed_at timestamp with time zone not null default app_now()
  CHECK ((entries > 0))
  CHECK ((octet_length(digest) = 32))
  CHECK ((seal_no > 0))
  PRIMARY KEY (seal_no)

table ledger_unfolded
  entry_id uuid not null
  line smallint not null
  account_id uuid not null
  amount_minor bigint not null
  FOREIGN KEY (account_id) REFERENCES ledger_accounts(id)
  PRIMARY KEY (entry_id, line)

table mass_message_fans
  mass_id uuid not null
  fan_id uuid not null
  state text not null default 'queued'::text
  message_id uuid
  notifies boolean not null default false
  CHECK (((state = ANY (ARRAY['delivered'::text, 'removed'::text])) = (message_id IS NOT NULL)))
  CHECK ((state = ANY (ARRAY['queued'::text, 'delivered'::text, 'skipped'::text, 'removed'::text])))
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  FOREIGN KEY (mass_id) REFERENCES mass_messages(id)
  FOREIGN KEY (message_id) REFERENCES chat_messages(id)
  PRIMARY KEY (mass_id, fan_id)

table mass_message_media
  mass_id uuid not null
  position smallint not null
  media_id uuid not null
  CHECK (("position" >= 0))
  FOREIGN KEY (mass_id) REFERENCES mass_messages(id)
  FOREIGN KEY (media_id) REFERENCES media(id)
  PRIMARY KEY (mass_id, "position")
  UNIQUE (mass_id, media_id)

table mass_messages
  id uuid not null
  creator_id uuid not null
  client_id uuid not null
  body text not null
  audience text not null
  list_id uuid
  list_name text
  state text not null default 'scheduled'::text
  send_at timestamp with time zone not null
  created_at timestamp with time zone not null default app_now()
  moved_at timestamp with time zone not null default app_now()
  queued integer not null default 0
  delivered integer not null default 0
  skipped integer not null default 0
  price_minor bigint
  CHECK ((((price_minor >= 100000) AND (price_minor <= 500000000)) AND ((price_minor % (100)::bigint) = 0)))
  CHECK (((audience = 'list'::text) OR (list_id IS NULL)))
  CHECK (((delivered + skipped) <= queued))
  CHECK ((audience = ANY (ARRAY['subscribers'::text, 'list'::text])))
  CHECK ((char_length(body) <= (12 * 1000)))
  CHECK ((queued >= 0))
  CHECK ((state = ANY (ARRAY['scheduled'::text, 'sending'::text, 'sent'::text, 'unsent'::text])))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (list_id) REFERENCES fan_lists(id) ON DELETE SET NULL
  PRIMARY KEY (id)
  UNIQUE (creator_id, client_id)

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
  tries smallint not null default 0
  work_until timestamp with time zone
  failure text
  original_missing_since timestamp with time zone
  progress smallint
  turn_at timestamp with time zone
  CHECK (((progress >= 0) AND (progress <= 100)))
  CHECK ((failure = ANY (ARRAY['damaged'::text, 'too_long'::text, 'too_large'::text, 'no_picture'::text, 'gave_up'::text])))
  CHECK ((kind = ANY (ARRAY['photo'::text, 'voice'::text, 'video'::text])))
  CHECK ((purpose = ANY (ARRAY['avatar'::text, 'cover'::text, 'card'::text, 'share'::text, 'post'::text])))
  CHECK ((state = ANY (ARRAY['processing'::text, 'ready'::text, 'failed'::text])))
  FOREIGN KEY (owner_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table media_fetches
  viewer_id uuid not null
  day date not null
  objects integer not null default 0
  bytes bigint not null default 0
  exhausted_at timestamp with time zone
  CHECK ((bytes >= 0))
  CHECK ((objects >= 0))
  FOREIGN KEY (viewer_id) REFERENCES profiles(id)
  PRIMARY KEY (viewer_id, day)

table media_fingerprints
  media_id uuid not null
  part smallint not null
  fingerprint bit(256) not null
  CHECK (((part >= 0) AND (part <= 2009)))
  FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE
  PRIMARY KEY (media_id, part)

table media_renditions
  media_id uuid not null
  width integer not null
  format text not null
  height integer not null
  byte_size bigint not null
  storage_key text not null
  CHECK ((format = ANY (ARRAY['avif'::text, 'webp'::text, 'jpeg'::text, 'mp4'::text, 'sprite'::text])))
  FOREIGN KEY (media_id) REFERENCES media(id)
  PRIMARY KEY (media_id, width, format)

table media_store_identity
  only_one boolean not null default true
  identity text not null
  created_at timestamp with time zone not null default app_now()
  CHECK (only_one)
  PRIMARY KEY (only_one)

table media_streams
  media_id uuid not null
  rung text not null
  variant text not null default 'a'::text
  width integer not null
  height integer not null
  codecs text not null
  byte_size bigint not null
  init_bytes integer not null
  segment_bytes integer[] not null
  segment_ms integer[] not null
  storage_key text not null
  CHECK (((cardinality(segment_bytes) >= 1) AND (cardinality(segment_bytes) <= 2000)))
  CHECK (((length(codecs) >= 1) AND (length(codecs) <= 100)))
  CHECK ((byte_size > 0))
  CHECK ((cardinality(segment_ms) = cardinality(segment_bytes)))
  CHECK ((height > 0))
  CHECK ((init_bytes > 0))
  CHECK ((rung = ANY (ARRAY['low'::text, 'high'::text])))
  CHECK ((variant = ANY (ARRAY['a'::text, 'b'::text])))
  CHECK ((width > 0))
  FOREIGN KEY (media_id) REFERENCES media(id)
  PRIMARY KEY (media_id, rung, variant)

table message_unlocks
  id uuid not null
  user_id uuid not null
  message_id uuid not null
  purchase_id uuid not null
  revoked_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  FOREIGN KEY (message_id) REFERENCES chat_media_messages(message_id)
  FOREIGN KEY (purchase_id) REFERENCES purchases(id)
  FOREIGN KEY (user_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (purchase_id)

table notification_choices
  profile_id uuid not null
  kind text not null
  channel text not null
  wanted boolean not null
  changed_at timestamp with time zone not null default app_now()
  CHECK ((channel = ANY (ARRAY['in_app'::text, 'email'::text, 'push'::text])))
  CHECK ((kind = ANY (ARRAY['creator_live'::text, 'new_post'::text, 'message'::text, 'comment'::text, 'payment'::text, 'booking'::text, 'custom_request'::text, 'payout'::text, 'review_result'::text, 'fee_reminder'::text, 'report'::text])))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (profile_id, kind, channel)

table notifications
  id uuid not null
  profile_id uuid not null
  event text not null
  heading text not null
  body text not null
  path text not null
  created_at timestamp with time zone not null default app_now()
  read_at timestamp with time zone
  about_id uuid
  CHECK (((length(heading) >= 1) AND (length(heading) <= (12 * 200))))
  CHECK (((path ~ '^/[^/\\]'::text) OR (path = '/'::text)))
  CHECK ((event ~ '^[a-z_]{1,60}$'::text))
  CHECK ((length(body) <= (12 * 500)))
  FOREIGN KEY (about_id) REFERENCES profiles(id)
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table objects_to_destroy
  storage_key text not null
  since timestamp with time zone not null default app_now()
  PRIMARY KEY (storage_key)

table owner_auth
  id uuid not null
  profile_id uuid not null
  email text not null
  secret_key_hash text not null
  is_active boolean not null default true
  last_used_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  rotated_at timestamp with time zone not null default app_now()
  CHECK ((email = lower(email)))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (email)

table passkeys
  id uuid not null
  profile_id uuid not null
  credential_id text not null
  public_key bytea not null
  sign_count bigint not null
  transports text[] not null default '{}'::text[]
  backed_up boolean not null
  name text not null
  created_at timestamp with time zone not null default app_now()
  last_used_at timestamp with time zone
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= (12 * 60))))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (credential_id)

table payout_account_reminders
  creator_id uuid not null
  reminded_at timestamp with time zone not null default app_now()
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  PRIMARY KEY (creator_id)

table payout_accounts
  id uuid not null
  creator_id uuid not null
  kind text not null
  bank_code text not null
  bank_name text not null
  number text
  account_name text not null
  state text not null default 'asked'::text
  code_hash bytea
  code_expires_at timestamp with time zone not null
  attempts smallint not null default 0
  asked_at timestamp with time zone not null default app_now()
  confirmed_at timestamp with time zone
  usable_from timestamp with time zone
  replaced_at timestamp with time zone
  name_check text not null default 'waiting'::text
  name_checked_by uuid
  name_checked_at timestamp with time zone
  sealed_number text
  refused_at timestamp with time zone
  refused_reason text
  retried_at timestamp with time zone
  CHECK (((kind <> 'bank'::text) OR (number ~ '^\d{6,20}$'::text)))
  CHECK (((kind <> 'mobile_money'::text) OR ((bank_code = ANY (ARRAY['MTN'::text, 'AIRTEL'::text])) AND (number ~ '^\+256(7\d|20|39)\d{7}$'::text))))
  CHECK (((length(account_name) >= 2) AND (length(account_name) <= (12 * 100))))
  CHECK (((length(bank_name) >= 1) AND (length(bank_name) <= 100)))
  CHECK (((name_check = ANY (ARRAY['accepted'::text, 'refused'::text])) = (name_checked_by IS NOT NULL)))
  CHECK (((number IS NULL) <> (sealed_number IS NULL)))
  CHECK (((refused_at IS NULL) = (refused_reason IS NULL)))
  CHECK (((state = ANY (ARRAY['in_use'::text, 'replaced'::text])) = ((confirmed_at IS NOT NULL) AND (usable_from IS NOT NULL))))
  CHECK ((bank_code ~ '^[A-Za-z0-9_-]{1,40}$'::text))
  CHECK ((kind = ANY (ARRAY['mobile_money'::text, 'bank'::text])))
  CHECK ((name_check = ANY (ARRAY['waiting'::text, 'matched'::text, 'accepted'::text, 'refused'::text])))
  CHECK ((state = ANY (ARRAY['asked'::text, 'abandoned'::text, 'in_use'::text, 'replaced'::text])))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (name_checked_by) REFERENCES profiles(id)
  PRIMARY KEY (id)

table payout_approvals
  payout_id uuid not null
  step smallint not null
  approver_id uuid not null
  alone boolean not null default false
  approved_at timestamp with time zone not null default app_now()
  CHECK ((step = ANY (ARRAY[1, 2])))
  FOREIGN KEY (approver_id) REFERENCES profiles(id)
  FOREIGN KEY (payout_id) REFERENCES payouts(id)
  PRIMARY KEY (payout_id, step)

table payout_halts
  id uuid not null
  reason text not null
  detail text not null default ''::text
  tripped_at timestamp with time zone not null default app_now()
  resumed_at timestamp with time zone
  resumed_by uuid
  CHECK (((resumed_at IS NULL) = (resumed_by IS NULL)))
  CHECK ((reason = ANY (ARRAY['hour'::text, 'day'::text, 'gateway'::text])))
  FOREIGN KEY (resumed_by) REFERENCES profiles(id)
  PRIMARY KEY (id)

table payout_runs
  day date not null
  started_at timestamp with time zone not null default app_now()
  finished_at timestamp with time zone
  PRIMARY KEY (day)

table payouts
  id uuid not null
  number bigint not null
  creator_id uuid not null
  account_id uuid not null
  run_day date
  part smallint not null default 1
  asked_by uuid
  retry_of uuid
  gross_minor bigint not null
  fee_minor bigint not null
  tax_minor bigint not null default 0
  net_minor bigint not null
  approvals_needed smallint not null default 0
  state text not null default 'pending'::text
  reason text
  reference text not null
  provider_id text
  provider_fee_minor bigint
  provider_text text
  lookups smallint not null default 0
  next_check_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  claimed_at timestamp with time zone
  sent_at timestamp with time zone
  failure_seen_at timestamp with time zone
  ended_at timestamp with time zone
  completed_at timestamp with time zone
  CHECK (((net_minor > 0) AND ((net_minor % (100)::bigint) = 0)))
  CHECK (((part >= 1) AND (part <= 99)))
  CHECK (((run_day IS NOT NULL) OR (asked_by IS NOT NULL) OR (retry_of IS NOT NULL)))
  CHECK (((state = 'pending'::text) OR (state = 'cancelled'::text) OR (claimed_at IS NOT NULL)))
  CHECK ((approvals_needed = ANY (ARRAY[0, 2])))
  CHECK ((fee_minor >= 0))
  CHECK ((gross_minor = ((fee_minor + tax_minor) + net_minor)))
  CHECK ((provider_fee_minor >= 0))
  CHECK ((reference ~ '^[A-Za-z0-9_-]{1,100}$'::text))
  CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'unknown'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'reversed'::text])))
  CHECK ((tax_minor >= 0))
  FOREIGN KEY (account_id) REFERENCES payout_accounts(id)
  FOREIGN KEY (asked_by) REFERENCES profiles(id)
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (retry_of) REFERENCES payouts(id)
  FOREIGN KEY (run_day) REFERENCES payout_runs(day)
  PRIMARY KEY (id)
  UNIQUE (number)
  UNIQUE (reference)
  UNIQUE (retry_of)

table poll_options
  post_id uuid not null
  position smallint not null
  label text not null
  vote_count integer not null default 0
  CHECK ((("position" >= 0) AND ("position" <= 5)))
  CHECK (((char_length(label) >= 1) AND (char_length(label) <= (12 * 60))))
  FOREIGN KEY (post_id) REFERENCES polls(post_id) ON DELETE CASCADE
  PRIMARY KEY (post_id, "position")

table poll_votes
  post_id uuid not null
  fan_id uuid not null
  position smallint not null
  voted_at timestamp with time zone not null default app_now()
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  FOREIGN KEY (post_id, "position") REFERENCES poll_options(post_id, "position") ON DELETE CASCADE
  PRIMARY KEY (post_id, fan_id)

table polls
  post_id uuid not null
  question text not null
  open_hours smallint not null
  created_at timestamp with time zone not null default app_now()
  CHECK (((char_length(question) >= 1) AND (char_length(question) <= (12 * 120))))
  CHECK (((open_hours >= 1) AND (open_hours <= 336)))
  FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
  PRIMARY KEY (post_id)

table post_comments
  id uuid not null
  post_id uuid not null
  creator_id uuid not null
  author_id uuid not null
  reply_to uuid
  attempt text not null
  body text not null
  created_at timestamp with time zone not null default app_now()
  muted boolean not null default false
  removed_at timestamp with time zone
  removed_by text
  CHECK (((length(attempt) >= 1) AND (length(attempt) <= 64)))
  CHECK (((removed_at IS NULL) = (removed_by IS NULL)))
  CHECK ((char_length(body) <= (12 * 500)))
  CHECK ((removed_by = ANY (ARRAY['author'::text, 'creator'::text, 'staff'::text])))
  FOREIGN KEY (author_id) REFERENCES profiles(id)
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
  FOREIGN KEY (reply_to) REFERENCES post_comments(id) ON DELETE CASCADE
  PRIMARY KEY (id)
  UNIQUE (author_id, attempt)

table post_earning_days
  post_id uuid not null
  day date not null
  sales integer not null
  net_minor bigint not null
  FOREIGN KEY (post_id) REFERENCES posts(id)
  PRIMARY KEY (post_id, day)

table post_likes
  post_id uuid not null
  fan_id uuid not null
  created_at timestamp with time zone not null default app_now()
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
  PRIMARY KEY (post_id, fan_id)

table post_media
  post_id uuid not null
  position smallint not null
  media_id uuid not null
  FOREIGN KEY (media_id) REFERENCES media(id)
  FOREIGN KEY (post_id) REFERENCES posts(id)
  PRIMARY KEY (post_id, "position")

table post_view_days
  post_id uuid not null
  day date not null
  views integer not null
  CHECK ((views > 0))
  FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
  PRIMARY KEY (post_id, day)

table post_views
  id uuid not null
  post_id uuid not null
  staff_id uuid not null
  opened_at timestamp with time zone not null default app_now()
  ends_at timestamp with time zone not null
  CHECK ((ends_at > opened_at))
  FOREIGN KEY (post_id) REFERENCES posts(id)
  FOREIGN KEY (staff_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

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
  version integer not null default 1
  draft_tab text not null default ''::text
  typed jsonb not null default '{}'::jsonb
  saved_at timestamp with time zone
  submitted_at timestamp with time zone
  publish_at timestamp with time zone
  reviewed_at timestamp with time zone
  edited_at timestamp with time zone
  archived_at timestamp with time zone
  pinned_at timestamp with time zone
  category text
  tags text[] not null default '{}'::text[]
  comments_open boolean not null default true
  teaser_media_id uuid
  cover_media_id uuid
  comment_count integer not null default 0
  shown text
  shown_stated_at timestamp with time zone
  review_reasons text[] not null default '{}'::text[]
  free_seconds smallint
  refusal text
  tip_count integer not null default 0
  tipped_minor bigint not null default 0
  unlock_count integer not null default 0
  was_sold boolean not null default false
  CHECK (((audience = 'pay_to_unlock'::text) = (price_minor IS NOT NULL)))
  CHECK (((free_seconds >= 1) AND (free_seconds <= 30)))
  CHECK (((state <> 'published'::text) OR (published_at IS NOT NULL)))
  CHECK (((state <> 'scheduled'::text) OR (published_at IS NOT NULL)))
  CHECK ((audience = ANY (ARRAY['public'::text, 'subscribers'::text, 'pay_to_unlock'::text])))
  CHECK ((cardinality(tags) <= 5))
  CHECK ((category ~ '^[a-z_]{1,30}$'::text))
  CHECK ((currency = ANY (ARRAY['UGX'::bpchar, 'USD'::bpchar])))
  CHECK ((kind = ANY (ARRAY['photo'::text, 'video'::text, 'voice'::text, 'story'::text, 'live_replay'::text, 'text'::text])))
  CHECK ((length(draft_tab) <= 64))
  CHECK ((price_minor > 0))
  CHECK ((refusal <> ''::text))
  CHECK ((review_reasons <@ ARRAY['person_declined'::text, 'missing_release'::text, 'blocked_match'::text, 'flagged'::text, 'new_creator'::text, 'not_compared'::text]))
  CHECK ((shown = ANY (ARRAY['only_me'::text, 'with_others'::text])))
  CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'processing'::text, 'in_review'::text, 'published'::text, 'archived'::text, 'removed'::text, 'deleted'::text])))
  CHECK ((version > 0))
  FOREIGN KEY (cover_media_id) REFERENCES media(id)
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (teaser_media_id) REFERENCES media(id)
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

table promo_codes
  id uuid not null
  code text not null
  discount_percentage smallint not null
  description text not null default ''::text
  expires_at timestamp with time zone
  usage_limit integer
  usage_count integer not null default 0
  country_restrictions text[] not null default '{}'::text[]
  applicable_plans text[] not null default '{}'::text[]
  is_active boolean not null default true
  created_by uuid
  created_at timestamp with time zone not null default app_now()
  CHECK (((discount_percentage >= 1) AND (discount_percentage <= 100)))
  CHECK (((usage_count >= 0) AND ((usage_limit IS NULL) OR (usage_count <= usage_limit))))
  CHECK ((code ~ '^[A-Z0-9][A-Z0-9_-]{1,38}[A-Z0-9]$'::text))
  CHECK ((length(description) <= (12 * 500)))
  CHECK ((usage_limit > 0))
  FOREIGN KEY (created_by) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (code)

table promo_redemptions
  id uuid not null
  promo_code_id uuid not null
  person_hash bytea not null
  purchase_id uuid not null
  state text not null
  reserved_at timestamp with time zone not null default app_now()
  ended_at timestamp with time zone
  CHECK (((state = 'reserved'::text) = (ended_at IS NULL)))
  CHECK ((state = ANY (ARRAY['reserved'::text, 'confirmed'::text, 'released'::text])))
  FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id)
  FOREIGN KEY (purchase_id) REFERENCES purchases(id)
  PRIMARY KEY (id)
  UNIQUE (promo_code_id, person_hash)

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
  return_to jsonb not null default '{}'::jsonb
  idempotency_key text not null
  checkout_hash bytea not null
  state text not null default 'open'::text
  user_created boolean not null default false
  created_at timestamp with time zone not null default app_now()
  completed_at timestamp with time zone
  paid_from text not null default 'gateway'::text
  CHECK (((amount_minor > 0) OR ((amount_minor = 0) AND (paid_from = 'nothing'::text))))
  CHECK ((currency = ANY (ARRAY['UGX'::bpchar, 'USD'::bpchar])))
  CHECK ((kind = ANY (ARRAY['pass'::text, 'post_unlock'::text, 'creator_fee'::text, 'wallet_top_up'::text, 'tip'::text, 'creator_subscription'::text, 'message_unlock'::text])))
  CHECK ((paid_from = ANY (ARRAY['gateway'::text, 'wallet'::text, 'earnings'::text, 'nothing'::text])))
  CHECK ((state = ANY (ARRAY['open'::text, 'completed'::text, 'abandoned'::text])))
  FOREIGN KEY (buyer_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (idempotency_key)

table push_subscriptions
  id uuid not null
  session_id uuid not null
  profile_id uuid not null
  endpoint text not null
  p256dh text not null
  auth text not null
  created_at timestamp with time zone not null default app_now()
  CHECK (((length(endpoint) >= 12) AND (length(endpoint) <= 1000)))
  CHECK ((auth ~ '^[A-Za-z0-9_-]{22}$'::text))
  CHECK ((p256dh ~ '^[A-Za-z0-9_-]{87}$'::text))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
  PRIMARY KEY (id)
  UNIQUE (endpoint)
  UNIQUE (session_id)

table quiet_hours
  profile_id uuid not null
  from_hour smallint not null
  to_hour smallint not null
  changed_at timestamp with time zone not null default app_now()
  CHECK ((((to_hour >= 0) AND (to_hour <= 23)) AND (to_hour <> from_hour)))
  CHECK (((from_hour >= 0) AND (from_hour <= 23)))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (profile_id)

table rate_limit_hits
  key text not null
  subject text not null default ''::text
  at timestamp with time zone not null default app_now()

table rates
  id uuid not null
  kind text not null
  basis_points integer not null
  holds_from timestamp with time zone not null
  set_by uuid
  reason text not null
  created_at timestamp with time zone not null default app_now()
  CHECK (((basis_points >= 0) AND (basis_points <= 10000)))
  CHECK (((kind <> 'platform_fee'::text) OR ((basis_points % 100) = 0)))
  CHECK (((length(reason) >= 3) AND (length(reason) <= (12 * 500))))
  CHECK ((kind = ANY (ARRAY['platform_fee'::text, 'vat_on_platform_fee'::text, 'withholding_on_payouts'::text])))
  FOREIGN KEY (set_by) REFERENCES profiles(id)
  PRIMARY KEY (id)

table reconciliation_differences
  id uuid not null
  kind text not null
  subject text not null
  currency character(3)
  amount_minor bigint
  description text not null
  causes_at timestamp with time zone not null
  object_kind text
  object_id text
  state text not null default 'open'::text
  first_seen_at timestamp with time zone not null default app_now()
  last_seen_at timestamp with time zone not null default app_now()
  ended_at timestamp with time zone
  settled_by uuid
  note text not null default ''::text
  CHECK (((amount_minor IS NULL) = (currency IS NULL)))
  CHECK (((state = 'open'::text) = (ended_at IS NULL)))
  CHECK (((state = 'settled'::text) = (settled_by IS NOT NULL)))
  CHECK ((char_length(note) <= (12 * 1000)))
  CHECK ((currency = ANY (ARRAY['UGX'::bpchar, 'USD'::bpchar])))
  CHECK ((state = ANY (ARRAY['open'::text, 'explained'::text, 'settled'::text])))
  FOREIGN KEY (settled_by) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (kind, subject)

table reconciliation_runs
  id uuid not null
  kind text not null
  started_at timestamp with time zone not null default app_now()
  finished_at timestamp with time zone
  window_from timestamp with time zone
  window_to timestamp with time zone
  counts jsonb not null default '{}'::jsonb
  found integer not null default 0
  failure text
  CHECK (((kind = 'audit'::text) OR ((window_from IS NOT NULL) AND (window_to > window_from))))
  CHECK ((found >= 0))
  CHECK ((kind = ANY (ARRAY['gateway'::text, 'audit'::text])))
  PRIMARY KEY (id)

table recovery_code_sheets
  profile_id uuid not null
  sealed_codes text not null
  expires_at timestamp with time zone not null
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (profile_id)

table recovery_codes
  id uuid not null
  profile_id uuid not null
  code_hash bytea not null
  used_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (code_hash)

table refunds
  id uuid not null
  transaction_id uuid
  gateway text
  provider_id text
  amount_minor bigint not null
  currency character(3) not null
  reason text not null
  state text not null default 'requested'::text
  created_at timestamp with time zone not null default app_now()
  purchase_id uuid not null
  destination text not null default 'source'::text
  ends boolean not null default true
  asked_by uuid
  note text not null default ''::text
  decided_by uuid
  decided_at timestamp with time zone
  seconded_by uuid
  seconded_at timestamp with time zone
  decision_note text not null default ''::text
  attempts smallint not null default 0
  sending_at timestamp with time zone
  gateway_refund_id text
  raw_status text
  sent_at timestamp with time zone
  ended_at timestamp with time zone
  failure text
  next_check_at timestamp with time zone
  check_count integer not null default 0
  chargeback_id uuid
  CHECK ((((transaction_id IS NULL) = (provider_id IS NULL)) AND ((gateway IS NULL) = (provider_id IS NULL))))
  CHECK (((seconded_by <> decided_by) AND (decided_by <> asked_by) AND (seconded_by <> asked_by)))
  CHECK ((amount_minor > 0))
  CHECK ((char_length(decision_note) <= (12 * 1000)))
  CHECK ((char_length(note) <= (12 * 1000)))
  CHECK ((currency = ANY (ARRAY['UGX'::bpchar, 'USD'::bpchar])))
  CHECK ((destination = ANY (ARRAY['source'::text, 'wallet'::text, 'earnings'::text])))
  CHECK ((reason = ANY (ARRAY['arrived_late'::text, 'paid_twice'::text, 'paid_too_much'::text, 'product_gone'::text, 'not_approved'::text, 'unmatched'::text, 'unused'::text, 'removed'::text, 'asked'::text, 'top_up_charged_back'::text])))
  CHECK ((state = ANY (ARRAY['asked'::text, 'agreed'::text, 'declined'::text, 'requested'::text, 'sending'::text, 'unknown'::text, 'sent'::text, 'completed'::text, 'failed'::text])))
  FOREIGN KEY (asked_by) REFERENCES profiles(id)
  FOREIGN KEY (chargeback_id) REFERENCES chargebacks(id)
  FOREIGN KEY (decided_by) REFERENCES profiles(id)
  FOREIGN KEY (purchase_id) REFERENCES purchases(id)
  FOREIGN KEY (seconded_by) REFERENCES profiles(id)
  FOREIGN KEY (transaction_id) REFERENCES transactions(id)
  PRIMARY KEY (id)

table release_refusals
  id uuid not null
  creator_id uuid not null
  performer_id uuid
  name text not null
  kind text not null
  content_sha256 bytea not null
  refused_at timestamp with time zone not null
  lifted_at timestamp with time zone
  lifted_by uuid
  lift_reason text
  CHECK ((((lifted_at IS NULL) = (lifted_by IS NULL)) AND ((lifted_at IS NULL) = (lift_reason IS NULL))))
  CHECK (((char_length(lift_reason) >= 5) AND (char_length(lift_reason) <= (12 * 500))))
  CHECK ((char_length(name) <= (12 * 80)))
  CHECK ((kind = ANY (ARRAY['declined'::text, 'withdrawn'::text])))
  CHECK ((octet_length(content_sha256) = 32))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (lifted_by) REFERENCES profiles(id)
  FOREIGN KEY (performer_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table release_statements
  release_id uuid not null
  performer_id uuid
  sealed text
  consent_version integer not null
  media_ids uuid[] not null
  signed_at timestamp with time zone not null
  keep_until timestamp with time zone
  destroyed_at timestamp with time zone
  content_hashes text[] not null default '{}'::text[]
  CHECK (((sealed IS NULL) = (destroyed_at IS NOT NULL)))
  FOREIGN KEY (performer_id) REFERENCES profiles(id)
  FOREIGN KEY (release_id) REFERENCES releases(id) ON DELETE CASCADE
  PRIMARY KEY (release_id)

table releases
  id uuid not null
  post_id uuid not null
  creator_id uuid not null
  performer_id uuid
  name text not null
  state text not null default 'asked'::text
  token_hash bytea
  link_ends_at timestamp with time zone
  asked_at timestamp with time zone not null default app_now()
  answered_at timestamp with time zone
  asked_again smallint not null default 0
  withdrawal_hash bytea
  CHECK (((asked_again >= 0) AND (asked_again <= 3)))
  CHECK (((performer_id IS NULL) OR (token_hash IS NULL)))
  CHECK (((state = 'asked'::text) = (answered_at IS NULL)))
  CHECK (((token_hash IS NULL) = (link_ends_at IS NULL)))
  CHECK (((token_hash IS NULL) OR (state = 'asked'::text)))
  CHECK (((withdrawal_hash IS NULL) OR (state = 'signed'::text)))
  CHECK ((char_length(name) <= (12 * 80)))
  CHECK ((performer_id <> creator_id))
  CHECK ((state = ANY (ARRAY['asked'::text, 'signed'::text, 'declined'::text, 'withdrawn'::text])))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (performer_id) REFERENCES profiles(id)
  FOREIGN KEY (post_id) REFERENCES posts(id)
  PRIMARY KEY (id)
  UNIQUE (post_id, performer_id)
  UNIQUE (token_hash)
  UNIQUE (withdrawal_hash)

table report_evidence
  report_id uuid not null
  position smallint not null
  author_id uuid not null
  body text not null
  written_at timestamp with time zone not null
  reported boolean not null
  keep_until timestamp with time zone
  CHECK ((char_length(body) <= (12 * 5000)))
  FOREIGN KEY (author_id) REFERENCES profiles(id)
  FOREIGN KEY (report_id) REFERENCES reports(id)
  PRIMARY KEY (report_id, "position")

table report_views
  id uuid not null
  report_id uuid not null
  staff_id uuid not null
  opened_at timestamp with time zone not null
  ends_at timestamp with time zone not null
  CHECK ((ends_at > opened_at))
  FOREIGN KEY (report_id) REFERENCES reports(id)
  FOREIGN KEY (staff_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table reports
  id uuid not null
  kind text not null
  subject_id uuid not null
  reported_id uuid not null
  reporter_id uuid
  contact_email text
  reason text not null
  urgent boolean not null
  details text not null
  reported_at timestamp with time zone not null default app_now()
  state text not null default 'open'::text
  action text
  note text not null default ''::text
  decided_at timestamp with time zone
  decided_by uuid
  keep_until timestamp with time zone
  CHECK ((((state = 'open'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL))))
  CHECK (((reporter_id IS NULL) OR (contact_email IS NULL)))
  CHECK (((state = 'acted'::text) = (action IS NOT NULL)))
  CHECK ((action = ANY (ARRAY['removal'::text, 'flag'::text, 'suspension'::text, 'warning'::text])))
  CHECK ((char_length(contact_email) <= 254))
  CHECK ((char_length(details) <= (12 * 1000)))
  CHECK ((char_length(note) <= (12 * 1000)))
  CHECK ((kind = ANY (ARRAY['post'::text, 'creator'::text, 'comment'::text, 'message'::text, 'conversation'::text])))
  CHECK ((reason = ANY (ARRAY['minor'::text, 'danger'::text, 'no_consent'::text, 'illegal'::text, 'stolen'::text, 'pretends'::text, 'scam'::text, 'harassment'::text, 'spam'::text, 'other'::text])))
  CHECK ((reporter_id <> reported_id))
  CHECK ((state = ANY (ARRAY['open'::text, 'dismissed'::text, 'acted'::text])))
  FOREIGN KEY (decided_by) REFERENCES profiles(id)
  FOREIGN KEY (reported_id) REFERENCES profiles(id)
  FOREIGN KEY (reporter_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table review_openings
  staff_id uuid not null
  item_id uuid not null
  kind text not null
  content_sha256 bytea not null
  opened_at timestamp with time zone not null default app_now()
  CHECK ((kind = ANY (ARRAY['medium'::text, 'document'::text, 'text'::text])))
  FOREIGN KEY (staff_id) REFERENCES profiles(id)
  PRIMARY KEY (staff_id, item_id)

table sale_mail_choices
  profile_id uuid not null
  from_minor bigint
  changed_at timestamp with time zone not null default app_now()
  CHECK ((from_minor > 0))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (profile_id)

table schema_migrations
  name text not null
  applied_at timestamp with time zone not null default now()
  PRIMARY KEY (name)

table sealed_document_views
  id uuid not null
  document_id uuid not null
  staff_id uuid not null
  reason text not null
  opened_at timestamp with time zone not null default app_now()
  ends_at timestamp with time zone not null
  CHECK (((length(reason) >= 5) AND (length(reason) <= (12 * 300))))
  CHECK ((ends_at > opened_at))
  FOREIGN KEY (document_id) REFERENCES sealed_documents(id)
  FOREIGN KEY (staff_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table sealed_documents
  id uuid not null
  owner_id uuid
  application_id uuid
  kind text not null
  content_type text not null
  byte_size bigint not null
  content_sha256 bytea not null
  width integer not null
  height integer not null
  storage_key text
  sealed_key text
  accepted_at timestamp with time zone not null default app_now()
  submitted_at timestamp with time zone
  replaced_at timestamp with time zone
  keep_until timestamp with time zone not null
  destroyed_at timestamp with time zone
  release_id uuid
  CHECK ((((owner_id IS NULL) = (application_id IS NULL)) AND ((owner_id IS NULL) = (release_id IS NOT NULL))))
  CHECK (((destroyed_at IS NULL) = (sealed_key IS NOT NULL)))
  CHECK ((kind = ANY (ARRAY['selfie'::text, 'identity_document'::text, 'proof_of_address'::text])))
  FOREIGN KEY (owner_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table search_words
  word text not null
  variants text[] not null
  PRIMARY KEY (word)

table session_proof_codes
  id uuid not null
  session_id uuid not null
  profile_id uuid not null
  code_hash bytea not null
  attempts smallint not null default 0
  sent_at timestamp with time zone not null default app_now()
  expires_at timestamp with time zone not null
  consumed_at timestamp with time zone
  voided_at timestamp with time zone
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
  PRIMARY KEY (id)

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
  kind text not null default 'member'::text
  proved_at timestamp with time zone not null default app_now()
  factor_skipped_at timestamp with time zone
  CHECK ((kind = ANY (ARRAY['member'::text, 'staff'::text, 'owner'::text])))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (token_hash)

table setting_changes
  id uuid not null
  name text not null
  old_value jsonb not null
  new_value jsonb not null
  reason text not null
  changed_by uuid not null
  changed_at timestamp with time zone not null default app_now()
  CHECK (((length(reason) >= 3) AND (length(reason) <= (12 * 500))))
  FOREIGN KEY (changed_by) REFERENCES profiles(id)
  PRIMARY KEY (id)

table settings
  name text not null
  value jsonb not null
  changed_by uuid not null
  changed_at timestamp with time zone not null default app_now()
  CHECK ((name ~ '^[a-z][A-Za-z]{2,60}$'::text))
  FOREIGN KEY (changed_by) REFERENCES profiles(id)
  PRIMARY KEY (name)

table share_fans
  run_id uuid not null
  fan_id uuid not null
  gross_minor bigint not null
  fee_minor bigint not null
  CHECK (((fee_minor >= 0) AND (fee_minor <= gross_minor)))
  CHECK ((gross_minor > 0))
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  FOREIGN KEY (run_id) REFERENCES share_runs(id)
  PRIMARY KEY (run_id, fan_id)

table share_lines
  run_id uuid not null
  fan_id uuid
  creator_id uuid not null
  basis text not null
  weight integer not null
  net_minor bigint not null
  fee_minor bigint not null
  pass_id uuid
  CHECK (((basis = 'common'::text) = (fan_id IS NULL)))
  CHECK ((basis = ANY (ARRAY['used'::text, 'followed'::text, 'common'::text])))
  CHECK ((fee_minor >= 0))
  CHECK ((net_minor >= 0))
  CHECK ((weight > 0))

table share_passes
  run_id uuid not null
  pass_id uuid not null
  fan_id uuid not null
  basis text not null
  earned_minor bigint not null
  kept_before_minor bigint not null
  gross_minor bigint not null
  fee_minor bigint not null
  kept_minor bigint not null
  breakage_minor bigint not null
  card_funded boolean not null default false
  CHECK (((earned_minor + kept_before_minor) = ((gross_minor + kept_minor) + breakage_minor)))
  CHECK (((fee_minor >= 0) AND (fee_minor <= gross_minor)))
  CHECK (((gross_minor > 0) = (basis <> 'none'::text)))
  CHECK ((basis = ANY (ARRAY['used'::text, 'followed'::text, 'none'::text])))
  CHECK ((breakage_minor >= 0))
  CHECK ((earned_minor >= 0))
  CHECK ((gross_minor >= 0))
  CHECK ((kept_before_minor >= 0))
  CHECK ((kept_minor >= 0))
  PRIMARY KEY (run_id, pass_id)

table share_payments
  run_id uuid not null
  creator_id uuid not null
  fans integer not null
  days integer not null
  net_minor bigint not null
  fee_minor bigint not null
  entry_id uuid
  card_net_minor bigint not null default 0
  card_fee_minor bigint not null default 0
  CHECK ((((card_net_minor >= 0) AND (card_net_minor <= net_minor)) AND ((card_fee_minor >= 0) AND (card_fee_minor <= fee_minor))))
  CHECK ((days >= 0))
  CHECK ((fans >= 0))
  CHECK ((fee_minor >= 0))
  CHECK ((net_minor > 0))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (entry_id) REFERENCES journal_entries(id)
  FOREIGN KEY (run_id) REFERENCES share_runs(id)
  PRIMARY KEY (run_id, creator_id)

table share_runs
  id uuid not null
  week date not null
  state text not null
  fee_basis_points integer not null
  gross_minor bigint not null default 0
  fee_minor bigint not null default 0
  carried_in_minor bigint not null
  carried_in_fee_minor bigint not null
  carried_out_minor bigint not null default 0
  carried_out_fee_minor bigint not null default 0
  checksum text
  started_at timestamp with time zone not null default app_now()
  done_at timestamp with time zone
  rule text not null default 'common_pool'::text
  breakage_minor bigint not null default 0
  breakage_tax_minor bigint not null default 0
  CHECK (((breakage_tax_minor >= 0) AND (breakage_tax_minor <= breakage_minor)))
  CHECK (((fee_basis_points >= 0) AND (fee_basis_points <= 10000)))
  CHECK (((state = 'done'::text) = (checksum IS NOT NULL)))
  CHECK (((state = 'done'::text) = (done_at IS NOT NULL)))
  CHECK ((EXTRACT(isodow FROM week) = (1)::numeric))
  CHECK ((breakage_minor >= 0))
  CHECK ((carried_in_fee_minor >= 0))
  CHECK ((carried_in_minor >= 0))
  CHECK ((carried_out_fee_minor >= 0))
  CHECK ((carried_out_minor >= 0))
  CHECK ((fee_minor >= 0))
  CHECK ((gross_minor >= 0))
  CHECK ((rule = ANY (ARRAY['common_pool'::text, 'per_pass'::text])))
  CHECK ((state = ANY (ARRAY['earned'::text, 'split'::text, 'done'::text])))
  PRIMARY KEY (id)
  UNIQUE (week)

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

table spent_passkey_challenges
  challenge_hash bytea not null
  expires_at timestamp with time zone not null
  PRIMARY KEY (challenge_hash)

table staff_alerts
  kind text not null
  object_id uuid not null
  about text not null default ''::text
  due_at timestamp with time zone
  raised_at timestamp with time zone not null default app_now()
  notified_at timestamp with time zone
  CHECK ((kind ~ '^[a-z_]{1,60}$'::text))
  CHECK ((length(about) <= (12 * 200)))
  PRIMARY KEY (kind, object_id)

table staff_members
  profile_id uuid not null
  role text not null
  password_hash text not null
  terms_version text not null
  terms_accepted_at timestamp with time zone not null
  sensitive_data_acknowledged_at timestamp with time zone not null
  toured_at timestamp with time zone
  ended_at timestamp with time zone
  created_at timestamp with time zone not null default app_now()
  CHECK ((role = ANY (ARRAY['content-moderator'::text, 'earnings-manager'::text, 'support'::text, 'super-admin'::text])))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (profile_id)

table staff_setups
  id uuid not null
  invite_id uuid not null
  profile_id uuid not null
  token_hash bytea not null
  email text not null
  display_name text
  role text
  picture bytea
  sealed_totp text not null
  created_at timestamp with time zone not null default app_now()
  expires_at timestamp with time zone not null
  finished_at timestamp with time zone
  CHECK ((role = ANY (ARRAY['content-moderator'::text, 'earnings-manager'::text, 'support'::text, 'super-admin'::text])))
  FOREIGN KEY (invite_id) REFERENCES admin_invites(id)
  PRIMARY KEY (id)
  UNIQUE (invite_id)
  UNIQUE (token_hash)

table staff_sign_in_steps
  id uuid not null
  token_hash bytea not null
  profile_id uuid not null
  kind text not null
  attempts smallint not null default 0
  created_at timestamp with time zone not null default app_now()
  expires_at timestamp with time zone not null
  used_at timestamp with time zone
  CHECK ((kind = ANY (ARRAY['staff'::text, 'owner'::text])))
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (token_hash)

table subscriber_rechecks
  fan_id uuid not null
  due_at timestamp with time zone not null
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  PRIMARY KEY (fan_id)

table subscription_notices
  account_id uuid not null
  ends_at timestamp with time zone not null
  kind text not null
  notified_at timestamp with time zone not null default app_now()
  CHECK ((kind = ANY (ARRAY['three_days'::text, 'one_day'::text, 'ended'::text, 'not_renewed'::text])))
  FOREIGN KEY (account_id) REFERENCES profiles(id)
  PRIMARY KEY (account_id, ends_at, kind)

table subscription_plan_features
  id uuid not null
  plan_id uuid not null
  feature_text text not null
  feature_icon text not null
  display_order smallint not null
  is_active boolean not null default true
  version integer not null default 1
  needs text
  CHECK (((char_length(feature_text) >= 1) AND (char_length(feature_text) <= (12 * 80))))
  CHECK ((needs = ANY (ARRAY['chat'::text, 'calls'::text, 'bookings'::text, 'live'::text])))
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
  is_substitute boolean not null default false
  version integer not null default 1
  length_count smallint not null
  length_unit text not null
  position smallint not null
  retired_at timestamp with time zone
  CHECK (((discount_percentage >= 0) AND (discount_percentage <= 100)))
  CHECK (((length_count >= 1) AND (length_count <=
CASE length_unit
    WHEN 'day'::text THEN 730
    WHEN 'week'::text THEN 104
    WHEN 'month'::text THEN 24
    ELSE 2
END)))
  CHECK (((name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(name) <= 24)))
  CHECK (((price_ugx > 0) AND ((price_ugx % (100)::bigint) = 0)))
  CHECK (((retired_at IS NULL) OR (NOT (is_active OR is_featured))))
  CHECK ((currency_primary = ANY (ARRAY['UGX'::bpchar, 'USD'::bpchar])))
  CHECK ((length_unit = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text])))
  CHECK ((price_usd > 0))
  PRIMARY KEY (id)
  UNIQUE (name)

table subscription_renewals
  account_id uuid not null
  mode text not null
  agreed_minor bigint
  chosen_at timestamp with time zone not null default app_now()
  tried_for timestamp with time zone
  agreed_plan text
  CHECK (((mode = 'automatic'::text) = (agreed_minor IS NOT NULL)))
  CHECK (((mode = 'automatic'::text) = (agreed_plan IS NOT NULL)))
  CHECK ((agreed_minor > 0))
  CHECK ((mode = ANY (ARRAY['automatic'::text, 'cancelled'::text])))
  FOREIGN KEY (account_id) REFERENCES profiles(id)
  FOREIGN KEY (agreed_plan) REFERENCES subscription_plans(name)
  PRIMARY KEY (account_id)

table subscriptions
  id uuid not null
  user_id uuid not null
  plan_id uuid not null
  purchase_id uuid not null
  status text not null default 'active'::text
  starts_at timestamp with time zone not null
  expires_at timestamp with time zone not null
  created_at timestamp with time zone not null default app_now()
  deferred_minor bigint
  shillings_per_dollar integer
  earned_minor bigint not null default 0
  kept_minor bigint not null default 0
  breakage_minor bigint not null default 0
  refunded_minor bigint not null default 0
  breakage_refunded_minor bigint not null default 0
  earned_in_pool_minor bigint not null default 0
  CHECK ((((earned_in_pool_minor + kept_minor) + breakage_minor) <= earned_minor))
  CHECK (((breakage_refunded_minor >= 0) AND (breakage_refunded_minor <= breakage_minor)))
  CHECK ((breakage_minor >= 0))
  CHECK ((deferred_minor >= 0))
  CHECK ((earned_in_pool_minor >= 0))
  CHECK ((earned_minor >= 0))
  CHECK ((expires_at > starts_at))
  CHECK ((kept_minor >= 0))
  CHECK ((refunded_minor <= ((deferred_minor - earned_minor) + kept_minor)))
  CHECK ((refunded_minor >= 0))
  CHECK ((shillings_per_dollar > 0))
  CHECK ((status = ANY (ARRAY['active'::text, 'refunded'::text, 'cancelled'::text])))
  FOREIGN KEY (plan_id) REFERENCES subscription_plans(id)
  FOREIGN KEY (purchase_id) REFERENCES purchases(id)
  FOREIGN KEY (user_id) REFERENCES profiles(id)
  PRIMARY KEY (id)
  UNIQUE (purchase_id)

table suspensions
  id uuid not null
  profile_id uuid not null
  kind text not null
  reason text not null
  imposed_by uuid not null
  imposed_at timestamp with time zone not null default app_now()
  lifted_by uuid
  lifted_at timestamp with time zone
  CHECK (((length(reason) >= 10) AND (length(reason) <= (12 * 1000))))
  CHECK (((lifted_at IS NULL) = (lifted_by IS NULL)))
  CHECK ((kind = ANY (ARRAY['suspended'::text, 'blocked'::text])))
  FOREIGN KEY (imposed_by) REFERENCES profiles(id)
  FOREIGN KEY (lifted_by) REFERENCES profiles(id)
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table tips
  id uuid not null
  purchase_id uuid not null
  fan_id uuid not null
  creator_id uuid not null
  post_id uuid
  context text not null
  message text not null default ''::text
  named boolean not null default true
  amount_minor bigint not null
  created_at timestamp with time zone not null default app_now()
  removed_at timestamp with time zone
  CHECK (((amount_minor > 0) AND ((amount_minor % (100)::bigint) = 0)))
  CHECK (((context = 'post'::text) = (post_id IS NOT NULL)))
  CHECK ((char_length(message) <= (12 * 200)))
  CHECK ((context = ANY (ARRAY['profile'::text, 'post'::text, 'chat'::text, 'call'::text, 'live'::text])))
  FOREIGN KEY (creator_id) REFERENCES creators(profile_id)
  FOREIGN KEY (fan_id) REFERENCES profiles(id)
  FOREIGN KEY (post_id) REFERENCES posts(id)
  FOREIGN KEY (purchase_id) REFERENCES purchases(id)
  PRIMARY KEY (id)
  UNIQUE (purchase_id)

table totp_enrolments
  profile_id uuid not null
  sealed_secret text not null
  expires_at timestamp with time zone not null
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (profile_id)

table totp_secrets
  profile_id uuid not null
  sealed_secret text not null
  last_step bigint not null
  confirmed_at timestamp with time zone not null default app_now()
  FOREIGN KEY (profile_id) REFERENCES profiles(id)
  PRIMARY KEY (profile_id)

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

table uploads
  id uuid not null
  owner_id uuid not null
  purpose text not null
  size_bytes bigint not null
  state text not null default 'open'::text
  accepted_as uuid
  created_at timestamp with time zone not null default app_now()
  finished_at timestamp with time zone
  expires_at timestamp with time zone not null
  CHECK (((state = 'accepted'::text) = (accepted_as IS NOT NULL)))
  CHECK ((purpose = ANY (ARRAY['avatar'::text, 'cover'::text, 'card'::text, 'post_photo'::text, 'post_video'::text, 'post_voice'::text, 'verification_selfie'::text, 'identity_document'::text, 'proof_of_address'::text])))
  CHECK ((size_bytes > 0))
  CHECK ((state = ANY (ARRAY['open'::text, 'finished'::text, 'accepted'::text, 'gone'::text])))
  FOREIGN KEY (owner_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

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

table vault_folders
  id uuid not null
  owner_id uuid not null
  name text not null
  created_at timestamp with time zone not null default app_now()
  CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= (12 * 60))))
  FOREIGN KEY (owner_id) REFERENCES profiles(id)
  PRIMARY KEY (id)

table vault_items
  media_id uuid not null
  owner_id uuid not null
  folder_id uuid
  name text not null default ''::text
  removed_at timestamp with time zone
  changed_at timestamp with time zone not null default app_now()
  CHECK ((length(name) <= (12 * 120)))
  FOREIGN KEY (folder_id) REFERENCES vault_folders(id) ON DELETE SET NULL
  FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE
  FOREIGN KEY (owner_id) REFERENCES profiles(id)
  PRIMARY KEY (media_id)

view visible_creators
  profile_id uuid
  paid_until timestamp with time zone

table wallet_holds
  id uuid not null
  owner_id uuid not null
  amount_minor bigint not null
  currency character(3) not null default 'UGX'::bpchar
  cause_kind text not null
  cause_id uuid not null
  state text not null default 'held'::text
  placed_entry_id uuid not null
  placed_at timestamp with time zone not null
  expires_at timestamp with time zone not null
  ended_entry_id uuid
  ended_at timestamp with time zone
  end_reason text
  CHECK (((amount_minor > 0) AND ((amount_minor % (100)::bigint) = 0)))
  CHECK (((state = 'cancelled'::text) = (end_reason IS NOT NULL)))
  CHECK (((state = 'held'::text) = (ended_at IS NULL)))
  CHECK (((state = 'held'::text) = (ended_entry_id IS NULL)))
  CHECK ((currency = 'UGX'::bpchar))
  CHECK ((expires_at > placed_at))
  CHECK ((state = ANY (ARRAY['held'::text, 'released'::text, 'cancelled'::text])))
  FOREIGN KEY (ended_entry_id) REFERENCES journal_entries(id)
  FOREIGN KEY (owner_id) REFERENCES profiles(id)
  FOREIGN KEY (placed_entry_id) REFERENCES journal_entries(id)
  PRIMARY KEY (id)

table watermark_codes
  account_id uuid not null
  code bigint not null
  created_at timestamp with time zone not null default app_now()
  CHECK (((code >= 0) AND (code <= '4294967295'::bigint)))
  FOREIGN KEY (account_id) REFERENCES profiles(id)
  PRIMARY KEY (account_id)
  UNIQUE (code)

table watermark_keys
  id smallint not null
  sealed_key text not null
  created_at timestamp with time zone not null default app_now()
  CHECK ((id = 1))
  PRIMARY KEY (id)

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

CREATE INDEX account_deletions_due ON public.account_deletions USING btree (due_at) WHERE (state = 'waiting'::text)

CREATE INDEX account_deletions_of_profile ON public.account_deletions USING btree (profile_id, asked_at DESC)

CREATE INDEX account_devices_by_hash ON public.account_devices USING btree (device_hash)

CREATE INDEX account_devices_by_last_use ON public.account_devices USING btree (last_seen_at)

CREATE INDEX account_devices_by_network ON public.account_devices USING btree (network)

CREATE INDEX account_flags_of_account ON public.account_flags USING btree (account_id) WHERE (cleared_at IS NULL)

CREATE INDEX activity_of_object ON public.activity USING btree (object_kind, object_id, at DESC)

CREATE INDEX admin_invites_of_email ON public.admin_invites USING btree (email)

CREATE INDEX application_decisions_newest ON public.application_decisions USING btree (decided_at DESC)

CREATE INDEX application_drafts_by_age ON public.application_drafts USING btree (saved_at)

CREATE INDEX blocked_matches_of_block ON public.blocked_matches USING btree (block_id)

CREATE INDEX blocked_matches_of_medium ON public.blocked_matches USING btree (media_id)

CREATE INDEX blocked_media_by_content ON public.blocked_media USING btree (content_sha256) WHERE (unblocked_at IS NULL)

CREATE INDEX blocked_media_of_post ON public.blocked_media USING btree (post_id)

CREATE INDEX caught_mails_of_recipient ON public.caught_mails USING btree (recipient, sent_at DESC, id DESC)

CREATE INDEX chargeback_spendings_of_creator ON public.chargeback_spendings USING btree (creator_id)

CREATE INDEX chargeback_spendings_of_earning ON public.chargeback_spendings USING btree (earning_id)

CREATE INDEX chargeback_ties_of_creator ON public.chargeback_ties USING btree (creator_id)

CREATE INDEX chargebacks_newest ON public.chargebacks USING btree (opened_at DESC, id)

CREATE INDEX chargebacks_of_purchase ON public.chargebacks USING btree (purchase_id)

CREATE INDEX chargebacks_of_transaction ON public.chargebacks USING btree (transaction_id)

CREATE INDEX chargebacks_open ON public.chargebacks USING btree (due_at) WHERE (ended_at IS NULL)

CREATE INDEX chat_media_drafts_of_medium ON public.chat_media_drafts USING btree (media_id)

CREATE INDEX chat_message_media_for_fan ON public.chat_message_media USING btree (media_id, fan_id)

CREATE INDEX chat_messages_paid_by ON public.chat_messages USING btree (sender_id, sent_at) WHERE (price_minor IS NOT NULL)

CREATE INDEX chat_threads_of_creator ON public.chat_threads USING btree (creator_id, last_at DESC, id DESC)

CREATE INDEX chat_threads_of_fan ON public.chat_threads USING btree (fan_id, last_at DESC, id DESC)

CREATE INDEX chat_threads_unread_by_creator ON public.chat_threads USING btree (creator_id) WHERE (creator_read_seq < last_seq)

CREATE INDEX chat_threads_unread_by_fan ON public.chat_threads USING btree (fan_id) WHERE (fan_read_seq < last_seq)

CREATE INDEX chat_threads_waiting ON public.chat_threads USING btree (creator_id, waits_since) WHERE (waits_since IS NOT NULL)

CREATE INDEX chat_waiting_messages_to_send ON public.chat_waiting_messages USING btree (created_at) WHERE (problem IS NULL)

CREATE INDEX chat_welcomed_fans_of_fan ON public.chat_welcomed_fans USING btree (fan_id)

CREATE INDEX comment_mutes_of_fan ON public.comment_mutes USING btree (fan_id)

CREATE INDEX creator_alerts_of_fan ON public.creator_alerts USING btree (fan_id)

CREATE INDEX creator_applications_in_review ON public.creator_applications USING btree (submitted_at) WHERE (state = 'in_review'::text)

CREATE INDEX creator_fee_weeks_to_earn ON public.creator_fee_weeks USING btree (ends_at) WHERE ((earned_at IS NULL) AND (ends_at IS NOT NULL))

CREATE INDEX creator_fee_weeks_waiting ON public.creator_fee_weeks USING btree (creator_id, paid_at) WHERE ((starts_at IS NULL) AND (refunded_at IS NULL))

CREATE INDEX creator_listings_ending ON public.creator_listings USING btree (ends_at, creator_id) WHERE (revoked_at IS NULL)

CREATE INDEX creator_listings_of_creator ON public.creator_listings USING btree (creator_id, ends_at DESC) WHERE (revoked_at IS NULL)

CREATE INDEX creator_listings_to_begin ON public.creator_listings USING btree (starts_at) WHERE (revoked_at IS NULL)

CREATE INDEX creator_subscribers_of_fan ON public.creator_subscribers USING btree (fan_id)

CREATE INDEX creator_subscription_days_of_creator ON public.creator_subscription_days USING btree (creator_id, day DESC)

CREATE INDEX creator_subscriptions_of_fan ON public.creator_subscriptions USING btree (user_id, creator_id, ends_at DESC)

CREATE INDEX creator_subscriptions_running ON public.creator_subscriptions USING btree (creator_id, ends_at) WHERE (status = 'active'::text)

CREATE INDEX creator_subscriptions_to_earn ON public.creator_subscriptions USING btree (next_earning_day, creator_id) WHERE (next_earning_day IS NOT NULL)

CREATE INDEX creator_uses_of_fan ON public.creator_uses USING btree (fan_id, day)

CREATE INDEX creator_words_by_rank ON public.creator_words USING btree (word, rank DESC, creator_id DESC)

CREATE INDEX creators_by_approval ON public.creators USING btree (approved_at DESC, profile_id DESC) INCLUDE (feed_rank) WHERE listed

CREATE INDEX creators_by_price ON public.creators USING btree (subscription_price_minor, feed_rank DESC, profile_id DESC) WHERE listed

CREATE INDEX creators_in_feed ON public.creators USING btree (feed_rank DESC, profile_id DESC) INCLUDE (listed_until) WHERE listed

CREATE INDEX creators_online ON public.creators USING btree (feed_rank DESC, profile_id DESC) WHERE (listed AND is_live)

CREATE INDEX creators_to_reverify ON public.creators USING btree (reverify_by) WHERE ((verification_status = 'approved'::text) AND (reverify_by IS NOT NULL))

CREATE INDEX creators_to_unlist ON public.creators USING btree (listed_until) WHERE listed

CREATE INDEX custom_request_media_of_medium ON public.custom_request_media USING btree (media_id)

CREATE INDEX custom_requests_of_creator ON public.custom_requests USING btree (creator_id, id DESC)

CREATE INDEX custom_requests_of_fan ON public.custom_requests USING btree (fan_id, id DESC)

CREATE INDEX custom_requests_open ON public.custom_requests USING btree (creator_id) WHERE (state = ANY (ARRAY['asked'::text, 'price_changed'::text, 'accepted'::text]))

CREATE INDEX custom_requests_to_deliver ON public.custom_requests USING btree (id) WHERE deliver_when_ready

CREATE INDEX data_exports_of_profile ON public.data_exports USING btree (profile_id, requested_at DESC)

CREATE INDEX data_exports_to_end ON public.data_exports USING btree (expires_at) WHERE (state = 'ready'::text)

CREATE INDEX earning_reversals_of_creator ON public.earning_reversals USING btree (creator_id, reversed_at DESC)

CREATE INDEX earnings_of_creator ON public.earnings USING btree (creator_id, earned_at DESC)

CREATE INDEX earnings_of_entry ON public.earnings USING btree (entry_id)

CREATE INDEX earnings_pending ON public.earnings USING btree (creator_id, available_at) INCLUDE (earned_at, net_minor, pending_used_minor) WHERE (released_at IS NULL)

CREATE INDEX earnings_to_release ON public.earnings USING btree (available_at, creator_id) WHERE (released_at IS NULL)

CREATE INDEX earnings_to_sum ON public.earnings USING btree (creator_id, earned_at) WHERE (NOT summed)

CREATE INDEX event_deliveries_held ON public.event_deliveries USING btree (held_until) WHERE (held_until IS NOT NULL)

CREATE INDEX event_deliveries_of_digest ON public.event_deliveries USING btree (digest_id) WHERE (digest_id IS NOT NULL)

CREATE INDEX event_deliveries_of_profile ON public.event_deliveries USING btree (profile_id) WHERE (profile_id IS NOT NULL)

CREATE INDEX event_outbox_about ON public.event_outbox USING btree (about_id) WHERE (about_id IS NOT NULL)

CREATE INDEX event_outbox_by_age ON public.event_outbox USING btree (published_at)

CREATE INDEX fan_list_members_of_fan ON public.fan_list_members USING btree (fan_id)

CREATE INDEX fan_notes_of_fan ON public.fan_notes USING btree (fan_id)

CREATE INDEX fan_onboardings_by_age ON public.fan_onboardings USING btree (updated_at) WHERE (alerts_chosen_at IS NULL)

CREATE INDEX follows_of_creator_by_fan ON public.follows USING btree (creator_id, fan_id)

CREATE INDEX gateway_charges_by_provider_id ON public.gateway_charges USING btree (provider_id)

CREATE INDEX gateway_charges_of_transaction ON public.gateway_charges USING btree (transaction_id)

CREATE INDEX invite_codes_of_invite ON public.invite_codes USING btree (invite_id, sent_at DESC)

CREATE INDEX journal_entries_of_cause ON public.journal_entries USING btree (cause_kind, cause_id)

CREATE INDEX journal_entries_of_kind ON public.journal_entries USING btree (kind, id DESC)

CREATE INDEX kept_forms_by_end ON public.kept_forms USING btree (expires_at)

CREATE INDEX kept_forms_of_profile ON public.kept_forms USING btree (profile_id)

CREATE INDEX kept_forms_of_session ON public.kept_forms USING btree (session_id)

CREATE INDEX ledger_corrections_newest ON public.ledger_corrections USING btree (proposed_at DESC, id DESC)

CREATE INDEX ledger_unfolded_of_account ON public.ledger_unfolded USING btree (account_id) INCLUDE (amount_minor)

CREATE INDEX mass_message_fans_of_fan ON public.mass_message_fans USING btree (fan_id)

CREATE INDEX mass_message_fans_queued ON public.mass_message_fans USING btree (mass_id, fan_id) WHERE (state = 'queued'::text)

CREATE INDEX mass_message_fans_told ON public.mass_message_fans USING btree (mass_id, fan_id) WHERE notifies

CREATE INDEX mass_message_media_of_medium ON public.mass_message_media USING btree (media_id)

CREATE INDEX mass_messages_of_creator ON public.mass_messages USING btree (creator_id, id DESC)

CREATE INDEX mass_messages_open ON public.mass_messages USING btree (send_at) WHERE (state = ANY (ARRAY['scheduled'::text, 'sending'::text]))

CREATE INDEX media_fetches_of_day ON public.media_fetches USING btree (day)

CREATE INDEX media_of_owner ON public.media USING btree (owner_id, created_at DESC)

CREATE INDEX media_to_process ON public.media USING btree (created_at) WHERE (state = 'processing'::text)

CREATE INDEX media_turns ON public.media USING btree (owner_id, turn_at) WHERE (turn_at IS NOT NULL)

CREATE INDEX media_waiting ON public.media USING btree (kind, created_at) WHERE ((state = 'processing'::text) AND (kind <> 'photo'::text))

CREATE INDEX message_unlocks_of_fan ON public.message_unlocks USING btree (user_id) WHERE (revoked_at IS NULL)

CREATE INDEX notifications_about ON public.notifications USING btree (about_id) WHERE (about_id IS NOT NULL)

CREATE INDEX notifications_by_age ON public.notifications USING btree (created_at)

CREATE INDEX notifications_of_profile ON public.notifications USING btree (profile_id, id DESC)

CREATE INDEX notifications_unread ON public.notifications USING btree (profile_id, id) WHERE (read_at IS NULL)

CREATE INDEX passkeys_of_profile ON public.passkeys USING btree (profile_id)

CREATE INDEX payout_accounts_of_creator ON public.payout_accounts USING btree (creator_id, asked_at DESC)

CREATE INDEX payout_accounts_to_check ON public.payout_accounts USING btree (confirmed_at) WHERE ((state = 'in_use'::text) AND (name_check = 'waiting'::text))

CREATE INDEX payout_accounts_to_seal ON public.payout_accounts USING btree (asked_at) WHERE (number IS NOT NULL)

CREATE INDEX payouts_by_state ON public.payouts USING btree (state, created_at DESC)

CREATE INDEX payouts_due ON public.payouts USING btree (next_check_at) WHERE (next_check_at IS NOT NULL)

CREATE INDEX payouts_for_staff ON public.payouts USING btree ((
CASE state
    WHEN 'pending'::text THEN 2
    WHEN 'unknown'::text THEN 1
    ELSE 0
END) DESC, created_at DESC, number DESC)

CREATE INDEX payouts_of_creator ON public.payouts USING btree (creator_id, created_at DESC)

CREATE INDEX payouts_that_left ON public.payouts USING btree (claimed_at) WHERE (claimed_at IS NOT NULL)

CREATE INDEX poll_votes_of_fan ON public.poll_votes USING btree (fan_id)

CREATE INDEX post_comments_of_creator ON public.post_comments USING btree (creator_id, id DESC) WHERE ((removed_at IS NULL) AND (reply_to IS NULL) AND (NOT muted))

CREATE INDEX post_comments_of_post ON public.post_comments USING btree (post_id, id DESC) WHERE ((removed_at IS NULL) AND (reply_to IS NULL))

CREATE INDEX post_comments_replies ON public.post_comments USING btree (reply_to) WHERE (reply_to IS NOT NULL)

CREATE INDEX post_likes_of_fan ON public.post_likes USING btree (fan_id)

CREATE INDEX post_media_of_media ON public.post_media USING btree (media_id)

CREATE INDEX post_views_of_staff ON public.post_views USING btree (staff_id, post_id, ends_at DESC)

CREATE INDEX postings_of_account ON public.postings USING btree (account_id, entry_id DESC) INCLUDE (amount_minor)

CREATE INDEX posts_in_review ON public.posts USING btree (submitted_at, id) WHERE (state = 'in_review'::text)

CREATE INDEX posts_of_their_creator ON public.posts USING btree (creator_id, id DESC)

CREATE INDEX posts_on_page ON public.posts USING btree (creator_id, pinned_at DESC NULLS LAST, published_at DESC, id DESC) WHERE (state = 'published'::text)

CREATE INDEX posts_to_publish ON public.posts USING btree (published_at) WHERE (state = ANY (ARRAY['scheduled'::text, 'processing'::text]))

CREATE INDEX profiles_by_dashed_name ON public.profiles USING btree (lower(regexp_replace(btrim(display_name), '\s+'::text, '-'::text, 'g'::text))) WHERE (user_type = 'creator'::text)

CREATE INDEX profiles_by_display_name ON public.profiles USING btree (lower(display_name) text_pattern_ops)

CREATE INDEX profiles_by_name_skeleton ON public.profiles USING btree (md5(name_skeleton(display_name))) WHERE (user_type = 'creator'::text)

CREATE INDEX profiles_by_phone ON public.profiles USING btree (phone) WHERE (phone IS NOT NULL)

CREATE INDEX profiles_by_username_start ON public.profiles USING btree (username text_pattern_ops)

CREATE INDEX profiles_of_fans ON public.profiles USING btree (created_at) WHERE ((user_type = 'fan'::text) AND (account_status <> 'closed'::text))

CREATE INDEX promo_redemptions_of_purchase ON public.promo_redemptions USING btree (purchase_id)

CREATE INDEX promo_redemptions_reserved ON public.promo_redemptions USING btree (reserved_at) WHERE (state = 'reserved'::text)

CREATE INDEX purchases_by_short_reference ON public.purchases USING btree (upper("right"((id)::text, 8))) WHERE (paid_from <> 'gateway'::text)

CREATE INDEX purchases_from_balance ON public.purchases USING btree (buyer_id, completed_at DESC, id) WHERE ((state = 'completed'::text) AND (paid_from <> 'gateway'::text))

CREATE INDEX purchases_from_outside ON public.purchases USING btree (buyer_id) WHERE (paid_from = 'gateway'::text)

CREATE INDEX purchases_of_buyer ON public.purchases USING btree (buyer_id, created_at DESC)

CREATE INDEX push_subscriptions_of_profile ON public.push_subscriptions USING btree (profile_id, created_at)

CREATE INDEX rate_limit_hits_by_age ON public.rate_limit_hits USING btree (at)

CREATE INDEX rate_limit_hits_of_key ON public.rate_limit_hits USING btree (key, at DESC)

CREATE INDEX rates_in_force ON public.rates USING btree (kind, holds_from DESC, id DESC)

CREATE INDEX reconciliation_differences_newest ON public.reconciliation_differences USING btree (first_seen_at DESC, id DESC)

CREATE INDEX reconciliation_differences_open ON public.reconciliation_differences USING btree (first_seen_at, id) WHERE (state = 'open'::text)

CREATE INDEX reconciliation_runs_newest ON public.reconciliation_runs USING btree (kind, started_at DESC)

CREATE INDEX recovery_codes_of_profile ON public.recovery_codes USING btree (profile_id)

CREATE INDEX refunds_newest ON public.refunds USING btree (created_at DESC, id)

CREATE INDEX refunds_of_charge ON public.refunds USING btree (gateway, provider_id) WHERE (provider_id IS NOT NULL)

CREATE INDEX refunds_of_chargeback ON public.refunds USING btree (chargeback_id) WHERE (chargeback_id IS NOT NULL)

CREATE INDEX refunds_of_purchase ON public.refunds USING btree (purchase_id, created_at DESC)

CREATE INDEX refunds_to_send ON public.refunds USING btree (next_check_at) WHERE (state = ANY (ARRAY['requested'::text, 'sending'::text, 'unknown'::text, 'sent'::text]))

CREATE INDEX refunds_waiting ON public.refunds USING btree (state) WHERE (state = ANY (ARRAY['asked'::text, 'agreed'::text, 'failed'::text]))

CREATE INDEX release_refusals_by_content ON public.release_refusals USING btree (creator_id, content_sha256)

CREATE INDEX release_refusals_in_force ON public.release_refusals USING btree (refused_at DESC, id) WHERE (lifted_at IS NULL)

CREATE INDEX release_refusals_lifted_by ON public.release_refusals USING btree (lifted_by) WHERE (lifted_by IS NOT NULL)

CREATE INDEX release_refusals_of_performer ON public.release_refusals USING btree (performer_id)

CREATE INDEX release_statements_of_performer ON public.release_statements USING btree (performer_id)

CREATE INDEX release_statements_to_destroy ON public.release_statements USING btree (keep_until) WHERE (destroyed_at IS NULL)

CREATE INDEX releases_of_performer ON public.releases USING btree (performer_id)

CREATE INDEX releases_of_post ON public.releases USING btree (post_id)

CREATE INDEX report_evidence_of_author ON public.report_evidence USING btree (author_id)

CREATE INDEX report_evidence_to_forget ON public.report_evidence USING btree (keep_until) WHERE (keep_until IS NOT NULL)

CREATE INDEX report_views_of_report ON public.report_views USING btree (report_id, staff_id, ends_at)

CREATE INDEX report_views_of_staff ON public.report_views USING btree (staff_id, ends_at)

CREATE INDEX reports_by_time ON public.reports USING btree (reported_at, id)

CREATE INDEX reports_of_subject ON public.reports USING btree (subject_id)

CREATE INDEX reports_open ON public.reports USING btree (urgent DESC, reported_at, id) WHERE (state = 'open'::text)

CREATE INDEX reports_to_forget ON public.reports USING btree (keep_until) WHERE (keep_until IS NOT NULL)

CREATE INDEX sealed_document_views_of_document ON public.sealed_document_views USING btree (document_id, staff_id, ends_at DESC)

CREATE INDEX sealed_documents_due ON public.sealed_documents USING btree (keep_until) WHERE (storage_key IS NOT NULL)

CREATE INDEX sealed_documents_of_owner ON public.sealed_documents USING btree (owner_id, accepted_at DESC)

CREATE INDEX search_words_by_variant ON public.search_words USING gin (variants)

CREATE INDEX session_proof_codes_of_profile ON public.session_proof_codes USING btree (profile_id, sent_at DESC)

CREATE INDEX session_proof_codes_of_session ON public.session_proof_codes USING btree (session_id, sent_at DESC)

CREATE INDEX sessions_by_profile ON public.sessions USING btree (profile_id, id)

CREATE INDEX sessions_of_profile ON public.sessions USING btree (profile_id) WHERE (ended_at IS NULL)

CREATE INDEX setting_changes_newest ON public.setting_changes USING btree (changed_at DESC, id DESC)

CREATE INDEX setting_changes_of_name ON public.setting_changes USING btree (name, changed_at DESC)

CREATE INDEX share_fans_of_fan ON public.share_fans USING btree (fan_id)

CREATE INDEX share_lines_of_creator ON public.share_lines USING btree (run_id, creator_id)

CREATE INDEX share_lines_of_fan ON public.share_lines USING btree (fan_id)

CREATE INDEX share_passes_of_fan ON public.share_passes USING btree (fan_id)

CREATE INDEX share_passes_of_pass ON public.share_passes USING btree (pass_id)

CREATE INDEX share_payments_of_creator ON public.share_payments USING btree (creator_id, run_id)

CREATE INDEX share_payments_to_post ON public.share_payments USING btree (run_id, creator_id) WHERE (entry_id IS NULL)

CREATE INDEX sign_in_codes_of_browser ON public.sign_in_codes USING btree (browser_hash, sent_at DESC)

CREATE INDEX sign_in_codes_of_email ON public.sign_in_codes USING btree (email, sent_at DESC)

CREATE INDEX sign_in_codes_of_network ON public.sign_in_codes USING btree (network, sent_at DESC)

CREATE INDEX sign_in_codes_sent ON public.sign_in_codes USING btree (sent_at DESC)

CREATE INDEX spent_passkey_challenges_by_age ON public.spent_passkey_challenges USING btree (expires_at)

CREATE INDEX staff_alerts_not_notified ON public.staff_alerts USING btree (raised_at) WHERE (notified_at IS NULL)

CREATE INDEX staff_alerts_notified ON public.staff_alerts USING btree (kind, notified_at) WHERE (notified_at IS NOT NULL)

CREATE INDEX staff_sign_in_steps_by_age ON public.staff_sign_in_steps USING btree (expires_at)

CREATE INDEX subscriber_rechecks_due ON public.subscriber_rechecks USING btree (due_at)

CREATE INDEX subscriptions_by_user ON public.subscriptions USING btree (user_id, id)

CREATE INDEX subscriptions_ending ON public.subscriptions USING btree (expires_at) WHERE (status = 'active'::text)

CREATE INDEX subscriptions_of_user ON public.subscriptions USING btree (user_id, expires_at DESC) WHERE (status = 'active'::text)

CREATE INDEX suspensions_by_profile ON public.suspensions USING btree (profile_id)

CREATE INDEX tips_of_creator ON public.tips USING btree (creator_id, created_at DESC, id DESC)

CREATE INDEX tips_of_creator_counted ON public.tips USING btree (creator_id, created_at DESC) INCLUDE (fan_id, named, amount_minor) WHERE (removed_at IS NULL)

CREATE INDEX tips_of_fan ON public.tips USING btree (fan_id, created_at DESC)

CREATE INDEX tips_of_post ON public.tips USING btree (post_id) WHERE ((post_id IS NOT NULL) AND (removed_at IS NULL))

CREATE INDEX transactions_by_email ON public.transactions USING btree (email, created_at DESC)

CREATE INDEX transactions_by_phone ON public.transactions USING btree (phone_number, created_at DESC) WHERE (phone_number IS NOT NULL)

CREATE INDEX transactions_by_short_reference ON public.transactions USING btree (upper("right"(flutterwave_tx_ref, 8)))

CREATE INDEX transactions_of_purchase ON public.transactions USING btree (purchase_id, created_at DESC)

CREATE INDEX transactions_of_user ON public.transactions USING btree (user_id, created_at DESC)

CREATE INDEX transactions_to_check ON public.transactions USING btree (next_check_at) WHERE (next_check_at IS NOT NULL)

CREATE INDEX unlocks_of_post ON public.unlocks USING btree (post_id)

CREATE INDEX uploads_due ON public.uploads USING btree (expires_at) WHERE (state = ANY (ARRAY['open'::text, 'finished'::text]))

CREATE INDEX uploads_of_owner ON public.uploads USING btree (owner_id, created_at DESC)

CREATE INDEX user_access_of_user ON public.user_access USING btree (user_id) WHERE (revoked_at IS NULL)

CREATE INDEX vault_items_of_folder ON public.vault_items USING btree (folder_id) WHERE (folder_id IS NOT NULL)

CREATE INDEX vault_items_of_owner ON public.vault_items USING btree (owner_id)

CREATE INDEX wallet_holds_by_cause ON public.wallet_holds USING btree (cause_id, cause_kind)

CREATE INDEX wallet_holds_due ON public.wallet_holds USING btree (expires_at) WHERE (state = 'held'::text)

CREATE INDEX wallet_holds_of_owner ON public.wallet_holds USING btree (owner_id, placed_at DESC)

CREATE INDEX webhook_events_to_process ON public.webhook_events USING btree (next_attempt_at) WHERE (state = 'received'::text)

CREATE UNIQUE INDEX account_deletions_waiting ON public.account_deletions USING btree (profile_id) WHERE (state = 'waiting'::text)

CREATE UNIQUE INDEX blocked_media_once ON public.blocked_media USING btree (media_id) WHERE (unblocked_at IS NULL)

CREATE UNIQUE INDEX content_flags_open ON public.content_flags USING btree (creator_id) WHERE (cleared_at IS NULL)

CREATE UNIQUE INDEX fan_lists_by_name ON public.fan_lists USING btree (creator_id, md5(lower(name)))

CREATE UNIQUE INDEX media_renditions_film ON public.media_renditions USING btree (media_id) WHERE (format = 'mp4'::text)

CREATE UNIQUE INDEX message_unlocks_once ON public.message_unlocks USING btree (message_id, user_id) WHERE (revoked_at IS NULL)

CREATE UNIQUE INDEX owner_auth_in_force ON public.owner_auth USING btree (is_active) WHERE is_active

CREATE UNIQUE INDEX payout_accounts_asked ON public.payout_accounts USING btree (creator_id) WHERE (state = 'asked'::text)

CREATE UNIQUE INDEX payout_accounts_in_use ON public.payout_accounts USING btree (creator_id) WHERE (state = 'in_use'::text)

CREATE UNIQUE INDEX payout_approvals_by_two ON public.payout_approvals USING btree (payout_id, approver_id) WHERE (NOT alone)

CREATE UNIQUE INDEX payout_halts_open ON public.payout_halts USING btree ((true)) WHERE (resumed_at IS NULL)

CREATE UNIQUE INDEX payouts_once_a_run ON public.payouts USING btree (creator_id, run_day, part) WHERE (run_day IS NOT NULL)

CREATE UNIQUE INDEX post_media_once ON public.post_media USING btree (post_id, media_id)

CREATE UNIQUE INDEX purchases_one_open ON public.purchases USING btree (buyer_scope, kind, product_id) WHERE (state = 'open'::text)

CREATE UNIQUE INDEX refunds_at_gateway ON public.refunds USING btree (gateway, gateway_refund_id) WHERE (gateway_refund_id IS NOT NULL)

CREATE UNIQUE INDEX refunds_by_rule ON public.refunds USING btree (gateway, provider_id, reason) WHERE (reason = ANY (ARRAY['arrived_late'::text, 'paid_twice'::text, 'paid_too_much'::text, 'product_gone'::text, 'not_approved'::text]))

CREATE UNIQUE INDEX refunds_of_unmatched ON public.refunds USING btree (gateway, provider_id) WHERE (reason = 'unmatched'::text)

CREATE UNIQUE INDEX refunds_one_open ON public.refunds USING btree (purchase_id) WHERE ((state = ANY (ARRAY['asked'::text, 'agreed'::text])) AND (reason <> 'unmatched'::text))

CREATE UNIQUE INDEX reports_open_once ON public.reports USING btree (reporter_id, kind, subject_id) WHERE (state = 'open'::text)

CREATE UNIQUE INDEX sealed_documents_current ON public.sealed_documents USING btree (application_id, kind) WHERE (replaced_at IS NULL)

CREATE UNIQUE INDEX sealed_documents_of_release ON public.sealed_documents USING btree (release_id) WHERE (destroyed_at IS NULL)

CREATE UNIQUE INDEX share_lines_of_pass ON public.share_lines USING btree (run_id, pass_id, creator_id) WHERE (pass_id IS NOT NULL)

CREATE UNIQUE INDEX share_lines_without_pass ON public.share_lines USING btree (run_id, fan_id, creator_id) NULLS NOT DISTINCT WHERE (pass_id IS NULL)

CREATE UNIQUE INDEX subscription_plans_one_name ON public.subscription_plans USING btree (lower(display_name)) WHERE ((retired_at IS NULL) AND (NOT is_substitute))

CREATE UNIQUE INDEX suspensions_running ON public.suspensions USING btree (profile_id, kind) WHERE (lifted_at IS NULL)

CREATE UNIQUE INDEX unlocks_once ON public.unlocks USING btree (user_id, post_id) WHERE (revoked_at IS NULL)

CREATE UNIQUE INDEX vault_folders_by_name ON public.vault_folders USING btree (owner_id, md5(lower(name)))

CREATE UNIQUE INDEX wallet_holds_of_cause ON public.wallet_holds USING btree (cause_kind, cause_id) WHERE (state = 'held'::text)

CREATE CONSTRAINT TRIGGER creator_subscriptions_are_counted AFTER INSERT OR DELETE OR UPDATE OF status, starts_at, ends_at ON public.creator_subscriptions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_subscribers_of_right()

CREATE CONSTRAINT TRIGGER granted_access_is_counted AFTER INSERT OR DELETE OR UPDATE OF created_at, expires_at, revoked_at ON public.user_access DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_subscribers_of_right()

CREATE CONSTRAINT TRIGGER journal_entries_have_postings AFTER INSERT ON public.journal_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_empty_entry()

CREATE CONSTRAINT TRIGGER passes_are_counted AFTER INSERT OR DELETE OR UPDATE OF status, starts_at, expires_at ON public.subscriptions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_subscribers_of_right()

CREATE CONSTRAINT TRIGGER tips_of_posts_are_counted AFTER INSERT OR DELETE OR UPDATE OF post_id, amount_minor, removed_at ON public.tips DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_tips_of_post()

CREATE CONSTRAINT TRIGGER unlocks_of_posts_are_counted AFTER INSERT OR DELETE OR UPDATE OF post_id, revoked_at ON public.unlocks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_unlocks_of_post()

CREATE TRIGGER activity_is_append_only BEFORE DELETE OR UPDATE ON public.activity FOR EACH ROW EXECUTE FUNCTION refuse_change()

CREATE TRIGGER activity_is_never_emptied BEFORE TRUNCATE ON public.activity FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

CREATE TRIGGER application_decisions_are_append_only BEFORE DELETE OR UPDATE ON public.application_decisions FOR EACH ROW EXECUTE FUNCTION refuse_change()

CREATE TRIGGER application_decisions_are_by_reviewers BEFORE INSERT ON public.application_decisions FOR EACH ROW EXECUTE FUNCTION guard_application_decision()

CREATE TRIGGER chat_threads_announce_block AFTER UPDATE OF blocked_by_fan_at, blocked_by_creator_at ON public.chat_threads FOR EACH ROW WHEN (((old.blocked_by_fan_at IS DISTINCT FROM new.blocked_by_fan_at) OR (old.blocked_by_creator_at IS DISTINCT FROM new.blocked_by_creator_at))) EXECUTE FUNCTION announce_ended_right('thread', 'id')

CREATE TRIGGER comments_are_counted AFTER INSERT OR DELETE OR UPDATE OF removed_at, muted ON public.post_comments FOR EACH ROW EXECUTE FUNCTION count_comments()

CREATE TRIGGER consents_are_append_only BEFORE DELETE OR UPDATE ON public.consents FOR EACH ROW EXECUTE FUNCTION refuse_change()

CREATE TRIGGER consents_are_never_emptied BEFORE TRUNCATE ON public.consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

CREATE TRIGGER creators_announce_hiding AFTER UPDATE OF listed ON public.creators FOR EACH ROW WHEN ((old.listed AND (NOT new.listed))) EXECUTE FUNCTION announce_ended_right('creator', 'profile_id')

CREATE TRIGGER creators_are_indexed_again AFTER UPDATE OF listed, feed_rank, tags ON public.creators FOR EACH ROW WHEN (((old.listed <> new.listed) OR (new.listed AND ((old.feed_rank <> new.feed_rank) OR (old.tags <> new.tags))))) EXECUTE FUNCTION index_creator_again('profile_id')

CREATE TRIGGER creators_are_indexed_when_listed AFTER INSERT ON public.creators FOR EACH ROW WHEN (new.listed) EXECUTE FUNCTION index_creator_again('profile_id')

CREATE TRIGGER creators_have_an_explained_verification BEFORE UPDATE OF verification_status ON public.creators FOR EACH ROW WHEN (((new.verification_status <> old.verification_status) AND (CURRENT_USER = ANY (ARRAY['peach_app'::name, 'peach_decisions'::name, 'peach_erasure'::name])))) EXECUTE FUNCTION guard_verification()

CREATE TRIGGER ended_follows_are_counted AFTER DELETE ON public.follows REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_followers()

CREATE TRIGGER former_usernames_are_indexed AFTER INSERT OR DELETE ON public.former_usernames FOR EACH ROW EXECUTE FUNCTION index_creator_again('profile_id')

CREATE TRIGGER journal_entries_are_append_only BEFORE DELETE OR UPDATE ON public.journal_entries FOR EACH ROW EXECUTE FUNCTION refuse_change()

CREATE TRIGGER journal_entries_are_never_emptied BEFORE TRUNCATE ON public.journal_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

CREATE TRIGGER ledger_sealed_is_append_only BEFORE DELETE OR UPDATE ON public.ledger_sealed FOR EACH ROW EXECUTE FUNCTION refuse_change()

CREATE TRIGGER ledger_sealed_is_never_emptied BEFORE TRUNCATE ON public.ledger_sealed FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

CREATE TRIGGER ledger_seals_are_append_only BEFORE DELETE OR UPDATE ON public.ledger_seals FOR EACH ROW EXECUTE FUNCTION refuse_change()

CREATE TRIGGER ledger_seals_are_never_emptied BEFORE TRUNCATE ON public.ledger_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

CREATE TRIGGER likes_are_counted AFTER INSERT OR DELETE ON public.post_likes FOR EACH ROW EXECUTE FUNCTION count_likes()

CREATE TRIGGER new_follows_are_counted AFTER INSERT ON public.follows REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_followers()

CREATE TRIGGER payout_state_moves_forward BEFORE UPDATE ON public.payouts FOR EACH ROW EXECUTE FUNCTION guard_payout_state()

CREATE TRIGGER postings_are_append_only BEFORE DELETE OR UPDATE ON public.postings FOR EACH ROW EXECUTE FUNCTION refuse_change()

CREATE TRIGGER postings_are_never_emptied BEFORE TRUNCATE ON public.postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

CREATE TRIGGER postings_balance AFTER INSERT ON public.postings REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced_entries()

CREATE TRIGGER profiles_announce_status AFTER UPDATE OF account_status, is_blocked, user_type ON public.profiles FOR EACH ROW WHEN (((old.account_status <> new.account_status) OR (old.is_blocked <> new.is_blocked) OR (old.user_type <> new.user_type))) EXECUTE FUNCTION announce_ended_right('account', 'id')

CREATE TRIGGER profiles_are_erased_when_due BEFORE UPDATE OF email ON public.profiles FOR EACH ROW WHEN ((CURRENT_USER = 'peach_erasure'::name)) EXECUTE FUNCTION guard_erasure()

CREATE TRIGGER profiles_are_indexed_again AFTER UPDATE OF display_name, username, city ON public.profiles FOR EACH ROW WHEN (((old.display_name IS DISTINCT FROM new.display_name) OR (old.username IS DISTINCT FROM new.username) OR (old.city IS DISTINCT FROM new.city))) EXECUTE FUNCTION index_creator_again('id')

CREATE TRIGGER profiles_end_sign_ins AFTER UPDATE OF account_status, email ON public.profiles FOR EACH ROW WHEN ((((old.account_status = 'active'::text) AND (new.account_status <> 'active'::text)) OR (old.email <> new.email))) EXECUTE FUNCTION end_sign_ins_of_account()

CREATE TRIGGER profiles_have_an_explained_status BEFORE UPDATE OF account_status, is_blocked ON public.profiles FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['peach_app'::name, 'peach_decisions'::name, 'peach_erasure'::name]))) EXECUTE FUNCTION guard_account_status()

CREATE TRIGGER rates_are_append_only BEFORE DELETE OR UPDATE ON public.rates FOR EACH ROW EXECUTE FUNCTION refuse_change()

CREATE TRIGGER rates_are_never_emptied BEFORE TRUNCATE ON public.rates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

CREATE TRIGGER refunds_within_payment BEFORE INSERT OR UPDATE OF state, amount_minor ON public.refunds FOR EACH ROW EXECUTE FUNCTION keep_refunds_within_payment()

CREATE TRIGGER sessions_announce_deletion AFTER DELETE ON public.sessions FOR EACH ROW WHEN ((old.ended_at IS NULL)) EXECUTE FUNCTION announce_ended_right('session', 'id')

CREATE TRIGGER sessions_announce_end AFTER UPDATE OF ended_at, token_hash ON public.sessions FOR EACH ROW WHEN ((((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL)) OR (old.token_hash <> new.token_hash))) EXECUTE FUNCTION announce_ended_right('session', 'id')

CREATE TRIGGER sessions_end_push AFTER UPDATE OF ended_at ON public.sessions FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION end_push_subscription()

CREATE TRIGGER setting_changes_are_append_only BEFORE DELETE OR UPDATE ON public.setting_changes FOR EACH ROW EXECUTE FUNCTION refuse_change()

CREATE TRIGGER setting_changes_are_never_emptied BEFORE TRUNCATE ON public.setting_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

CREATE TRIGGER suspensions_are_by_moderators BEFORE INSERT OR UPDATE ON public.suspensions FOR EACH ROW EXECUTE FUNCTION guard_suspension()

CREATE TRIGGER votes_are_counted AFTER INSERT OR DELETE OR UPDATE OF "position" ON public.poll_votes FOR EACH ROW EXECUTE FUNCTION count_votes()

CREATE TRIGGER wallet_holds_end_once BEFORE UPDATE ON public.wallet_holds FOR EACH ROW WHEN ((old.state <> 'held'::text)) EXECUTE FUNCTION refuse_second_end()

CREATE OR REPLACE FUNCTION public.announce_ended_right()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('peach_live', json_build_object('ended', tg_argv[0], 'id', to_jsonb(old) ->> tg_argv[1])::text);
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.app_clock_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
RETURN (app_now() + (clock_timestamp() - (SELECT now() AS now)))


CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN (SELECT (now() + app_clock.advanced_by) FROM app_clock)


CREATE OR REPLACE FUNCTION public.count_audience_anew()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_now timestamptz := app_clock_now();
begin
  delete from creator_subscribers;
  delete from creator_audience_days;
  delete from subscriber_rechecks;
  create temporary table held on commit drop as
    select r.creator_id, r.fan_id, unnest(range_agg(tstzrange(r.starts_at, r.ends_at))) as during
    from (
      select f.creator_id, f.fan_id, greatest(e.starts_at, f.created_at) as starts_at, e.ends_at
      from follows f join entitlements e on e.account_id = f.fan_id where e.grants = 'all_creators'
      union all
      select e.object_id, e.account_id, e.starts_at, e.ends_at from entitlements e where e.grants = 'creator'
    ) r where r.starts_at <= v_now and (r.ends_at is null or r.ends_at > r.starts_at) group by 1, 2;
  insert into creator_subscribers (creator_id, fan_id) select h.creator_id, h.fan_id from held h where h.during @> v_now;
  update creators c set subscriber_count = coalesce((select count(*) from creator_subscribers s where s.creator_id = c.profile_id), 0)
    where c.subscriber_count <> coalesce((select count(*) from creator_subscribers s where s.creator_id = c.profile_id), 0);
  update creators c set follower_count = coalesce((select count(*) from follows f where f.creator_id = c.profile_id), 0)
    where c.follower_count <> coalesce((select count(*) from follows f where f.creator_id = c.profile_id), 0);
  insert into creator_audience_days (creator_id, day, new_followers, subscriber_change)
    select x.creator_id, x.day, sum(x.followers), sum(x.subscribers) from (
      select f.creator_id, kampala_day(f.created_at) as day, 1 as followers, 0 as subscribers from follows f
      union all
      select h.creator_id, kampala_day(lower(h.during)), 0, 1 from held h
      union all
      select h.creator_id, kampala_day(upper(h.during)), 0, -1 from held h where upper(h.during) <= v_now
    ) x group by 1, 2 having sum(x.followers) <> 0 or sum(x.subscribers) <> 0;
  insert into subscriber_rechecks (fan_id, due_at)
    select t.account_id, min(t.turn)
    from (select e.account_id, unnest(array[e.starts_at, e.ends_at]) as turn from entitlements e where e.grants in ('all_creators', 'creator')) t
    where t.turn > v_now group by 1;
  drop table held;
end $function$


CREATE OR REPLACE FUNCTION public.count_comments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_change integer := 0;
begin
  if tg_op <> 'INSERT' and old.removed_at is null and not old.muted then
    v_change := v_change - 1;
  end if;
  if tg_op <> 'DELETE' and new.removed_at is null and not new.muted then
    v_change := v_change + 1;
  end if;
  if v_change <> 0 then
    update posts set comment_count = greatest(0, comment_count + v_change) where id = coalesce(new.post_id, old.post_id);
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.count_due_subscribers(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_fans uuid[];
begin
  select array_agg(d.fan_id) into v_fans
    from (select r.fan_id from subscriber_rechecks r where r.due_at <= app_clock_now() order by r.due_at limit p_limit) d;
  if v_fans is null then
    return 0;
  end if;
  perform count_subscribers(v_fans, null);
  perform schedule_rechecks(v_fans);
  return cardinality(v_fans);
end $function$


CREATE OR REPLACE FUNCTION public.count_followers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_each integer := case tg_op when 'INSERT' then 1 else -1 end;
  v_fans uuid[];
  v_creators uuid[];
begin
  select array_agg(distinct c.fan_id), array_agg(distinct c.creator_id) into v_fans, v_creators from changed c;
  if v_fans is null then
    return null;
  end if;
  perform from creators c where c.profile_id = any (v_creators) order by c.profile_id for no key update;
  update creators c set follower_count = greatest(0, c.follower_count + n.change)
    from (select x.creator_id, v_each * count(*)::integer as change from changed x group by 1) n where c.profile_id = n.creator_id;
  insert into creator_audience_days as d (creator_id, day, new_followers)
    select x.creator_id, kampala_day(x.created_at), v_each * count(*)::integer from changed x group by 1, 2 order by 1, 2
    on conflict (creator_id, day) do update set new_followers = d.new_followers + excluded.new_followers;
  perform count_subscribers(v_fans, case cardinality(v_creators) when 1 then v_creators[1] end);
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.count_likes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    update posts set like_count = like_count + 1 where id = new.post_id;
  else
    update posts set like_count = greatest(0, like_count - 1) where id = old.post_id;
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.count_subscribers(p_fans uuid[], p_creator uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_now timestamptz := app_clock_now();
begin
  -- Creators first and in one order, as a follow has locked its creator before.
  perform from creators c where c.profile_id in (select x.creator_id from subscriber_changes(p_fans, p_creator, v_now) x)
    order by c.profile_id for no key update;
  -- A bounded number of locks, however many fans a creator loses at once.
  perform pg_advisory_xact_lock(hashtext('subscribers'), b.bucket)
    from (select distinct hashtext(f::text) & 255 as bucket from unnest(p_fans) f order by 1) b;
  with changes as materialized (
    select x.creator_id, x.fan_id, x.change,
      kampala_day(least(v_now, case when x.change > 0 then x.since
        else (select r.due_at from subscriber_rechecks r where r.fan_id = x.fan_id) end)) as day
    from subscriber_changes(p_fans, p_creator, v_now) x
  ), gone as (
    delete from creator_subscribers s using changes x where x.change < 0 and s.creator_id = x.creator_id and s.fan_id = x.fan_id
  ), come as (
    insert into creator_subscribers (creator_id, fan_id) select x.creator_id, x.fan_id from changes x where x.change > 0
  ), counted as (
    update creators c set subscriber_count = c.subscriber_count + n.change
    from (select x.creator_id, sum(x.change)::integer as change from changes x group by 1) n where c.profile_id = n.creator_id and n.change <> 0
  )
  insert into creator_audience_days as d (creator_id, day, subscriber_change)
  select x.creator_id, x.day, sum(x.change)::integer from changes x group by 1, 2 having sum(x.change) <> 0 order by 1, 2
  on conflict (creator_id, day) do update set subscriber_change = d.subscriber_change + excluded.subscriber_change;
end $function$


CREATE OR REPLACE FUNCTION public.count_subscribers_of_right()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_fan uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  perform count_subscribers(array[v_fan], null);
  perform schedule_rechecks(array[v_fan]);
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.count_tips_anew()
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update posts p set tip_count = coalesce(t.tips, 0), tipped_minor = coalesce(t.minor, 0)
  from posts o left join (select post_id, count(*) as tips, sum(amount_minor) as minor from tips where removed_at is null group by 1) t on t.post_id = o.id
  where p.id = o.id and (p.tip_count, p.tipped_minor) is distinct from (coalesce(t.tips, 0), coalesce(t.minor, 0));
$function$


CREATE OR REPLACE FUNCTION public.count_tips_of_post()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' and old.post_id is not null and old.removed_at is null then
    update posts set tip_count = tip_count - 1, tipped_minor = tipped_minor - old.amount_minor where id = old.post_id;
  end if;
  if tg_op <> 'DELETE' and new.post_id is not null and new.removed_at is null then
    update posts set tip_count = tip_count + 1, tipped_minor = tipped_minor + new.amount_minor where id = new.post_id;
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.count_unlocks_anew()
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update posts p set unlock_count = coalesce(u.unlocks, 0), was_sold = u.post_id is not null
  from posts o left join (select post_id, count(*) filter (where revoked_at is null)::integer as unlocks from unlocks group by 1) u on u.post_id = o.id
  where p.id = o.id and (p.unlock_count, p.was_sold) is distinct from (coalesce(u.unlocks, 0), u.post_id is not null);
$function$


CREATE OR REPLACE FUNCTION public.count_unlocks_of_post()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    update posts set was_sold = true where id = new.post_id and not was_sold;
  end if;
  if tg_op <> 'INSERT' and old.revoked_at is null then
    update posts set unlock_count = unlock_count - 1 where id = old.post_id;
  end if;
  if tg_op <> 'DELETE' and new.revoked_at is null then
    update posts set unlock_count = unlock_count + 1 where id = new.post_id;
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.count_votes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' then
    update poll_options set vote_count = greatest(0, vote_count - 1) where post_id = old.post_id and position = old.position;
  end if;
  if tg_op <> 'DELETE' then
    update poll_options set vote_count = vote_count + 1 where post_id = new.post_id and position = new.position;
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.end_push_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.end_sign_ins(p_profile uuid, p_because text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_email text;
  v_ended integer;
begin
  select email into v_email from profiles where id = p_profile for update;
  update sessions set ended_at = app_now(), ended_because = p_because where profile_id = p_profile and ended_at is null;
  get diagnostics v_ended = row_count;
  update sign_in_codes set voided_at = app_now() where email = v_email and consumed_at is null and voided_at is null;
  delete from staff_sign_in_steps where profile_id = p_profile;
  delete from totp_enrolments where profile_id = p_profile;
  return v_ended;
end $function$


CREATE OR REPLACE FUNCTION public.end_sign_ins_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update sign_in_codes set voided_at = app_now() where email = old.email and consumed_at is null and voided_at is null;
  perform end_sign_ins(new.id, case new.account_status when 'suspended' then 'suspended' when 'closed' then 'account_closed' else 'email_changed' end);
  return null;
end $function$


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


CREATE OR REPLACE FUNCTION public.guard_account_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$


CREATE OR REPLACE FUNCTION public.guard_application_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$


CREATE OR REPLACE FUNCTION public.guard_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from account_deletions d where d.profile_id = new.id and d.state = 'waiting' and d.due_at <= app_now()) then
    raise exception 'no deletion of % is due', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.guard_payout_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.state <> new.state and not (old.state || '>' || new.state = any (array[
    'pending>sending', 'pending>cancelled',
    'sending>sent', 'sending>unknown', 'sending>pending', 'sending>failed', 'sending>completed',
    'sent>completed', 'sent>failed', 'sent>unknown',
    'unknown>sent', 'unknown>pending', 'unknown>completed', 'unknown>failed',
    'completed>reversed', 'failed>completed'])) then
    raise exception 'a payout never goes from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.guard_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$


CREATE OR REPLACE FUNCTION public.guard_verification()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$


CREATE OR REPLACE FUNCTION public.index_creator_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into creators_to_index (creator_id)
    select c.profile_id from creators c where c.profile_id = (to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid
    on conflict (creator_id) do update set since = excluded.since;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.is_moderator(p_profile uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from profiles p left join staff_members s on s.profile_id = p.id and s.ended_at is null
    where p.id = p_profile and p.account_status = 'active' and (p.user_type = 'owner' or s.role in ('content-moderator', 'super-admin')))
$function$


CREATE OR REPLACE FUNCTION public.kampala_day(p_at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((p_at AT TIME ZONE 'Africa/Kampala'::text))::date


CREATE OR REPLACE FUNCTION public.keep_refunds_within_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_paid bigint;
  v_back bigint;
begin
  if new.state in ('asked', 'agreed', 'declined') then return new; end if;
  if new.provider_id is null then
    select p.amount_minor into v_paid from purchases p where p.id = new.purchase_id for update;
    select coalesce(sum(r.amount_minor), 0) into v_back from refunds r
      where r.purchase_id = new.purchase_id and r.provider_id is null and r.id <> new.id and r.state not in ('asked', 'agreed', 'declined');
  else
    select c.amount_minor into v_paid from gateway_charges c where c.gateway = new.gateway and c.provider_id = new.provider_id for update;
    select coalesce(sum(r.amount_minor), 0) into v_back from refunds r
      where r.gateway = new.gateway and r.provider_id = new.provider_id and r.id <> new.id and r.state not in ('asked', 'agreed', 'declined');
  end if;
  if v_back + new.amount_minor > coalesce(v_paid, 0) then
    raise exception 'refund % would return more than was paid', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.ledger_balance(p_account uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN (SELECT (b.balance_minor + (COALESCE((SELECT sum(u.amount_minor) AS sum FROM ledger_unfolded u WHERE (u.account_id = b.account_id)), (0)::numeric))::bigint) FROM ledger_balances b WHERE (b.account_id = ledger_balance.p_account))


CREATE OR REPLACE FUNCTION public.lock_ledger_balances(p_accounts uuid[])
 RETURNS TABLE(account_id uuid, balance_minor bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform from ledger_balances b where b.account_id = any (p_accounts) order by b.account_id for update of b;
  return query select b.account_id, b.balance_minor from ledger_balances b where b.account_id = any (p_accounts);
end $function$


CREATE OR REPLACE FUNCTION public.name_skeleton(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select replace(replace(translate(regexp_replace(lower(translate(normalize(name, nfkd),
    'АаΑαӐӑВвΒβЬьЪъСсϹϲԀԁЕеΕεЁёԌԍНнΗһҺІіΙιӀӏЇїЈјϳͿКкΚκМмΜΝηПпОоΟοσРрΡρԚԛГгЅѕТтΤτυЦцνѴѵԜԝωХхΧχУуΥγүҮΖζ',
    'aaaaaabbbbbbbbccccddeeeeeegghhhhhiiiiiiiijjjjkkkkmmmnnnnoooooppppqqrrssttttuuuvvvwwwxxxxyyyyyyzz') collate "C"), '[^a-z0-9]', '', 'g'),
    '01345678l9', 'oieasgtbig'), 'rn', 'm'), 'vv', 'w')
$function$


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


CREATE OR REPLACE FUNCTION public.post_journal_entries(p_entries uuid[], p_kinds text[], p_keys text[], p_cause_kinds text[], p_causes uuid[], p_happened_at timestamp with time zone[], p_lines integer[], p_accounts uuid[], p_amounts bigint[])
 RETURNS TABLE(entry_id uuid, posted boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_count integer := cardinality(p_entries);
  v_prints bytea[];
  v_new uuid[];
  v_other text;
  v_wanted integer;
  v_written integer;
begin
  if v_count <> cardinality(p_kinds) or v_count <> cardinality(p_keys) or v_count <> cardinality(p_cause_kinds)
    or v_count <> cardinality(p_causes) or v_count <> cardinality(p_happened_at)
    or cardinality(p_lines) <> cardinality(p_accounts) or cardinality(p_lines) <> cardinality(p_amounts) then
    raise exception 'the lists of a call have one length each' using errcode = 'check_violation';
  end if;

  select array_agg(sha256(convert_to(
      concat_ws('|', p_kinds[e.n], p_cause_kinds[e.n], p_causes[e.n], l.accounts, l.amounts), 'UTF8')) order by e.n)
    into v_prints
    from generate_series(1, v_count) as e (n)
    join (
      select x.entry, array_agg(x.account order by x.place) as accounts, array_agg(x.amount order by x.place) as amounts
      from unnest(p_lines, p_accounts, p_amounts) with ordinality as x (entry, account, amount, place) group by x.entry having count(*) > 1
    ) l on l.entry = e.n;
  if cardinality(v_prints) is distinct from v_count then
    raise exception 'a journal entry needs two lines or more, each with an account and an amount' using errcode = 'check_violation';
  end if;

  with written as (
    insert into journal_entries (id, kind, idempotency_key, fingerprint, cause_kind, cause_id, happened_at)
    select e.id, e.kind, e.key, e.print, e.cause_kind, e.cause, e.happened_at
    from unnest(p_entries, p_kinds, p_keys, v_prints, p_cause_kinds, p_causes, p_happened_at)
      as e (id, kind, key, print, cause_kind, cause, happened_at)
    order by e.key
    on conflict (idempotency_key) do nothing returning id
  )
  select coalesce(array_agg(id), '{}') into v_new from written;

  if cardinality(v_new) < v_count then
    select e.key into v_other from unnest(p_keys, v_prints) as e (key, print)
      join journal_entries j on j.idempotency_key = e.key where j.fingerprint is distinct from e.print limit 1;
    if found then
      raise exception 'idempotency key % was used for another entry', v_other using errcode = 'unique_violation';
    end if;
  end if;

  perform from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where b.account_id = any (p_accounts) and not a.folded order by b.account_id for update of b;

  with lines as (
    select e.id as entry_id, row_number() over (partition by x.entry order by x.place)::smallint as line, a.id as account_id, x.amount,
      a.currency, a.folded
    from unnest(p_lines, p_accounts, p_amounts) with ordinality as x (entry, account, amount, place)
    join unnest(p_entries) with ordinality as e (id, n) on e.n = x.entry
    join unnest(v_new) as fresh (id) on fresh.id = e.id
    join ledger_accounts a on a.id = x.account
  ), written as (
    insert into postings (entry_id, line, account_id, amount_minor, currency)
    select lines.entry_id, lines.line, lines.account_id, lines.amount, lines.currency from lines
    returning 1
  ), waiting as (
    insert into ledger_unfolded (entry_id, line, account_id, amount_minor)
    select lines.entry_id, lines.line, lines.account_id, lines.amount from lines where lines.folded
  ), moved as (
    update ledger_balances b set balance_minor = b.balance_minor + s.total
    from (select lines.account_id, sum(lines.amount)::bigint as total from lines where not lines.folded group by 1) s
    where b.account_id = s.account_id
  )
  select count(*) into v_written from written;
  select count(*) into v_wanted from unnest(p_lines) as x (entry) where p_entries[x.entry] = any (v_new);
  if v_written <> v_wanted then
    raise exception 'a line names an account that does not exist' using errcode = 'foreign_key_violation';
  end if;

  return query select j.id, j.id = any (v_new) and j.id = e.id
    from unnest(p_entries, p_keys) with ordinality as e (id, key, n) join journal_entries j on j.idempotency_key = e.key order by e.n;
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


CREATE OR REPLACE FUNCTION public.refuse_second_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'wallet_hold_has_ended' using detail = old.id::text;
end $function$


CREATE OR REPLACE FUNCTION public.refuse_unbalanced_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare v_entry uuid;
begin
  -- Laterally, so that however many entries are expected, each is looked up by its key.
  select w.entry_id into v_entry from (select distinct entry_id from written) w
    cross join lateral (
      select from postings p where p.entry_id = w.entry_id group by p.currency having sum(p.amount_minor) <> 0 limit 1
    ) off limit 1;
  if found then
    raise exception 'journal entry % does not balance', v_entry using errcode = 'check_violation';
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.renew_session_token(p_session uuid, p_token_hash bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update sessions set token_hash = p_token_hash where id = p_session and ended_at is null;
  return found;
end $function$


CREATE OR REPLACE FUNCTION public.schedule_rechecks(p_fans uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  with next as (
    select t.account_id as fan_id, min(t.turn) as due_at
    from (select e.account_id, unnest(array[e.starts_at, e.ends_at]) as turn from entitlements e
      where e.account_id = any (p_fans) and e.grants in ('all_creators', 'creator')) t
    where t.turn > app_clock_now() group by 1
  ), none as (
    delete from subscriber_rechecks r where r.fan_id = any (p_fans) and not exists (select from next n where n.fan_id = r.fan_id)
  )
  insert into subscriber_rechecks (fan_id, due_at) select n.fan_id, n.due_at from next n order by 1
  on conflict (fan_id) do update set due_at = excluded.due_at;
end $function$


CREATE OR REPLACE FUNCTION public.seal_payout_number(p_account uuid, p_sealed text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with sealed as (
    update payout_accounts set sealed_number = p_sealed, number = null where id = p_account and number is not null returning id
  ) select exists (select from sealed)
$function$


CREATE OR REPLACE FUNCTION public.subscriber_changes(p_fans uuid[], p_creator uuid, p_now timestamp with time zone)
 RETURNS TABLE(creator_id uuid, fan_id uuid, change integer, since timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  with wanted as (
    select w.creator_id, w.fan_id, min(w.since) as since from (
      select f.creator_id, f.fan_id, greatest(e.starts_at, f.created_at) as since
      from follows f join entitlements e on e.account_id = f.fan_id
      where f.fan_id = any (p_fans) and (p_creator is null or f.creator_id = p_creator)
        and e.grants = 'all_creators' and e.starts_at <= p_now and (e.ends_at is null or e.ends_at > p_now)
      union all
      select e.object_id, e.account_id, e.starts_at from entitlements e
      where e.account_id = any (p_fans) and (p_creator is null or e.object_id = p_creator)
        and e.grants = 'creator' and e.starts_at <= p_now and (e.ends_at is null or e.ends_at > p_now)
    ) w group by w.creator_id, w.fan_id
  ), counted as (
    select s.creator_id, s.fan_id from creator_subscribers s
    where s.fan_id = any (p_fans) and (p_creator is null or s.creator_id = p_creator)
  )
  select coalesce(w.creator_id, c.creator_id), coalesce(w.fan_id, c.fan_id), case when c.creator_id is null then 1 else -1 end, w.since
  from wanted w full join counted c on c.creator_id = w.creator_id and c.fan_id = w.fan_id
  where w.creator_id is null or c.creator_id is null
$function$


CREATE OR REPLACE FUNCTION public.sum_earnings_anew()
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from earning_days;
  delete from post_earning_days;
  update earnings set summed = false where summed;
$function$


CREATE OR REPLACE FUNCTION public.words_sharing(p_variants text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
  select word from search_words where variants && p_variants limit 4000
$function$


-- peach_app may insert, select account_deletions

-- peach_app may delete, insert, select account_devices

-- peach_app may insert, select account_flags

-- peach_app may insert, select activity

-- peach_app may insert, select admin_invites

-- peach_app may select app_clock

-- peach_app may insert, select application_claims

-- peach_app may select application_decisions

-- peach_app may delete, insert, select application_drafts

-- peach_app may insert, select blocked_fingerprints

-- peach_app may delete, insert, select blocked_matches

-- peach_app may insert, select blocked_media

-- peach_app may delete, insert, select caught_mails

-- peach_app may insert, select chargeback_spendings

-- peach_app may insert, select chargeback_ties

-- peach_app may insert, select chargebacks

-- peach_app may delete, insert, select chat_drafts

-- peach_app may delete, insert, select chat_media_drafts

-- peach_app may insert, select chat_media_messages

-- peach_app may insert, select chat_message_media

-- peach_app may insert, select chat_messages

-- peach_app may delete, insert, select chat_saved_replies

-- peach_app may insert, select chat_threads

-- peach_app may delete, insert, select, update chat_waiting_messages

-- peach_app may insert, select chat_welcomed_fans

-- peach_app may insert, select chat_welcomes

-- peach_app may delete, insert, select comment_mutes

-- peach_app may insert, select consents

-- peach_app may insert, select content_flags

-- peach_app may delete, insert, select creator_alerts

-- peach_app may select creator_applications

-- peach_app may select creator_audience_days

-- peach_app may insert, select creator_fee_reminders

-- peach_app may insert, select creator_fee_weeks

-- peach_app may insert, select creator_listings

-- peach_app may select creator_subscribers

-- peach_app may insert, select creator_subscription_days

-- peach_app may insert, select creator_subscriptions

-- peach_app may delete, insert, select creator_uses

-- peach_app may delete, insert, select creator_words

-- peach_app may insert, select creators

-- peach_app may delete, insert, select creators_to_index

-- peach_app may delete, insert, select custom_request_drafts

-- peach_app may delete, insert, select custom_request_media

-- peach_app may insert, select custom_request_offers

-- peach_app may insert, select custom_requests

-- peach_app may insert, select data_exports

-- peach_app may delete, insert, select digest_choices

-- peach_app may insert, select, update earning_days

-- peach_app may insert, select earning_reversals

-- peach_app may insert, select earnings

-- peach_app may select entitlements

-- peach_app may delete, insert, select event_deliveries

-- peach_app may delete, insert, select event_outbox

-- peach_app may delete, insert, select fan_list_members

-- peach_app may delete, insert, select fan_lists

-- peach_app may delete, insert, select fan_notes

-- peach_app may delete, insert, select fan_onboardings

-- peach_app may delete, insert, select follows

-- peach_app may delete, insert, select former_usernames

-- peach_app may insert, select gateway_charges

-- peach_app may delete, insert, select invite_codes

-- peach_app may select journal_entries

-- peach_app may delete, insert, select kept_forms

-- peach_app may select ledger_accounts

-- peach_app may select ledger_balances

-- peach_app may insert, select ledger_corrections

-- peach_app may insert, select ledger_sealed

-- peach_app may insert, select ledger_seals

-- peach_app may select ledger_unfolded

-- peach_app may insert, select mass_message_fans

-- peach_app may insert, select mass_message_media

-- peach_app may insert, select mass_messages

-- peach_app may delete, insert, select media

-- peach_app may delete, insert, select media_fetches

-- peach_app may insert, select media_fingerprints

-- peach_app may delete, insert, select media_renditions

-- peach_app may insert, select media_store_identity

-- peach_app may delete, insert, select media_streams

-- peach_app may insert, select message_unlocks

-- peach_app may delete, insert, select notification_choices

-- peach_app may delete, insert, select notifications

-- peach_app may delete, insert, select objects_to_destroy

-- peach_app may insert, select owner_auth

-- peach_app may delete, insert, select passkeys

-- peach_app may delete, insert, select payout_account_reminders

-- peach_app may insert, select payout_accounts

-- peach_app may insert, select payout_approvals

-- peach_app may insert, select payout_halts

-- peach_app may insert, select payout_runs

-- peach_app may insert, select payouts

-- peach_app may delete, insert, select poll_options

-- peach_app may insert, select poll_votes

-- peach_app may delete, insert, select polls

-- peach_app may insert, select post_comments

-- peach_app may insert, select, update post_earning_days

-- peach_app may delete, insert, select post_likes

-- peach_app may delete, insert, select post_media

-- peach_app may insert, select post_view_days

-- peach_app may insert, select post_views

-- peach_app may select postings

-- peach_app may insert, select posts

-- peach_app may insert, select profiles

-- peach_app may insert, select promo_codes

-- peach_app may insert, select promo_redemptions

-- peach_app may insert, select purchases

-- peach_app may delete, insert, select push_subscriptions

-- peach_app may delete, insert, select quiet_hours

-- peach_app may delete, insert, select rate_limit_hits

-- peach_app may insert, select rates

-- peach_app may insert, select reconciliation_differences

-- peach_app may insert, select reconciliation_runs

-- peach_app may delete, insert, select recovery_code_sheets

-- peach_app may delete, insert, select recovery_codes

-- peach_app may insert, select refunds

-- peach_app may insert, select release_refusals

-- peach_app may delete, insert, select release_statements

-- peach_app may delete, insert, select releases

-- peach_app may delete, insert, select report_evidence

-- peach_app may insert, select report_views

-- peach_app may insert, select reports

-- peach_app may insert, select review_openings

-- peach_app may delete, insert, select sale_mail_choices

-- peach_app may select schema_migrations

-- peach_app may insert, select sealed_document_views

-- peach_app may insert, select sealed_documents

-- peach_app may delete, insert, select search_words

-- peach_app may delete, insert, select session_proof_codes

-- peach_app may delete, insert, select sessions

-- peach_app may insert, select setting_changes

-- peach_app may insert, select settings

-- peach_app may insert, select share_fans

-- peach_app may insert, select share_lines

-- peach_app may insert, select share_passes

-- peach_app may insert, select share_payments

-- peach_app may insert, select share_runs

-- peach_app may delete, insert, select sign_in_codes

-- peach_app may delete, insert, select spent_passkey_challenges

-- peach_app may insert, select staff_alerts

-- peach_app may insert, select staff_members

-- peach_app may delete, insert, select staff_setups

-- peach_app may delete, insert, select staff_sign_in_steps

-- peach_app may select subscriber_rechecks

-- peach_app may insert, select subscription_notices

-- peach_app may insert, select subscription_plan_features

-- peach_app may insert, select subscription_plans

-- peach_app may delete, insert, select subscription_renewals

-- peach_app may insert, select subscriptions

-- peach_app may select suspensions

-- peach_app may insert, select tips

-- peach_app may delete, insert, select totp_enrolments

-- peach_app may delete, insert, select totp_secrets

-- peach_app may insert, select transactions

-- peach_app may insert, select unlocks

-- peach_app may delete, insert, select uploads

-- peach_app may insert, select user_access

-- peach_app may delete, insert, select vault_folders

-- peach_app may delete, insert, select vault_items

-- peach_app may select visible_creators

-- peach_app may insert, select wallet_holds

-- peach_app may insert, select watermark_codes

-- peach_app may insert, select watermark_keys

-- peach_app may insert, select webhook_events

-- peach_decisions may select account_deletions

-- peach_decisions may select app_clock

-- peach_decisions may insert, select application_decisions

-- peach_decisions may select, update (decided_at, state, steps_done, submitted_at, updated_at, version) creator_applications

-- peach_decisions may select, update (approved_at, feed_rank, reverify_by, reverify_reminded_days, verification_status) creators

-- peach_decisions may select, update (audience, free_seconds, price_minor, teaser_media_id) posts

-- peach_decisions may select, update (account_status, is_blocked, updated_at) profiles

-- peach_decisions may select staff_members

-- peach_decisions may insert, select, update (lifted_at, lifted_by) suspensions

-- peach_erasure may select, update (cancel_hash, code_hash, erased_at, state) account_deletions

-- peach_erasure may select app_clock

-- peach_erasure may delete, select application_claims

-- peach_erasure may delete, select application_drafts

-- peach_erasure may delete, select blocked_matches

-- peach_erasure may select, update (reason) blocked_media

-- peach_erasure may delete, select caught_mails

-- peach_erasure may select, update (answer_note, comment) chargebacks

-- peach_erasure may delete, select chat_drafts

-- peach_erasure may delete, select chat_media_drafts

-- peach_erasure may select, update (removed_at) chat_media_messages

-- peach_erasure may delete, select chat_message_media

-- peach_erasure may select, update (body) chat_messages

-- peach_erasure may delete, select chat_saved_replies

-- peach_erasure may select chat_threads

-- peach_erasure may delete, select chat_waiting_messages

-- peach_erasure may delete, select chat_welcomed_fans

-- peach_erasure may delete, select chat_welcomes

-- peach_erasure may delete, select comment_mutes

-- peach_erasure may select, update (reason) content_flags

-- peach_erasure may delete, select creator_alerts

-- peach_erasure may select, update (address_proof_dated, first_post_media_id, first_post_people, legal_name, tags, updated_at) creator_applications

-- peach_erasure may select, update (revoked_at) creator_listings

-- peach_erasure may select, update (approved_at, card_media_id, cover_media_id, first_visible_at, follower_count, heartbeat_at, invites_sent, is_live, legal_name, listed, listed_until, live_told_at, reverify_by, share_media_id, tags, top_since, verification_status) creators

-- peach_erasure may delete, select custom_request_drafts

-- peach_erasure may delete, select custom_request_media

-- peach_erasure may delete, select custom_request_offers

-- peach_erasure may select, update (words) custom_requests

-- peach_erasure may select, update (sealed_key, state) data_exports

-- peach_erasure may delete, select digest_choices

-- peach_erasure may delete, select event_deliveries

-- peach_erasure may delete, select event_outbox

-- peach_erasure may delete, select fan_list_members

-- peach_erasure may delete, select fan_lists

-- peach_erasure may delete, select fan_notes

-- peach_erasure may delete, select fan_onboardings

-- peach_erasure may delete, select follows

-- peach_erasure may insert, select, update (left_at, profile_id, reserved_until) former_usernames

-- peach_erasure may select, update (processor_text) gateway_charges

-- peach_erasure may delete, select mass_message_fans

-- peach_erasure may delete, select mass_message_media

-- peach_erasure may delete, select mass_messages

-- peach_erasure may delete, select media

-- peach_erasure may delete, select media_fingerprints

-- peach_erasure may delete, select media_renditions

-- peach_erasure may delete, select media_streams

-- peach_erasure may delete, select notification_choices

-- peach_erasure may delete, select notifications

-- peach_erasure may insert, select objects_to_destroy

-- peach_erasure may delete, select passkeys

-- peach_erasure may delete, select payout_account_reminders

-- peach_erasure may select, update (account_name, code_hash, number, sealed_number) payout_accounts

-- peach_erasure may select, update (provider_text) payouts

-- peach_erasure may delete, select poll_options

-- peach_erasure may delete, select poll_votes

-- peach_erasure may delete, select polls

-- peach_erasure may delete, select post_comments

-- peach_erasure may delete, select post_likes

-- peach_erasure may delete, select post_media

-- peach_erasure may select, update (caption, category, cover_media_id, free_seconds, pinned_at, refusal, state, tags, teaser_media_id, typed) posts

-- peach_erasure may select, update (account_status, avatar_media_id, bio, birthday, city, display_name, email, email_proven_at, phone, profile_completed, updated_at, username, whatsapp_number) profiles

-- peach_erasure may select, update (buyer_email, product_name, quote, return_to) purchases

-- peach_erasure may delete, select push_subscriptions

-- peach_erasure may delete, select quiet_hours

-- peach_erasure may delete, select recovery_code_sheets

-- peach_erasure may delete, select recovery_codes

-- peach_erasure may select, update (decision_note, note) refunds

-- peach_erasure may select, update (name) release_refusals

-- peach_erasure may select, update (destroyed_at, keep_until, sealed) release_statements

-- peach_erasure may select, update (link_ends_at, name, token_hash, withdrawal_hash) releases

-- peach_erasure may select, update (keep_until) report_evidence

-- peach_erasure may select, update (contact_email, details) reports

-- peach_erasure may delete, select sale_mail_choices

-- peach_erasure may select, update (destroyed_at, keep_until, sealed_key) sealed_documents

-- peach_erasure may delete, select sessions

-- peach_erasure may delete, select sign_in_codes

-- peach_erasure may delete, select staff_sign_in_steps

-- peach_erasure may select suspensions

-- peach_erasure may select, update (message, named) tips

-- peach_erasure may delete, select totp_enrolments

-- peach_erasure may delete, select totp_secrets

-- peach_erasure may select, update (checkout_link, customer_name, description, email, metadata, phone_number) transactions

-- peach_erasure may delete, select, update (expires_at) uploads

-- peach_erasure may select, update (reason, revoked_at) user_access

-- peach_erasure may delete, select vault_folders

-- peach_erasure may delete, select vault_items

-- peach_erasure may select watermark_codes

-- peach_erasure may select, update (body) webhook_events

