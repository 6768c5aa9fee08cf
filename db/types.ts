// Written by `npm run db -- types` from the migrated schema; never edited by hand.
import type { ColumnType, Generated } from 'kysely'

export type Json = unknown

export interface Activity {
  id: string
  at: Generated<Date>
  actor_id: string | null
  act: string
  object_kind: string
  object_id: string
  detail: ColumnType<unknown, string | undefined, string>
}

export interface AppClock {
  only_row: Generated<boolean>
  advanced_by: Generated<string>
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

export interface LedgerAccounts {
  id: string
  purpose: string
  owner_id: string | null
  currency: string
  folded: boolean
  guarded: boolean
  opened_at: Generated<Date>
}

export interface LedgerBalances {
  account_id: string
  balance_minor: Generated<bigint>
  guarded: boolean
}

export interface LedgerUnfolded {
  entry_id: string
  line: number
  account_id: string
  amount_minor: bigint
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
}

export interface MediaRenditions {
  media_id: string
  width: number
  format: 'avif' | 'webp' | 'jpeg'
  height: number
  byte_size: bigint
  storage_key: string
}

export interface PostMedia {
  post_id: string
  position: number
  media_id: string
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
  kind: 'photo' | 'video' | 'voice' | 'story' | 'live_replay'
  audience: 'public' | 'subscribers' | 'pay_to_unlock'
  price_minor: bigint | null
  currency: Generated<string>
  caption: Generated<string>
  state: Generated<'in_review' | 'published' | 'removed'>
  published_at: Date | null
  expires_at: Date | null
  like_count: Generated<number>
  created_at: Generated<Date>
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

export interface Purchases {
  id: string
  kind: 'pass' | 'post_unlock'
  product_id: string
  product_name: string
  buyer_id: string | null
  buyer_scope: string
  buyer_email: string
  amount_minor: bigint
  currency: string
  quote: ColumnType<unknown, string, string>
  intent: ColumnType<unknown, string | undefined, string>
  idempotency_key: string
  starter_hash: Buffer
  state: Generated<'open' | 'completed' | 'given_up'>
  user_created: Generated<boolean>
  created_at: Generated<Date>
  completed_at: Date | null
}

export interface RateLimitHits {
  key: string
  subject: Generated<string>
  at: Generated<Date>
}

export interface Refunds {
  id: string
  transaction_id: string
  gateway: string
  provider_id: string
  amount_minor: bigint
  currency: string
  reason: 'arrived_late' | 'paid_twice' | 'paid_too_much' | 'product_gone'
  state: Generated<string>
  created_at: Generated<Date>
}

export interface SchemaMigrations {
  name: string
  applied_at: Generated<Date>
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

export interface SubscriptionPlanFeatures {
  id: string
  plan_id: string
  feature_text: string
  feature_icon: string
  display_order: number
  is_active: Generated<boolean>
}

export interface SubscriptionPlans {
  id: string
  name: 'monthly' | 'annual'
  display_name: string
  price_ugx: bigint
  price_usd: bigint
  currency_primary: Generated<string>
  discount_percentage: Generated<number>
  discount_expires_at: Date | null
  is_active: Generated<boolean>
  is_featured: Generated<boolean>
  country_restrictions: Generated<string[]>
  created_at: Generated<Date>
  updated_at: Generated<Date>
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
  currency: string
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

export interface UserAccess {
  id: string
  user_id: string
  access_type: Generated<string>
  expires_at: Date | null
  reason: string
  granted_by: string | null
  revoked_at: Date | null
  created_at: Generated<Date>
}

export interface VisibleCreators {
  profile_id: ColumnType<string | null, never, never>
  paid_until: ColumnType<Date | null, never, never>
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
  activity: Activity
  app_clock: AppClock
  caught_mails: CaughtMails
  creator_listings: CreatorListings
  creators: Creators
  entitlements: Entitlements
  follows: Follows
  former_usernames: FormerUsernames
  gateway_charges: GatewayCharges
  journal_entries: JournalEntries
  ledger_accounts: LedgerAccounts
  ledger_balances: LedgerBalances
  ledger_unfolded: LedgerUnfolded
  media: Media
  media_renditions: MediaRenditions
  post_media: PostMedia
  postings: Postings
  posts: Posts
  profiles: Profiles
  purchases: Purchases
  rate_limit_hits: RateLimitHits
  refunds: Refunds
  schema_migrations: SchemaMigrations
  sessions: Sessions
  sign_in_codes: SignInCodes
  subscription_plan_features: SubscriptionPlanFeatures
  subscription_plans: SubscriptionPlans
  subscriptions: Subscriptions
  transactions: Transactions
  unlocks: Unlocks
  user_access: UserAccess
  visible_creators: VisibleCreators
  webhook_events: WebhookEvents
}
