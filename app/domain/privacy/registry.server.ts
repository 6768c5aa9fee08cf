import { privacy as applications } from '#app/domain/applications/privacy.server.ts'
import { privacy as chat } from '#app/domain/chat/privacy.server.ts'
import { privacy as comments } from '#app/domain/comments/privacy.server.ts'
import { privacy as consents } from '#app/domain/consents/privacy.server.ts'
import { privacy as creators } from '#app/domain/creators/privacy.server.ts'
import { privacy as documents } from '#app/domain/documents/privacy.server.ts'
import { privacy as earnings } from '#app/domain/earnings/privacy.server.ts'
import { privacy as entitlements } from '#app/domain/entitlements/privacy.server.ts'
import { privacy as events } from '#app/domain/events/privacy.server.ts'
import { privacy as fans } from '#app/domain/fans/privacy.server.ts'
import { privacy as follows } from '#app/domain/follows/privacy.server.ts'
import { privacy as identity } from '#app/domain/identity/privacy.server.ts'
import { privacy as ledger } from '#app/domain/ledger/privacy.server.ts'
import { privacy as likes } from '#app/domain/likes/privacy.server.ts'
import { privacy as media } from '#app/domain/media/privacy.server.ts'
import { privacy as blocklist } from '#app/domain/blocklist/privacy.server.ts'
import { privacy as releases } from '#app/domain/releases/privacy.server.ts'
import { privacy as moderation } from '#app/domain/moderation/privacy.server.ts'
import { privacy as notifications } from '#app/domain/notifications/privacy.server.ts'
import { privacy as payments } from '#app/domain/payments/privacy.server.ts'
import { privacy as payouts } from '#app/domain/payouts/privacy.server.ts'
import { privacy as polls } from '#app/domain/polls/privacy.server.ts'
import { privacy as posts } from '#app/domain/posts/privacy.server.ts'
import { privacy as promotions } from '#app/domain/promotions/privacy.server.ts'
import { privacy as purchases } from '#app/domain/purchases/privacy.server.ts'
import { privacy as reconciliation } from '#app/domain/reconciliation/privacy.server.ts'
import { privacy as refunds } from '#app/domain/refunds/privacy.server.ts'
import { privacy as reports } from '#app/domain/reports/privacy.server.ts'
import { privacy as requests } from '#app/domain/requests/privacy.server.ts'
import { privacy as settings } from '#app/domain/settings/privacy.server.ts'
import { privacy as shares } from '#app/domain/shares/privacy.server.ts'
import { privacy as staff } from '#app/domain/staff/privacy.server.ts'
import { privacy as subscriptions } from '#app/domain/subscriptions/privacy.server.ts'
import { privacy as tips } from '#app/domain/tips/privacy.server.ts'
import { privacy as uploads } from '#app/domain/uploads/privacy.server.ts'
import { privacy as usage } from '#app/domain/usage/privacy.server.ts'
import { privacy as vault } from '#app/domain/vault/privacy.server.ts'
import { privacy as wallet } from '#app/domain/wallet/privacy.server.ts'
import { privacy as watermarks } from '#app/domain/watermarks/privacy.server.ts'
import type { PrivacyModule } from '#app/platform/personal-data.server.ts'
import { privacy } from './privacy.server.ts'

/**
 * Every module that stores something about people, in the order of an erasure: `identity` first, because the database refuses its part
 * where no deletion is due; what refers to media before `media`; `payments` after `purchases`, whose names it takes; `privacy` last, because
 * it ends the deletion.
 */
export const PRIVACY_MODULES = {
  identity,
  staff,
  consents,
  events,
  creators,
  payouts,
  wallet,
  requests,
  applications,
  moderation,
  blocklist,
  releases,
  reports,
  likes,
  chat,
  comments,
  polls,
  posts,
  vault,
  watermarks,
  media,
  uploads,
  documents,
  fans,
  follows,
  entitlements,
  notifications,
  subscriptions,
  promotions,
  tips,
  purchases,
  payments,
  refunds,
  earnings,
  usage,
  shares,
  settings,
  ledger,
  reconciliation,
  privacy,
} as const satisfies Record<string, PrivacyModule>
