/** Which rows of a table belong to a person: those whose column has their id (or their address), or those that refer to such a row. */
type Whose =
  | { column: string; holds: 'id' | 'email' }
  | { column: string; of: { table: string; key: string; column: string } }

export type PersonalTable = {
  whose: readonly [Whose, ...Whose[]]
  /** The table's description in the export; null keeps the table out of it, for the reason in `why`. */
  exportedAs: string | null
  /** Never exported: secrets, bytes, and other people's names and ids. */
  hide?: readonly string[]
  /**
   * What `erase_account` does with the rows: deleted, kept without names, kept unchanged (ids alone), or erased by a scheduled task of
   * their module.
   */
  erased: 'deleted' | 'blanked' | 'kept' | 'swept'
  why?: string
}

const of = (column: string): [Whose] => [{ column, holds: 'id' }]
const child = (column: string, table: string, owner: string, key = 'id'): [Whose] => [
  { column, of: { table, key, column: owner } },
]

/**
 * Every table that refers to a person. A table with a reference to profiles or with an address in it fails a test until it is listed
 * here; the function `erase_account` (db/migrations) does what is listed.
 */
export const PERSONAL_TABLES: Readonly<Record<string, PersonalTable>> = {
  profiles: { whose: of('id'), exportedAs: 'your account', erased: 'blanked' },
  former_usernames: { whose: of('profile_id'), exportedAs: 'usernames you gave up', erased: 'swept' },
  sessions: {
    whose: of('profile_id'),
    exportedAs: 'where you are and were signed in',
    hide: ['token_hash'],
    erased: 'deleted',
  },
  account_devices: {
    whose: of('profile_id'),
    exportedAs: 'browsers that you signed in with in the last 180 days',
    hide: ['device_hash'],
    erased: 'swept',
  },
  chargeback_ties: {
    whose: of('creator_id'),
    exportedAs: null,
    erased: 'kept',
    why: 'evidence of fraud, and about somebody else’s payment',
  },
  sign_in_codes: {
    whose: [{ column: 'email', holds: 'email' }],
    exportedAs: 'codes that were mailed to you in the last day',
    hide: ['code_hash', 'link_hash', 'browser_hash'],
    erased: 'deleted',
  },
  session_proof_codes: {
    whose: of('profile_id'),
    exportedAs: 'codes by which you confirmed lately that it is you',
    hide: ['code_hash'],
    erased: 'swept',
    why: 'deleted by the database with the session that each belongs to',
  },
  passkeys: {
    whose: of('profile_id'),
    exportedAs: 'your passkeys',
    hide: ['public_key', 'credential_id'],
    erased: 'deleted',
  },
  totp_secrets: {
    whose: of('profile_id'),
    exportedAs: 'that you use an authenticator app',
    hide: ['sealed_secret', 'last_step'],
    erased: 'deleted',
  },
  totp_enrolments: { whose: of('profile_id'), exportedAs: null, erased: 'deleted', why: 'a secret on its way in' },
  recovery_codes: {
    whose: of('profile_id'),
    exportedAs: 'your recovery codes: when they were made and used',
    hide: ['code_hash'],
    erased: 'deleted',
  },
  recovery_code_sheets: {
    whose: of('profile_id'),
    exportedAs: null,
    erased: 'deleted',
    why: 'secrets, for some minutes',
  },
  consents: { whose: of('profile_id'), exportedAs: 'what you agreed to', erased: 'kept' },
  activity: { whose: of('actor_id'), exportedAs: 'what you did', erased: 'kept' },

  creators: { whose: of('profile_id'), exportedAs: 'your creator page', erased: 'blanked' },
  creator_listings: { whose: of('creator_id'), exportedAs: 'when your page was visible', erased: 'kept' },
  payout_accounts: {
    whose: of('creator_id'),
    exportedAs: 'accounts that your earnings are or were paid to',
    // The export contains the decrypted number (read-rows).
    hide: ['code_hash', 'name_checked_by', 'sealed_number'],
    erased: 'blanked',
  },
  payouts: { whose: of('creator_id'), exportedAs: 'your payouts', hide: ['asked_by'], erased: 'blanked' },
  payout_approvals: {
    whose: child('payout_id', 'payouts', 'creator_id'),
    exportedAs: 'when staff agreed to a large payout of yours',
    hide: ['approver_id'],
    erased: 'kept',
  },
  payout_halts: { whose: of('resumed_by'), exportedAs: null, erased: 'kept', why: 'of staff alone' },
  creator_fee_weeks: { whose: of('creator_id'), exportedAs: 'creator fees', erased: 'kept' },
  wallet_holds: {
    whose: of('owner_id'),
    exportedAs: 'money of your wallet that was set aside, and what became of it',
    hide: ['placed_entry_id', 'ended_entry_id'],
    erased: 'kept',
  },
  custom_request_quotes: {
    whose: [
      { column: 'fan_id', holds: 'id' },
      { column: 'creator_id', holds: 'id' },
    ],
    exportedAs: 'prices asked and agreed for custom requests',
    hide: ['fan_id', 'creator_id'],
    erased: 'kept',
  },
  creator_fee_reminders: { whose: of('creator_id'), exportedAs: 'reminders of the creator fee', erased: 'kept' },
  creator_applications: {
    whose: of('profile_id'),
    exportedAs: 'your application to become a creator',
    erased: 'blanked',
  },
  application_drafts: {
    whose: child('application_id', 'creator_applications', 'profile_id'),
    exportedAs: 'what you typed in the application and did not send yet',
    erased: 'deleted',
  },
  application_decisions: {
    whose: child('application_id', 'creator_applications', 'profile_id'),
    exportedAs: 'decisions on your application',
    hide: ['decided_by'],
    erased: 'kept',
  },
  application_claims: {
    whose: child('application_id', 'creator_applications', 'profile_id'),
    exportedAs: null,
    erased: 'deleted',
    why: 'who of staff reviews it in this quarter of an hour',
  },
  post_views: {
    whose: child('post_id', 'posts', 'creator_id'),
    exportedAs: 'when staff opened a post of yours that nobody else could see',
    hide: ['staff_id'],
    erased: 'kept',
  },
  suspensions: {
    whose: of('profile_id'),
    exportedAs: 'suspensions, with the reason',
    hide: ['imposed_by', 'lifted_by'],
    erased: 'kept',
  },
  posts: { whose: of('creator_id'), exportedAs: 'your posts', erased: 'blanked' },
  post_media: {
    whose: child('media_id', 'media', 'owner_id'),
    exportedAs: 'which picture belongs to which post',
    erased: 'deleted',
  },
  media: {
    whose: of('owner_id'),
    exportedAs: 'your photos, videos and voice notes (the files are in the folder media)',
    hide: ['original_key', 'content_sha256', 'preview'],
    erased: 'deleted',
  },
  media_renditions: {
    whose: child('media_id', 'media', 'owner_id'),
    exportedAs: null,
    erased: 'deleted',
    why: 'copies of the originals in other sizes',
  },
  uploads: { whose: of('owner_id'), exportedAs: 'files you sent', erased: 'swept' },
  sealed_documents: {
    whose: of('owner_id'),
    exportedAs: 'your verification documents: kinds and dates',
    hide: ['storage_key', 'sealed_key', 'content_sha256'],
    erased: 'swept',
  },
  sealed_document_views: {
    whose: child('document_id', 'sealed_documents', 'owner_id'),
    exportedAs: 'when staff opened your verification documents, and why',
    hide: ['staff_id'],
    erased: 'kept',
  },

  follows: { whose: of('fan_id'), exportedAs: 'whom you follow', erased: 'deleted' },
  user_access: {
    whose: of('user_id'),
    exportedAs: 'access that was granted to you',
    hide: ['granted_by'],
    erased: 'blanked',
  },
  fan_onboardings: { whose: of('profile_id'), exportedAs: 'how far you came in the first steps', erased: 'deleted' },
  notification_choices: { whose: of('profile_id'), exportedAs: 'which messages you want', erased: 'deleted' },
  notifications: {
    whose: of('profile_id'),
    exportedAs: 'what you were notified of in the last 180 days',
    erased: 'swept',
    why: 'deleted with the account (eraseNotifications)',
  },
  event_deliveries: {
    whose: of('profile_id'),
    exportedAs: 'when and how notifications were sent to you in the last 30 days',
    hide: ['recipient'],
    erased: 'swept',
    why: 'deleted with the account (eraseNotifications)',
  },
  subscriptions: { whose: of('user_id'), exportedAs: 'your passes', erased: 'kept' },
  subscription_renewals: {
    whose: of('account_id'),
    exportedAs: 'whether your pass renews from your wallet',
    erased: 'kept',
  },
  subscription_notices: { whose: of('account_id'), exportedAs: 'reminders of the end of your pass', erased: 'kept' },
  promo_redemptions: {
    whose: child('purchase_id', 'purchases', 'buyer_id'),
    exportedAs: 'promo codes you used',
    hide: ['person_hash'],
    erased: 'kept',
  },
  unlocks: { whose: of('user_id'), exportedAs: 'posts you bought', erased: 'kept' },
  // The message of a tip belongs to its fan; the tip itself is money, and stays.
  tips: { whose: of('fan_id'), exportedAs: 'tips you gave', erased: 'blanked' },
  creator_subscriptions: { whose: of('user_id'), exportedAs: 'creators you subscribed to', erased: 'kept' },
  creator_subscription_days: {
    whose: of('creator_id'),
    exportedAs: 'what subscriptions to you earned, day by day',
    erased: 'kept',
  },
  purchases: {
    whose: [...of('buyer_id'), { column: 'buyer_email', holds: 'email' }],
    exportedAs: 'your purchases',
    hide: ['checkout_hash', 'idempotency_key', 'buyer_scope'],
    erased: 'blanked',
  },
  transactions: {
    whose: [...of('user_id'), { column: 'email', holds: 'email' }],
    exportedAs: 'your payments',
    hide: ['checkout_link'],
    erased: 'blanked',
  },
  gateway_charges: {
    whose: child('transaction_id', 'transactions', 'user_id'),
    exportedAs: 'what the payment provider reported about your payments',
    hide: ['account_id'],
    erased: 'blanked',
  },
  refunds: {
    whose: child('purchase_id', 'purchases', 'buyer_id'),
    exportedAs: 'your refunds',
    hide: ['asked_by', 'decided_by', 'seconded_by'],
    erased: 'blanked',
  },
  chargebacks: {
    whose: of('account_id'),
    exportedAs: 'payments that your bank took back',
    hide: ['answered_by', 'answer_note', 'entry_id', 'won_entry_id'],
    erased: 'blanked',
  },
  account_flags: {
    whose: of('account_id'),
    exportedAs: 'why staff review your account',
    hide: ['cleared_by'],
    erased: 'kept',
  },
  webhook_events: {
    whose: child('tx_ref', 'transactions', 'user_id', 'flutterwave_tx_ref'),
    exportedAs: null,
    erased: 'blanked',
    why: 'the provider’s notices: raw text, of which the payments above hold the meaning',
  },
  earnings: { whose: of('creator_id'), exportedAs: 'what you earned, sale by sale', erased: 'kept' },
  earning_reversals: {
    whose: of('creator_id'),
    exportedAs: 'what refunds took back from your earnings',
    erased: 'kept',
  },
  creator_uses: {
    whose: of('fan_id'),
    exportedAs: 'on which days you viewed whose posts, while your pass is shared by it',
    erased: 'swept',
  },
  media_fetches: {
    whose: of('viewer_id'),
    exportedAs: 'how many private photos and videos you opened on each day, for a month',
    erased: 'swept',
  },
  share_fans: { whose: of('fan_id'), exportedAs: 'what your passes earned in each week', erased: 'kept' },
  share_passes: { whose: of('fan_id'), exportedAs: 'what became of your passes in each week', erased: 'kept' },
  share_lines: { whose: of('fan_id'), exportedAs: 'the creators among whom your passes were shared', erased: 'kept' },
  share_payments: { whose: of('creator_id'), exportedAs: 'your part of fans’ passes, by week', erased: 'kept' },
  rates: {
    whose: of('set_by'),
    exportedAs: null,
    erased: 'kept',
    why: 'rates of the platform; who set them is in the activity record',
  },
  ledger_accounts: { whose: of('owner_id'), exportedAs: 'your accounts in our books', erased: 'kept' },
  ledger_balances: {
    whose: child('account_id', 'ledger_accounts', 'owner_id'),
    exportedAs: null,
    erased: 'kept',
    why: 'the sum of the lines in statements/earnings.csv',
  },
  postings: {
    whose: child('account_id', 'ledger_accounts', 'owner_id'),
    exportedAs: null,
    erased: 'kept',
    why: 'the lines of statements/earnings.csv',
  },
  ledger_unfolded: {
    whose: child('account_id', 'ledger_accounts', 'owner_id'),
    exportedAs: null,
    erased: 'kept',
    why: 'lines that wait to be added to a balance',
  },
  ledger_corrections: {
    whose: of('owner_id'),
    exportedAs: 'entries in your accounts that two members of staff made by hand, with the reason',
    hide: ['proposed_by', 'decided_by'],
    erased: 'kept',
  },
  reconciliation_differences: { whose: of('settled_by'), exportedAs: null, erased: 'kept', why: 'of staff alone' },
  caught_mails: {
    whose: [{ column: 'recipient', holds: 'email' }],
    exportedAs: null,
    erased: 'deleted',
    why: 'the demo’s mailbox: you have the mails themselves, and they contain codes',
  },

  data_exports: {
    whose: of('profile_id'),
    exportedAs: 'copies you asked for',
    hide: ['sealed_key'],
    erased: 'blanked',
  },
  account_deletions: {
    whose: of('profile_id'),
    exportedAs: 'deletions you asked for',
    hide: ['code_hash', 'cancel_hash'],
    erased: 'blanked',
  },

  staff_members: { whose: of('profile_id'), exportedAs: null, erased: 'kept', why: 'staff leave by another way' },
  staff_sign_in_steps: { whose: of('profile_id'), exportedAs: null, erased: 'deleted', why: 'of staff alone' },
  staff_setups: {
    whose: [{ column: 'email', holds: 'email' }],
    exportedAs: null,
    erased: 'kept',
    why: 'of staff alone, for a day',
  },
  owner_auth: { whose: of('profile_id'), exportedAs: null, erased: 'kept', why: 'of the owner alone' },
  invite_codes: {
    whose: child('invite_id', 'admin_invites', 'created_by'),
    exportedAs: null,
    erased: 'kept',
    why: 'of staff alone, for a day',
  },
  admin_invites: { whose: of('created_by'), exportedAs: null, erased: 'kept', why: 'of staff alone' },
  promo_codes: { whose: of('created_by'), exportedAs: null, erased: 'kept', why: 'of staff alone' },
  settings: { whose: of('changed_by'), exportedAs: null, erased: 'kept', why: 'of the owner alone' },
  setting_changes: { whose: of('changed_by'), exportedAs: null, erased: 'kept', why: 'of the owner alone' },
}
