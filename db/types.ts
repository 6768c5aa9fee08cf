// Written by `npm run db -- types` from the migrated schema; never edited by hand.
import type { ColumnType, Generated } from 'kysely'

export type Json = unknown

export interface AccountDeletions {
  id: string
  profile_id: string
  state: Generated<'asked' | 'replaced' | 'waiting' | 'cancelled' | 'erased'>
  code_hash: Buffer | null
  attempts: Generated<number>
  asked_at: Generated<Date>
  code_expires_at: Date
  confirmed_at: Date | null
  due_at: Date | null
  cancel_hash: Buffer | null
  cancelled_at: Date | null
  erased_at: Date | null
}

export interface AccountDevices {
  profile_id: string
  device_hash: Buffer
  network: string
  first_seen_at: Generated<Date>
  last_seen_at: Generated<Date>
}

export interface AccountFlags {
  id: string
  account_id: string
  reason: 'chargeback'
  cause_id: string
  raised_at: Generated<Date>
  cleared_at: Date | null
  cleared_by: string | null
}

export interface Activity {
  id: string
  at: Generated<Date>
  actor_id: string | null
  event: string
  object_kind: string
  object_id: string
  detail: ColumnType<unknown, string | undefined, string>
}

export interface AdminInvites {
  id: string
  invite_token: Buffer
  email: string
  role: 'content-moderator' | 'earnings-manager' | 'support' | 'super-admin' | null
  used: Generated<boolean>
  expires_at: Date
  created_at: Generated<Date>
  created_by: string
  used_at: Date | null
  deleted_at: Date | null
}

export interface AppClock {
  only_row: Generated<boolean>
  advanced_by: Generated<string>
}

export interface ApplicationClaims {
  application_id: string
  reviewer_id: string
  first_opened_at: Generated<Date>
  claimed_until: Date
}

export interface ApplicationDecisions {
  id: string
  application_id: string
  submitted_at: Date
  decision: 'approved' | 'changes_requested' | 'rejected'
  failed_steps: Generated<string[]>
  message: Generated<string>
  decided_by: string
  decided_at: Generated<Date>
}

export interface ApplicationDrafts {
  application_id: string
  step: 'profile' | 'first_post' | 'prices' | 'verification'
  typed: ColumnType<unknown, string | undefined, string>
  version: Generated<number>
  tab: Generated<string>
  saved_at: Generated<Date>
}

export interface BlockedFingerprints {
  block_id: string
  part: number
  fingerprint: string
}

export interface BlockedMatches {
  post_id: string
  media_id: string
  block_id: string
  differing_bits: number
  found_at: Generated<Date>
}

export interface BlockedMedia {
  id: string
  media_id: string
  kind: 'photo' | 'video' | 'voice'
  content_sha256: Buffer
  owner_id: string
  post_id: string
  reason: string
  blocked_by: string
  blocked_at: Generated<Date>
  unblocked_at: Date | null
  unblocked_by: string | null
}

export interface CaughtMails {
  id: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  code: string | null
  link: string | null
  sent_at: Generated<Date>
}

export interface ChargebackSpendings {
  chargeback_id: string
  earning_id: string
  creator_id: string
  amount_minor: bigint
  reversed_minor: bigint
  recorded_at: Generated<Date>
}

export interface ChargebackTies {
  chargeback_id: string
  creator_id: string
  kind: 'same_device' | 'same_payout_number' | 'same_payout_name' | 'same_sign_up_network'
  created_at: Generated<Date>
}

export interface Chargebacks {
  id: string
  gateway: string
  chargeback_id: string
  provider_id: string | null
  transaction_id: string | null
  purchase_id: string | null
  account_id: string | null
  amount_minor: bigint | null
  currency: 'UGX' | 'USD' | null
  status: 'initiated' | 'pending' | 'accepted' | 'declined' | 'won' | 'lost' | 'reversed' | 'unknown'
  raw_status: string
  stage: Generated<string>
  comment: Generated<string>
  opened_at: Date
  due_at: Date | null
  answer: 'accept' | 'decline' | null
  answer_note: Generated<string>
  answered_by: string | null
  answered_at: Date | null
  notified_at: Date | null
  entry_id: string | null
  won_entry_id: string | null
  warned: Generated<number>
  puzzling: string | null
  ended_at: Date | null
}

export interface ChatDrafts {
  thread_id: string
  fan_id: string
  body: string
  saved_at: Generated<Date>
}

export interface ChatMediaDrafts {
  thread_id: string | null
  media_id: string
  position: number
  creator_id: string
}

export interface ChatMediaMessages {
  message_id: string
  price_minor: bigint | null
  removed_at: Date | null
}

export interface ChatMessageMedia {
  message_id: string
  position: number
  media_id: string
  fan_id: string
}

export interface ChatMessages {
  id: string
  thread_id: string
  seq: bigint
  sender_id: string
  client_id: string
  body: string
  price_minor: bigint | null
  net_minor: bigint | null
  entry_id: string | null
  sent_at: Date
}

export interface ChatSavedReplies {
  id: string
  creator_id: string
  name: string
  body: string
  changed_at: Generated<Date>
}

export interface ChatThreads {
  id: string
  creator_id: string
  fan_id: string
  last_seq: Generated<bigint>
  last_at: Generated<Date>
  fan_read_seq: Generated<bigint>
  creator_read_seq: Generated<bigint>
  agreed_rate_minor: bigint | null
  waits_since: Date | null
  fan_muted: Generated<boolean>
  creator_muted: Generated<boolean>
  blocked_by_fan_at: Date | null
  blocked_by_creator_at: Date | null
  created_at: Generated<Date>
  fan_delivered_seq: Generated<bigint>
  creator_delivered_seq: Generated<bigint>
}

export interface ChatWaitingMessages {
  thread_id: string
  creator_id: string
  client_id: string
  body: string
  price_minor: bigint | null
  problem: 'photo_failed' | 'video_failed' | 'voice_failed' | 'media_blocked' | 'closed' | null
  created_at: Generated<Date>
}

export interface ChatWelcomedFans {
  creator_id: string
  fan_id: string
  welcomed_at: Generated<Date>
}

export interface ChatWelcomes {
  creator_id: string
  body: string
  is_on: boolean
  changed_at: Generated<Date>
}

export interface CommentMutes {
  creator_id: string
  fan_id: string
  created_at: Generated<Date>
}

export interface Consents {
  id: string
  profile_id: string
  document: 'terms' | 'privacy' | 'refunds' | 'acceptable-use' | 'creator-verification'
  version: string
  occasion: 'sign_up' | 'payment' | 'renewal' | 'creator_application' | 'staff_setup'
  accepted_at: Generated<Date>
}

export interface ContentFlags {
  id: string
  creator_id: string
  reason: string
  raised_by: string
  raised_at: Generated<Date>
  cleared_at: Date | null
  cleared_by: string | null
}

export interface CreatorAlerts {
  creator_id: string
  fan_id: string
  posts: boolean
  live: boolean
  changed_at: Generated<Date>
}

export interface CreatorApplications {
  id: string
  profile_id: string
  state: Generated<'draft' | 'in_review' | 'changes_requested' | 'approved' | 'rejected'>
  steps_done: Generated<string[]>
  version: Generated<number>
  tags: Generated<string[]>
  first_post_kind: 'photo' | 'video' | null
  first_post_media_id: string | null
  first_post_price_minor: bigint | null
  first_post_id: string | null
  subscription_price_minor: bigint | null
  daily_goal_minor: bigint | null
  pay_to_unlock: boolean | null
  address_proof_dated: string | null
  submitted_at: Date | null
  decided_at: Date | null
  toured_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  first_post_shown: 'only_me' | 'with_others' | null
  first_post_people: Generated<string[]>
  legal_name: string | null
}

export interface CreatorAudienceDays {
  creator_id: string
  day: string
  new_followers: Generated<number>
  subscriber_change: Generated<number>
}

export interface CreatorFeeReminders {
  creator_id: string
  ends_at: Date
  kind: 'two_days' | 'one_day' | 'hidden'
  sent_at: Generated<Date>
}

export interface CreatorFeeWeeks {
  id: string
  creator_id: string
  purchase_id: string
  transaction_id: string | null
  amount_minor: bigint
  currency: 'UGX' | 'USD'
  paid_at: Date
  starts_at: Date | null
  ends_at: Date | null
  earned_at: Date | null
  refunded_at: Date | null
  created_at: Generated<Date>
}

export interface CreatorListings {
  id: string
  creator_id: string
  source_kind: 'creator_fee' | 'grant'
  source_id: string
  starts_at: Date
  ends_at: Date
  revoked_at: Date | null
  created_at: Generated<Date>
}

export interface CreatorSubscribers {
  creator_id: string
  fan_id: string
}

export interface CreatorSubscriptionDays {
  id: string
  creator_id: string
  day: string
  subscriptions: number
  gross_minor: bigint
  fee_basis_points: number
  fee_minor: bigint
  entry_id: string
  created_at: Generated<Date>
}

export interface CreatorSubscriptions {
  id: string
  user_id: string
  creator_id: string
  purchase_id: string
  price_minor: bigint
  starts_at: Date
  ends_at: Date
  earned_days: Generated<number>
  earned_minor: Generated<bigint>
  refunded_minor: Generated<bigint>
  ended_refund_minor: Generated<bigint>
  next_earning_day: string | null
  status: Generated<'active' | 'rest_refunded' | 'refunded'>
  ended_early_at: Date | null
  created_at: Generated<Date>
}

export interface CreatorUses {
  fan_id: string
  creator_id: string
  day: string
}

export interface CreatorWords {
  creator_id: string
  word: string
  rank: bigint
}

export interface Creators {
  profile_id: string
  verification_status: Generated<'draft' | 'in_review' | 'approved' | 'rejected'>
  approved_at: Date | null
  subscription_price_minor: Generated<bigint>
  daily_goal_minor: Generated<bigint>
  chat_rate_minor: Generated<bigint>
  call_rate_minor: Generated<bigint>
  booking_rate_minor: Generated<bigint>
  pay_to_unlock: Generated<boolean>
  tags: Generated<string[]>
  card_media_id: string | null
  cover_media_id: string | null
  share_media_id: string | null
  is_live: Generated<boolean>
  heartbeat_at: Date | null
  follower_count: Generated<number>
  listed: Generated<boolean>
  listed_until: Date | null
  feed_rank: Generated<bigint>
  created_at: Generated<Date>
  reverify_by: Date | null
  reverify_reminded_days: number | null
  fee_paused_at: Date | null
  fee_auto_pay_minor: bigint | null
  first_visible_at: Date | null
  top_since: Date | null
  live_told_at: Date | null
  invites_sent: Generated<number>
  shows_last_online: Generated<boolean>
  fee_auto_pay_offered_at: Date | null
  legal_name: string | null
  subscriber_count: Generated<number>
}

export interface CreatorsToIndex {
  creator_id: string
  since: Generated<Date>
}

export interface CustomRequestDrafts {
  fan_id: string
  creator_id: string
  kind: string
  words: string
  wanted_by: string
  price: string
  saved_at: Generated<Date>
}

export interface CustomRequestMedia {
  request_id: string
  media_id: string
  position: number
}

export interface CustomRequestOffers {
  creator_id: string
  kind: 'photo' | 'video' | 'voice'
  is_on: boolean
  min_price_minor: bigint
  changed_at: Generated<Date>
}

export interface CustomRequests {
  id: string
  number: Generated<bigint>
  fan_id: string
  creator_id: string
  attempt: string
  kind: 'photo' | 'video' | 'voice' | 'call'
  words: string
  wanted_by: string
  price_minor: bigint
  changed_price_minor: bigint | null
  currency: Generated<'UGX'>
  version: Generated<number>
  state: Generated<'asked' | 'price_changed' | 'accepted' | 'delivered' | 'declined' | 'withdrawn' | 'lapsed' | 'not_delivered'>
  hold_id: string
  asked_at: Date
  answer_by: Date
  deliver_by: Date
  accepted_at: Date | null
  closed_at: Date | null
  deliver_when_ready: Generated<boolean>
}

export interface DataExports {
  id: string
  profile_id: string
  state: Generated<'building' | 'ready' | 'failed' | 'expired'>
  sealed_key: string | null
  archives: ColumnType<unknown, string | undefined, string>
  run: string | null
  run_until: Date | null
  requested_at: Generated<Date>
  ready_at: Date | null
  expires_at: Date | null
}

export interface DigestChoices {
  profile_id: string
  all_mails: boolean
  hour: number
  changed_at: Generated<Date>
}

export interface EarningDays {
  creator_id: string
  day: string
  source: string
  sales: number
  gross_minor: bigint
  fee_minor: bigint
  net_minor: bigint
}

export interface EarningReversals {
  id: string
  earning_id: string
  creator_id: string
  cause_kind: string
  cause_id: string
  from_pending_minor: bigint
  from_available_minor: bigint
  owed_minor: bigint
  reversed_at: Date
  reinstated_at: Date | null
}

export interface Earnings {
  id: string
  creator_id: string
  source: 'unlock' | 'tip' | 'subscription' | 'pass_share' | 'message' | 'call' | 'booking' | 'custom_request' | 'live'
  cause_kind: string
  cause_id: string
  entry_id: string
  gross_minor: bigint
  fee_minor: bigint
  net_minor: bigint
  reversed_minor: Generated<bigint>
  earned_at: Date
  available_at: Date
  released_at: Date | null
  pending_used_minor: Generated<bigint>
  card_funded: Generated<boolean>
  summed: Generated<boolean>
}

export interface Entitlements {
  account_id: ColumnType<string | null, never, never>
  grants: ColumnType<string | null, never, never>
  object_id: ColumnType<string | null, never, never>
  source_kind: ColumnType<string | null, never, never>
  source_id: ColumnType<string | null, never, never>
  starts_at: ColumnType<Date | null, never, never>
  ends_at: ColumnType<Date | null, never, never>
}

export interface EventDeliveries {
  id: string
  event_id: string
  channel: 'in_app' | 'email' | 'push'
  recipient: string
  profile_id: string | null
  state: 'queued' | 'sent' | 'skipped' | 'failed'
  reason: Generated<string>
  attempts: Generated<number>
  claimed_until: Date | null
  created_at: Generated<Date>
  changed_at: Generated<Date>
  held_until: Date | null
  in_digest: Generated<boolean>
  digest_id: string | null
}

export interface EventOutbox {
  id: string
  event: string
  sealed_payload: string
  published_at: Generated<Date>
  expanded_at: Date | null
  about_id: string | null
}

export interface FanListMembers {
  list_id: string
  fan_id: string
  added_at: Generated<Date>
}

export interface FanLists {
  id: string
  creator_id: string
  name: string
  created_at: Generated<Date>
}

export interface FanNotes {
  creator_id: string
  fan_id: string
  body: string
  changed_at: Generated<Date>
}

export interface FanOnboardings {
  profile_id: string
  version: Generated<number>
  draft_display_name: Generated<string>
  draft_day: Generated<string>
  draft_month: Generated<string>
  draft_year: Generated<string>
  draft_city: Generated<string>
  draft_tab: Generated<string>
  plan: string | null
  alerts_chosen_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface Follows {
  fan_id: string
  creator_id: string
  created_at: Generated<Date>
}

export interface FormerUsernames {
  username: string
  profile_id: string
  left_at: Generated<Date>
  reserved_until: Date
}

export interface GatewayCharges {
  gateway: string
  provider_id: string
  transaction_id: string
  status: 'pending' | 'succeeded' | 'failed' | 'unknown'
  raw_status: string
  amount_minor: bigint | null
  currency: string | null
  fee_minor: bigint | null
  charged_minor: bigint | null
  account_id: string | null
  processor_text: string | null
  payment_type: string | null
  outcome: Generated<'none' | 'settled' | 'refund_due' | 'review'>
  seen_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface InviteCodes {
  id: string
  invite_id: string
  code_hash: Buffer
  browser_hash: Buffer
  attempts: Generated<number>
  sent_at: Generated<Date>
  expires_at: Date
  consumed_at: Date | null
  voided_at: Date | null
}

export interface JournalEntries {
  id: string
  kind: string
  idempotency_key: string
  fingerprint: Buffer
  cause_kind: string
  cause_id: string
  reverses: string | null
  happened_at: Date
  recorded_at: Generated<Date>
}

export interface KeptForms {
  id: string
  session_id: string
  profile_id: string
  key_hash: Buffer
  path: string
  sealed_fields: string
  kept_at: Generated<Date>
  expires_at: Date
}

export interface LedgerAccounts {
  id: string
  purpose: string
  owner_id: string | null
  currency: 'UGX' | 'USD'
  folded: boolean
  guarded: boolean
  opened_at: Generated<Date>
}

export interface LedgerBalances {
  account_id: string
  balance_minor: Generated<bigint>
  guarded: boolean
}

export interface LedgerCorrections {
  id: string
  difference_id: string | null
  purpose: string
  owner_id: string | null
  currency: 'UGX' | 'USD'
  amount_minor: bigint
  reason: string
  proposed_by: string
  proposed_at: Generated<Date>
  state: Generated<'proposed' | 'posted' | 'declined'>
  decided_by: string | null
  decided_at: Date | null
  alone: Generated<boolean>
  entry_id: string | null
}

export interface LedgerSealed {
  entry_id: string
  seal_no: number
}

export interface LedgerSeals {
  seal_no: number
  entries: number
  digest: Buffer
  sealed_at: Generated<Date>
}

export interface LedgerUnfolded {
  entry_id: string
  line: number
  account_id: string
  amount_minor: bigint
}

export interface MassMessageFans {
  mass_id: string
  fan_id: string
  state: Generated<'queued' | 'delivered' | 'skipped' | 'removed'>
  message_id: string | null
  notifies: Generated<boolean>
}

export interface MassMessageMedia {
  mass_id: string
  position: number
  media_id: string
}

export interface MassMessages {
  id: string
  creator_id: string
  client_id: string
  body: string
  audience: 'subscribers' | 'list'
  list_id: string | null
  list_name: string | null
  state: Generated<'scheduled' | 'sending' | 'sent' | 'unsent'>
  send_at: Date
  created_at: Generated<Date>
  moved_at: Generated<Date>
  queued: Generated<number>
  delivered: Generated<number>
  skipped: Generated<number>
  price_minor: bigint | null
}

export interface Media {
  id: string
  owner_id: string
  kind: 'photo' | 'voice' | 'video'
  purpose: 'avatar' | 'cover' | 'card' | 'share' | 'post'
  state: Generated<'processing' | 'ready' | 'failed'>
  original_key: string
  content_type: string
  byte_size: bigint
  content_sha256: Buffer
  width: number | null
  height: number | null
  duration_ms: number | null
  waveform: number[] | null
  preview: Buffer | null
  created_at: Generated<Date>
  tries: Generated<number>
  work_until: Date | null
  failure: 'damaged' | 'too_long' | 'too_large' | 'no_picture' | 'gave_up' | null
  original_missing_since: Date | null
  progress: number | null
  turn_at: Date | null
}

export interface MediaFetches {
  viewer_id: string
  day: string
  objects: Generated<number>
  bytes: Generated<bigint>
  exhausted_at: Date | null
}

export interface MediaFingerprints {
  media_id: string
  part: number
  fingerprint: string
}

export interface MediaRenditions {
  media_id: string
  width: number
  format: 'avif' | 'webp' | 'jpeg' | 'mp4' | 'sprite'
  height: number
  byte_size: bigint
  storage_key: string
}

export interface MediaStoreIdentity {
  only_one: Generated<boolean>
  identity: string
  created_at: Generated<Date>
}

export interface MediaStreams {
  media_id: string
  rung: 'low' | 'high'
  variant: Generated<'a' | 'b'>
  width: number
  height: number
  codecs: string
  byte_size: bigint
  init_bytes: number
  segment_bytes: number[]
  segment_ms: number[]
  storage_key: string
}

export interface MessageUnlocks {
  id: string
  user_id: string
  message_id: string
  purchase_id: string
  revoked_at: Date | null
  created_at: Generated<Date>
}

export interface NotificationChoices {
  profile_id: string
  kind: 'creator_live' | 'new_post' | 'message' | 'comment' | 'payment' | 'booking' | 'custom_request' | 'payout' | 'review_result' | 'fee_reminder' | 'report'
  channel: 'in_app' | 'email' | 'push'
  wanted: boolean
  changed_at: Generated<Date>
}

export interface Notifications {
  id: string
  profile_id: string
  event: string
  heading: string
  body: string
  path: string
  created_at: Generated<Date>
  read_at: Date | null
  about_id: string | null
}

export interface ObjectsToDestroy {
  storage_key: string
  since: Generated<Date>
}

export interface OwnerAuth {
  id: string
  profile_id: string
  email: string
  secret_key_hash: string
  is_active: Generated<boolean>
  last_used_at: Date | null
  created_at: Generated<Date>
  rotated_at: Generated<Date>
}

export interface Passkeys {
  id: string
  profile_id: string
  credential_id: string
  public_key: Buffer
  sign_count: bigint
  transports: Generated<string[]>
  backed_up: boolean
  name: string
  created_at: Generated<Date>
  last_used_at: Date | null
}

export interface PayoutAccountReminders {
  creator_id: string
  reminded_at: Generated<Date>
}

export interface PayoutAccounts {
  id: string
  creator_id: string
  kind: 'mobile_money' | 'bank'
  bank_code: string
  bank_name: string
  number: string | null
  account_name: string
  state: Generated<'asked' | 'abandoned' | 'in_use' | 'replaced'>
  code_hash: Buffer | null
  code_expires_at: Date
  attempts: Generated<number>
  asked_at: Generated<Date>
  confirmed_at: Date | null
  usable_from: Date | null
  replaced_at: Date | null
  name_check: Generated<'waiting' | 'matched' | 'accepted' | 'refused'>
  name_checked_by: string | null
  name_checked_at: Date | null
  sealed_number: string | null
  refused_at: Date | null
  refused_reason: string | null
  retried_at: Date | null
}

export interface PayoutApprovals {
  payout_id: string
  step: number
  approver_id: string
  alone: Generated<boolean>
  approved_at: Generated<Date>
}

export interface PayoutHalts {
  id: string
  reason: 'hour' | 'day' | 'gateway'
  detail: Generated<string>
  tripped_at: Generated<Date>
  resumed_at: Date | null
  resumed_by: string | null
}

export interface PayoutRuns {
  day: string
  started_at: Generated<Date>
  finished_at: Date | null
}

export interface Payouts {
  id: string
  number: Generated<bigint>
  creator_id: string
  account_id: string
  run_day: string | null
  part: Generated<number>
  asked_by: string | null
  retry_of: string | null
  gross_minor: bigint
  fee_minor: bigint
  tax_minor: Generated<bigint>
  net_minor: bigint
  approvals_needed: Generated<number>
  state: Generated<'pending' | 'sending' | 'sent' | 'unknown' | 'completed' | 'failed' | 'cancelled' | 'reversed'>
  reason: string | null
  reference: string
  provider_id: string | null
  provider_fee_minor: bigint | null
  provider_text: string | null
  lookups: Generated<number>
  next_check_at: Date | null
  created_at: Generated<Date>
  claimed_at: Date | null
  sent_at: Date | null
  failure_seen_at: Date | null
  ended_at: Date | null
  completed_at: Date | null
}

export interface PollOptions {
  post_id: string
  position: number
  label: string
  vote_count: Generated<number>
}

export interface PollVotes {
  post_id: string
  fan_id: string
  position: number
  voted_at: Generated<Date>
}

export interface Polls {
  post_id: string
  question: string
  open_hours: number
  created_at: Generated<Date>
}

export interface PostComments {
  id: string
  post_id: string
  creator_id: string
  author_id: string
  reply_to: string | null
  attempt: string
  body: string
  created_at: Generated<Date>
  muted: Generated<boolean>
  removed_at: Date | null
  removed_by: 'author' | 'creator' | 'staff' | null
}

export interface PostEarningDays {
  post_id: string
  day: string
  sales: number
  net_minor: bigint
}

export interface PostLikes {
  post_id: string
  fan_id: string
  created_at: Generated<Date>
}

export interface PostMedia {
  post_id: string
  position: number
  media_id: string
}

export interface PostViewDays {
  post_id: string
  day: string
  views: number
}

export interface PostViews {
  id: string
  post_id: string
  staff_id: string
  opened_at: Generated<Date>
  ends_at: Date
}

export interface Postings {
  entry_id: string
  line: number
  account_id: string
  amount_minor: bigint
  currency: string
}

export interface Posts {
  id: string
  creator_id: string
  kind: 'photo' | 'video' | 'voice' | 'story' | 'live_replay' | 'text'
  audience: 'public' | 'subscribers' | 'pay_to_unlock'
  price_minor: bigint | null
  currency: Generated<'UGX' | 'USD'>
  caption: Generated<string>
  state: Generated<'draft' | 'scheduled' | 'processing' | 'in_review' | 'published' | 'archived' | 'removed' | 'deleted'>
  published_at: Date | null
  expires_at: Date | null
  like_count: Generated<number>
  created_at: Generated<Date>
  version: Generated<number>
  draft_tab: Generated<string>
  typed: ColumnType<unknown, string | undefined, string>
  saved_at: Date | null
  submitted_at: Date | null
  publish_at: Date | null
  reviewed_at: Date | null
  edited_at: Date | null
  archived_at: Date | null
  pinned_at: Date | null
  category: string | null
  tags: Generated<string[]>
  comments_open: Generated<boolean>
  teaser_media_id: string | null
  cover_media_id: string | null
  comment_count: Generated<number>
  shown: 'only_me' | 'with_others' | null
  shown_stated_at: Date | null
  review_reasons: Generated<string[]>
  free_seconds: number | null
  refusal: string | null
  tip_count: Generated<number>
  tipped_minor: Generated<bigint>
  unlock_count: Generated<number>
  was_sold: Generated<boolean>
}

export interface Profiles {
  id: string
  email: string
  email_proven_at: Date | null
  display_name: string | null
  username: string | null
  user_type: 'fan' | 'creator' | 'admin' | 'owner'
  profile_completed: Generated<boolean>
  whatsapp_number: string | null
  phone: string | null
  bio: Generated<string>
  city: string | null
  birthday: string | null
  avatar_media_id: string | null
  account_status: Generated<'active' | 'suspended' | 'closed'>
  is_blocked: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface PromoCodes {
  id: string
  code: string
  discount_percentage: number
  description: Generated<string>
  expires_at: Date | null
  usage_limit: number | null
  usage_count: Generated<number>
  country_restrictions: Generated<string[]>
  applicable_plans: Generated<string[]>
  is_active: Generated<boolean>
  created_by: string | null
  created_at: Generated<Date>
}

export interface PromoRedemptions {
  id: string
  promo_code_id: string
  person_hash: Buffer
  purchase_id: string
  state: 'reserved' | 'confirmed' | 'released'
  reserved_at: Generated<Date>
  ended_at: Date | null
}

export interface Purchases {
  id: string
  kind: 'pass' | 'post_unlock' | 'creator_fee' | 'wallet_top_up' | 'tip' | 'creator_subscription' | 'message_unlock'
  product_id: string
  product_name: string
  buyer_id: string | null
  buyer_scope: string
  buyer_email: string
  amount_minor: bigint
  currency: 'UGX' | 'USD'
  quote: ColumnType<unknown, string, string>
  return_to: ColumnType<unknown, string | undefined, string>
  idempotency_key: string
  checkout_hash: Buffer
  state: Generated<'open' | 'completed' | 'abandoned'>
  user_created: Generated<boolean>
  created_at: Generated<Date>
  completed_at: Date | null
  paid_from: Generated<'gateway' | 'wallet' | 'earnings' | 'nothing'>
}

export interface PushSubscriptions {
  id: string
  session_id: string
  profile_id: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: Generated<Date>
}

export interface QuietHours {
  profile_id: string
  from_hour: number
  to_hour: number
  changed_at: Generated<Date>
}

export interface RateLimitHits {
  key: string
  subject: Generated<string>
  at: Generated<Date>
}

export interface Rates {
  id: string
  kind: 'platform_fee' | 'vat_on_platform_fee' | 'withholding_on_payouts'
  basis_points: number
  holds_from: Date
  set_by: string | null
  reason: string
  created_at: Generated<Date>
}

export interface ReconciliationDifferences {
  id: string
  kind: string
  subject: string
  currency: 'UGX' | 'USD' | null
  amount_minor: bigint | null
  description: string
  causes_at: Date
  object_kind: string | null
  object_id: string | null
  state: Generated<'open' | 'explained' | 'settled'>
  first_seen_at: Generated<Date>
  last_seen_at: Generated<Date>
  ended_at: Date | null
  settled_by: string | null
  note: Generated<string>
}

export interface ReconciliationRuns {
  id: string
  kind: 'gateway' | 'audit'
  started_at: Generated<Date>
  finished_at: Date | null
  window_from: Date | null
  window_to: Date | null
  counts: ColumnType<unknown, string | undefined, string>
  found: Generated<number>
  failure: string | null
}

export interface RecoveryCodeSheets {
  profile_id: string
  sealed_codes: string
  expires_at: Date
}

export interface RecoveryCodes {
  id: string
  profile_id: string
  code_hash: Buffer
  used_at: Date | null
  created_at: Generated<Date>
}

export interface Refunds {
  id: string
  transaction_id: string | null
  gateway: string | null
  provider_id: string | null
  amount_minor: bigint
  currency: 'UGX' | 'USD'
  reason: 'arrived_late' | 'paid_twice' | 'paid_too_much' | 'product_gone' | 'not_approved' | 'unmatched' | 'unused' | 'removed' | 'asked' | 'top_up_charged_back'
  state: Generated<'asked' | 'agreed' | 'declined' | 'requested' | 'sending' | 'unknown' | 'sent' | 'completed' | 'failed'>
  created_at: Generated<Date>
  purchase_id: string
  destination: Generated<'source' | 'wallet' | 'earnings'>
  ends: Generated<boolean>
  asked_by: string | null
  note: Generated<string>
  decided_by: string | null
  decided_at: Date | null
  seconded_by: string | null
  seconded_at: Date | null
  decision_note: Generated<string>
  attempts: Generated<number>
  sending_at: Date | null
  gateway_refund_id: string | null
  raw_status: string | null
  sent_at: Date | null
  ended_at: Date | null
  failure: string | null
  next_check_at: Date | null
  check_count: Generated<number>
  chargeback_id: string | null
}

export interface ReleaseRefusals {
  id: string
  creator_id: string
  performer_id: string | null
  name: string
  kind: 'declined' | 'withdrawn'
  content_sha256: Buffer
  refused_at: Date
  lifted_at: Date | null
  lifted_by: string | null
  lift_reason: string | null
}

export interface ReleaseStatements {
  release_id: string
  performer_id: string | null
  sealed: string | null
  consent_version: number
  media_ids: string[]
  signed_at: Date
  keep_until: Date | null
  destroyed_at: Date | null
  content_hashes: Generated<string[]>
}

export interface Releases {
  id: string
  post_id: string
  creator_id: string
  performer_id: string | null
  name: string
  state: Generated<'asked' | 'signed' | 'declined' | 'withdrawn'>
  token_hash: Buffer | null
  link_ends_at: Date | null
  asked_at: Generated<Date>
  answered_at: Date | null
  asked_again: Generated<number>
  withdrawal_hash: Buffer | null
}

export interface ReportEvidence {
  report_id: string
  position: number
  author_id: string
  body: string
  written_at: Date
  reported: boolean
  keep_until: Date | null
}

export interface ReportViews {
  id: string
  report_id: string
  staff_id: string
  opened_at: Date
  ends_at: Date
}

export interface Reports {
  id: string
  kind: 'post' | 'creator' | 'comment' | 'message' | 'conversation'
  subject_id: string
  reported_id: string
  reporter_id: string | null
  contact_email: string | null
  reason: 'minor' | 'danger' | 'no_consent' | 'illegal' | 'stolen' | 'pretends' | 'scam' | 'harassment' | 'spam' | 'other'
  urgent: boolean
  details: string
  reported_at: Generated<Date>
  state: Generated<'open' | 'dismissed' | 'acted'>
  action: 'removal' | 'flag' | 'suspension' | 'warning' | null
  note: Generated<string>
  decided_at: Date | null
  decided_by: string | null
  keep_until: Date | null
}

export interface ReviewOpenings {
  staff_id: string
  item_id: string
  kind: 'medium' | 'document' | 'text'
  content_sha256: Buffer
  opened_at: Generated<Date>
}

export interface SaleMailChoices {
  profile_id: string
  from_minor: bigint | null
  changed_at: Generated<Date>
}

export interface SchemaMigrations {
  name: string
  applied_at: Generated<Date>
}

export interface SealedDocumentViews {
  id: string
  document_id: string
  staff_id: string
  reason: string
  opened_at: Generated<Date>
  ends_at: Date
}

export interface SealedDocuments {
  id: string
  owner_id: string | null
  application_id: string | null
  kind: 'selfie' | 'identity_document' | 'proof_of_address'
  content_type: string
  byte_size: bigint
  content_sha256: Buffer
  width: number
  height: number
  storage_key: string | null
  sealed_key: string | null
  accepted_at: Generated<Date>
  submitted_at: Date | null
  replaced_at: Date | null
  keep_until: Date
  destroyed_at: Date | null
  release_id: string | null
}

export interface SearchWords {
  word: string
  variants: string[]
}

export interface SessionProofCodes {
  id: string
  session_id: string
  profile_id: string
  code_hash: Buffer
  attempts: Generated<number>
  sent_at: Generated<Date>
  expires_at: Date
  consumed_at: Date | null
  voided_at: Date | null
}

export interface Sessions {
  id: string
  token_hash: Buffer
  profile_id: string
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
  mfa_at: Date | null
  user_agent: Generated<string>
  network: Generated<string>
  ended_at: Date | null
  ended_because: string | null
  kind: Generated<'member' | 'staff' | 'owner'>
  proved_at: Generated<Date>
  factor_skipped_at: Date | null
}

export interface SettingChanges {
  id: string
  name: string
  old_value: ColumnType<unknown, string, string>
  new_value: ColumnType<unknown, string, string>
  reason: string
  changed_by: string
  changed_at: Generated<Date>
}

export interface Settings {
  name: string
  value: ColumnType<unknown, string, string>
  changed_by: string
  changed_at: Generated<Date>
}

export interface ShareFans {
  run_id: string
  fan_id: string
  gross_minor: bigint
  fee_minor: bigint
}

export interface ShareLines {
  run_id: string
  fan_id: string | null
  creator_id: string
  basis: 'used' | 'followed' | 'common'
  weight: number
  net_minor: bigint
  fee_minor: bigint
  pass_id: string | null
}

export interface SharePasses {
  run_id: string
  pass_id: string
  fan_id: string
  basis: 'used' | 'followed' | 'none'
  earned_minor: bigint
  kept_before_minor: bigint
  gross_minor: bigint
  fee_minor: bigint
  kept_minor: bigint
  breakage_minor: bigint
  card_funded: Generated<boolean>
}

export interface SharePayments {
  run_id: string
  creator_id: string
  fans: number
  days: number
  net_minor: bigint
  fee_minor: bigint
  entry_id: string | null
  card_net_minor: Generated<bigint>
  card_fee_minor: Generated<bigint>
}

export interface ShareRuns {
  id: string
  week: string
  state: 'earned' | 'split' | 'done'
  fee_basis_points: number
  gross_minor: Generated<bigint>
  fee_minor: Generated<bigint>
  carried_in_minor: bigint
  carried_in_fee_minor: bigint
  carried_out_minor: Generated<bigint>
  carried_out_fee_minor: Generated<bigint>
  checksum: string | null
  started_at: Generated<Date>
  done_at: Date | null
  rule: Generated<'common_pool' | 'per_pass'>
  breakage_minor: Generated<bigint>
  breakage_tax_minor: Generated<bigint>
}

export interface SignInCodes {
  id: string
  email: string
  purpose: 'sign_in' | 'sign_up' | 'prove_payment'
  user_type: 'fan' | 'creator' | null
  code_hash: Buffer
  link_hash: Buffer
  browser_hash: Buffer
  network: string
  attempts: Generated<number>
  return_to: string | null
  sent_at: Generated<Date>
  expires_at: Date
  consumed_at: Date | null
  voided_at: Date | null
}

export interface SpentPasskeyChallenges {
  challenge_hash: Buffer
  expires_at: Date
}

export interface StaffAlerts {
  kind: string
  object_id: string
  about: Generated<string>
  due_at: Date | null
  raised_at: Generated<Date>
  notified_at: Date | null
}

export interface StaffMembers {
  profile_id: string
  role: 'content-moderator' | 'earnings-manager' | 'support' | 'super-admin'
  password_hash: string
  terms_version: string
  terms_accepted_at: Date
  sensitive_data_acknowledged_at: Date
  toured_at: Date | null
  ended_at: Date | null
  created_at: Generated<Date>
}

export interface StaffSetups {
  id: string
  invite_id: string
  profile_id: string
  token_hash: Buffer
  email: string
  display_name: string | null
  role: 'content-moderator' | 'earnings-manager' | 'support' | 'super-admin' | null
  picture: Buffer | null
  sealed_totp: string
  created_at: Generated<Date>
  expires_at: Date
  finished_at: Date | null
}

export interface StaffSignInSteps {
  id: string
  token_hash: Buffer
  profile_id: string
  kind: 'staff' | 'owner'
  attempts: Generated<number>
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
}

export interface SubscriberRechecks {
  fan_id: string
  due_at: Date
}

export interface SubscriptionNotices {
  account_id: string
  ends_at: Date
  kind: 'three_days' | 'one_day' | 'ended' | 'not_renewed'
  notified_at: Generated<Date>
}

export interface SubscriptionPlanFeatures {
  id: string
  plan_id: string
  feature_text: string
  feature_icon: string
  display_order: number
  is_active: Generated<boolean>
  version: Generated<number>
  needs: 'chat' | 'calls' | 'bookings' | 'live' | null
}

export interface SubscriptionPlans {
  id: string
  name: string
  display_name: string
  price_ugx: bigint
  price_usd: bigint
  currency_primary: Generated<'UGX' | 'USD'>
  discount_percentage: Generated<number>
  discount_expires_at: Date | null
  is_active: Generated<boolean>
  is_featured: Generated<boolean>
  country_restrictions: Generated<string[]>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  is_substitute: Generated<boolean>
  version: Generated<number>
  length_count: number
  length_unit: 'day' | 'week' | 'month' | 'year'
  position: number
  retired_at: Date | null
}

export interface SubscriptionRenewals {
  account_id: string
  mode: 'automatic' | 'cancelled'
  agreed_minor: bigint | null
  chosen_at: Generated<Date>
  tried_for: Date | null
  agreed_plan: string | null
}

export interface Subscriptions {
  id: string
  user_id: string
  plan_id: string
  purchase_id: string
  status: Generated<'active' | 'refunded' | 'cancelled'>
  starts_at: Date
  expires_at: Date
  created_at: Generated<Date>
  deferred_minor: bigint | null
  shillings_per_dollar: number | null
  earned_minor: Generated<bigint>
  kept_minor: Generated<bigint>
  breakage_minor: Generated<bigint>
  refunded_minor: Generated<bigint>
  breakage_refunded_minor: Generated<bigint>
  earned_in_pool_minor: Generated<bigint>
}

export interface Suspensions {
  id: string
  profile_id: string
  kind: 'suspended' | 'blocked'
  reason: string
  imposed_by: string
  imposed_at: Generated<Date>
  lifted_by: string | null
  lifted_at: Date | null
}

export interface Tips {
  id: string
  purchase_id: string
  fan_id: string
  creator_id: string
  post_id: string | null
  context: 'profile' | 'post' | 'chat' | 'call' | 'live'
  message: Generated<string>
  named: Generated<boolean>
  amount_minor: bigint
  created_at: Generated<Date>
  removed_at: Date | null
}

export interface TotpEnrolments {
  profile_id: string
  sealed_secret: string
  expires_at: Date
}

export interface TotpSecrets {
  profile_id: string
  sealed_secret: string
  last_step: bigint
  confirmed_at: Generated<Date>
}

export interface Transactions {
  id: string
  purchase_id: string
  user_id: string | null
  unauthenticated: boolean
  flutterwave_tx_ref: string
  transaction_type: string
  payment_method: 'card' | 'mobile_money'
  network: 'MTN' | 'AIRTEL' | null
  amount_minor: bigint
  currency: 'UGX' | 'USD'
  phone_number: string | null
  email: string
  customer_name: string
  description: string
  metadata: ColumnType<unknown, string | undefined, string>
  status: Generated<'pending' | 'succeeded' | 'failed' | 'cancelled' | 'expired' | 'review'>
  stage: Generated<'created' | 'initiating' | 'awaiting_customer' | 'processing' | 'closed'>
  checkout_link: string | null
  link_expires_at: Date | null
  calling_until: Date | null
  failure_code: string | null
  failure_text: string | null
  next_check_at: Date | null
  check_count: Generated<number>
  last_checked_at: Date | null
  settled_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface Unlocks {
  id: string
  user_id: string
  post_id: string
  purchase_id: string
  revoked_at: Date | null
  created_at: Generated<Date>
}

export interface Uploads {
  id: string
  owner_id: string
  purpose: 'avatar' | 'cover' | 'card' | 'post_photo' | 'post_video' | 'post_voice' | 'verification_selfie' | 'identity_document' | 'proof_of_address'
  size_bytes: bigint
  state: Generated<'open' | 'finished' | 'accepted' | 'gone'>
  accepted_as: string | null
  created_at: Generated<Date>
  finished_at: Date | null
  expires_at: Date
}

export interface UserAccess {
  id: string
  user_id: string
  access_type: Generated<'full_access'>
  expires_at: Date | null
  reason: string
  granted_by: string | null
  revoked_at: Date | null
  created_at: Generated<Date>
}

export interface VaultFolders {
  id: string
  owner_id: string
  name: string
  created_at: Generated<Date>
}

export interface VaultItems {
  media_id: string
  owner_id: string
  folder_id: string | null
  name: Generated<string>
  removed_at: Date | null
  changed_at: Generated<Date>
}

export interface VisibleCreators {
  profile_id: ColumnType<string | null, never, never>
  paid_until: ColumnType<Date | null, never, never>
}

export interface WalletHolds {
  id: string
  owner_id: string
  amount_minor: bigint
  currency: Generated<'UGX'>
  cause_kind: string
  cause_id: string
  state: Generated<'held' | 'released' | 'cancelled'>
  placed_entry_id: string
  placed_at: Date
  expires_at: Date
  ended_entry_id: string | null
  ended_at: Date | null
  end_reason: string | null
}

export interface WatermarkCodes {
  account_id: string
  code: bigint
  created_at: Generated<Date>
}

export interface WatermarkKeys {
  id: number
  sealed_key: string
  created_at: Generated<Date>
}

export interface WebhookEvents {
  id: string
  gateway: string
  body_sha256: Buffer
  kind: string
  provider_id: string | null
  tx_ref: string | null
  body: string
  copies: Generated<number>
  state: Generated<'received' | 'processed' | 'unknown_reference' | 'unreadable'>
  attempts: Generated<number>
  next_attempt_at: Generated<Date | null>
  received_at: Generated<Date>
  last_received_at: Generated<Date>
  processed_at: Date | null
}

export interface Database {
  account_deletions: AccountDeletions
  account_devices: AccountDevices
  account_flags: AccountFlags
  activity: Activity
  admin_invites: AdminInvites
  app_clock: AppClock
  application_claims: ApplicationClaims
  application_decisions: ApplicationDecisions
  application_drafts: ApplicationDrafts
  blocked_fingerprints: BlockedFingerprints
  blocked_matches: BlockedMatches
  blocked_media: BlockedMedia
  caught_mails: CaughtMails
  chargeback_spendings: ChargebackSpendings
  chargeback_ties: ChargebackTies
  chargebacks: Chargebacks
  chat_drafts: ChatDrafts
  chat_media_drafts: ChatMediaDrafts
  chat_media_messages: ChatMediaMessages
  chat_message_media: ChatMessageMedia
  chat_messages: ChatMessages
  chat_saved_replies: ChatSavedReplies
  chat_threads: ChatThreads
  chat_waiting_messages: ChatWaitingMessages
  chat_welcomed_fans: ChatWelcomedFans
  chat_welcomes: ChatWelcomes
  comment_mutes: CommentMutes
  consents: Consents
  content_flags: ContentFlags
  creator_alerts: CreatorAlerts
  creator_applications: CreatorApplications
  creator_audience_days: CreatorAudienceDays
  creator_fee_reminders: CreatorFeeReminders
  creator_fee_weeks: CreatorFeeWeeks
  creator_listings: CreatorListings
  creator_subscribers: CreatorSubscribers
  creator_subscription_days: CreatorSubscriptionDays
  creator_subscriptions: CreatorSubscriptions
  creator_uses: CreatorUses
  creator_words: CreatorWords
  creators: Creators
  creators_to_index: CreatorsToIndex
  custom_request_drafts: CustomRequestDrafts
  custom_request_media: CustomRequestMedia
  custom_request_offers: CustomRequestOffers
  custom_requests: CustomRequests
  data_exports: DataExports
  digest_choices: DigestChoices
  earning_days: EarningDays
  earning_reversals: EarningReversals
  earnings: Earnings
  entitlements: Entitlements
  event_deliveries: EventDeliveries
  event_outbox: EventOutbox
  fan_list_members: FanListMembers
  fan_lists: FanLists
  fan_notes: FanNotes
  fan_onboardings: FanOnboardings
  follows: Follows
  former_usernames: FormerUsernames
  gateway_charges: GatewayCharges
  invite_codes: InviteCodes
  journal_entries: JournalEntries
  kept_forms: KeptForms
  ledger_accounts: LedgerAccounts
  ledger_balances: LedgerBalances
  ledger_corrections: LedgerCorrections
  ledger_sealed: LedgerSealed
  ledger_seals: LedgerSeals
  ledger_unfolded: LedgerUnfolded
  mass_message_fans: MassMessageFans
  mass_message_media: MassMessageMedia
  mass_messages: MassMessages
  media: Media
  media_fetches: MediaFetches
  media_fingerprints: MediaFingerprints
  media_renditions: MediaRenditions
  media_store_identity: MediaStoreIdentity
  media_streams: MediaStreams
  message_unlocks: MessageUnlocks
  notification_choices: NotificationChoices
  notifications: Notifications
  objects_to_destroy: ObjectsToDestroy
  owner_auth: OwnerAuth
  passkeys: Passkeys
  payout_account_reminders: PayoutAccountReminders
  payout_accounts: PayoutAccounts
  payout_approvals: PayoutApprovals
  payout_halts: PayoutHalts
  payout_runs: PayoutRuns
  payouts: Payouts
  poll_options: PollOptions
  poll_votes: PollVotes
  polls: Polls
  post_comments: PostComments
  post_earning_days: PostEarningDays
  post_likes: PostLikes
  post_media: PostMedia
  post_view_days: PostViewDays
  post_views: PostViews
  postings: Postings
  posts: Posts
  profiles: Profiles
  promo_codes: PromoCodes
  promo_redemptions: PromoRedemptions
  purchases: Purchases
  push_subscriptions: PushSubscriptions
  quiet_hours: QuietHours
  rate_limit_hits: RateLimitHits
  rates: Rates
  reconciliation_differences: ReconciliationDifferences
  reconciliation_runs: ReconciliationRuns
  recovery_code_sheets: RecoveryCodeSheets
  recovery_codes: RecoveryCodes
  refunds: Refunds
  release_refusals: ReleaseRefusals
  release_statements: ReleaseStatements
  releases: Releases
  report_evidence: ReportEvidence
  report_views: ReportViews
  reports: Reports
  review_openings: ReviewOpenings
  sale_mail_choices: SaleMailChoices
  schema_migrations: SchemaMigrations
  sealed_document_views: SealedDocumentViews
  sealed_documents: SealedDocuments
  search_words: SearchWords
  session_proof_codes: SessionProofCodes
  sessions: Sessions
  setting_changes: SettingChanges
  settings: Settings
  share_fans: ShareFans
  share_lines: ShareLines
  share_passes: SharePasses
  share_payments: SharePayments
  share_runs: ShareRuns
  sign_in_codes: SignInCodes
  spent_passkey_challenges: SpentPasskeyChallenges
  staff_alerts: StaffAlerts
  staff_members: StaffMembers
  staff_setups: StaffSetups
  staff_sign_in_steps: StaffSignInSteps
  subscriber_rechecks: SubscriberRechecks
  subscription_notices: SubscriptionNotices
  subscription_plan_features: SubscriptionPlanFeatures
  subscription_plans: SubscriptionPlans
  subscription_renewals: SubscriptionRenewals
  subscriptions: Subscriptions
  suspensions: Suspensions
  tips: Tips
  totp_enrolments: TotpEnrolments
  totp_secrets: TotpSecrets
  transactions: Transactions
  unlocks: Unlocks
  uploads: Uploads
  user_access: UserAccess
  vault_folders: VaultFolders
  vault_items: VaultItems
  visible_creators: VisibleCreators
  wallet_holds: WalletHolds
  watermark_codes: WatermarkCodes
  watermark_keys: WatermarkKeys
  webhook_events: WebhookEvents
}
