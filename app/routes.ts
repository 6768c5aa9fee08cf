import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { APPLICATION_DECISIONS } from './web/admin/applications/texts.ts'
import { CONTENT_DECISIONS } from './web/admin/content/texts.ts'
import { CHARGEBACK_DECISIONS } from './web/admin/earnings/chargebacks/texts.ts'
import { CORRECTION_DECISIONS } from './web/admin/earnings/corrections/texts.ts'
import { PAYOUT_DECISIONS } from './web/admin/earnings/payouts/texts.ts'
import { DIFFERENCE_DECISIONS } from './web/admin/earnings/reconciliation/texts.ts'
import { REPORT_DECISIONS } from './web/admin/content/report-texts.ts'
import { REFUND_DECISIONS } from './web/admin/earnings/refunds/texts.ts'

/** One module that answers several addresses. */
function routes(paths: readonly string[], file: string) {
  return paths.map((path) => route(path, file, { id: `${file}/${path}` }))
}

/** A page, as an item of a review queue, and the addresses of its decisions. */
function withDecisions(path: string, file: string, decisions: readonly string[]) {
  return routes([path, ...decisions.map((decision) => `${path}/${decision}`)], file)
}

/** A list, and the addresses of the decisions about one of its items, which has no page of its own. */
function listWithDecisions(path: string, item: string, file: string, decisions: readonly string[]) {
  return routes([path, ...decisions.map((decision) => `${path}/${item}/${decision}`)], file)
}

/** All routes of the product, by audience. */
export default [
  // Everyone
  index('web/public/landing.tsx'),
  route('about', 'web/public/about.ts'),
  route('age', 'web/public/age.ts'),
  route('public-feed', 'web/public/feed.tsx'),
  route('subscribe', 'web/public/subscribe.tsx'),
  route('subscribe/wanted', 'web/fan/wanted.tsx'),
  route('payment-callback', 'web/public/payment-callback.tsx'),
  ...routes(
    ['terms', 'privacy', 'refunds', 'how-passes-are-shared', 'acceptable-use', 'creator-verification', 'admin-terms'],
    'web/public/legal/document.tsx',
  ),
  route('creator/:creatorId', 'web/public/creator-by-id.tsx'),
  route('posts/:postId', 'web/public/post.tsx'),
  route('offline', 'web/public/offline.tsx'),
  route('offline/feed', 'web/public/offline-feed.tsx'),
  route('manifest.webmanifest', 'web/public/web-manifest.ts'),
  route('report/:kind/:id', 'web/public/report.tsx'),
  route('badges', 'web/public/badges.tsx'),
  route('help', 'web/public/help.tsx'),
  route('releases/answered', 'web/public/releases/answered.tsx'),
  ...withDecisions('releases/:token', 'web/public/releases/release.tsx', ['refusal']),
  route('releases/:token/withdrawal', 'web/public/releases/withdrawal.tsx'),

  // Signing in and out
  route('auth', 'web/auth/sign-in.tsx'),
  route('auth/code', 'web/auth/code.tsx'),
  route('auth/link/:token', 'web/auth/link.tsx'),
  route('sign-out', 'web/auth/sign-out.ts'),
  route('sign-out/everywhere', 'web/auth/sign-out-everywhere.ts'),
  route('confirm-identity', 'web/auth/confirm-identity.tsx'),
  route('agreements', 'web/auth/agreements.tsx'),
  route('notifications', 'web/auth/notifications.tsx'),
  route('notifications/unread', 'web/live/unread.ts'),
  route('notifications/:notificationId', 'web/auth/notification.ts'),
  route('passkeys', 'web/auth/passkeys.ts'),
  route('passkeys/options', 'web/auth/passkey-options.ts'),
  route('passkeys/registration-options', 'web/auth/passkey-registration-options.ts'),
  route('passkeys/sign-in', 'web/auth/passkey-sign-in.ts'),
  route('passkeys/:passkeyId/removal', 'web/auth/passkey-removal.ts'),
  route('profile-setup', 'web/auth/profile-setup.tsx'),

  // Fans
  route('unblocked-feed', 'web/fan/premium-feed.tsx'),
  route('gal/:creatorId', 'web/fan/premium-creator.tsx'),
  route('creators/:creatorId/follow', 'web/fan/follow.ts'),
  route('creators/:creatorId/alerts', 'web/fan/alerts.tsx'),
  route('posts/:postId/like', 'web/fan/like.ts'),
  route('posts/:postId/vote', 'web/fan/vote.ts'),
  route('posts/:postId/comments/:commentId/removal', 'web/fan/comment-removal.ts'),
  route('posts/:postId/unlock', 'web/fan/unlock-post.tsx'),
  route('creators/:creatorId/subscribe', 'web/fan/creator-access.tsx'),
  route('tip/:creatorId', 'web/fan/tip.tsx'),
  route('chat', 'web/chat/threads.tsx'),
  route('chat/:id', 'web/chat/thread.tsx'),
  route('chat/:id/messages', 'web/chat/messages.ts'),
  route('chat/:id/media', 'web/creator/chat-media/chat-media.tsx'),
  route('messages/:messageId/unlock', 'web/chat/unlock-message.tsx'),
  ...routes(['chat/:id/block', 'chat/:id/unblock', 'chat/:id/mute', 'chat/:id/unmute'], 'web/chat/decision.ts'),
  route('requests', 'web/fan/requests/requests.tsx'),
  route('requests/new', 'web/fan/requests/new-request.tsx'),
  route('requests/:requestId', 'web/fan/requests/request.tsx'),
  ...routes(['requests/:requestId/price', 'requests/:requestId/withdrawal'], 'web/fan/requests/decision.ts'),
  route('viewer-onboarding', 'web/fan/onboarding/intro.tsx'),
  route('viewer-onboarding/email', 'web/fan/onboarding/email.tsx'),
  route('viewer-onboarding/code', 'web/fan/onboarding/code.tsx'),
  route('viewer-onboarding/setup', 'web/fan/onboarding/setup.tsx'),
  route('viewer-onboarding/plan', 'web/fan/onboarding/plan.tsx'),
  route('viewer-onboarding/access', 'web/fan/onboarding/access.tsx'),
  route('viewer-onboarding/done', 'web/fan/onboarding/done.tsx'),
  route('profile', 'web/fan/profile/profile.tsx'),
  route('profile/edit', 'web/fan/profile/edit.tsx'),
  route('profile/birthday', 'web/fan/profile/birthday.tsx'),
  route('profile/security', 'web/fan/profile/security.tsx'),
  route('profile/notifications', 'web/fan/profile/notifications.tsx'),
  route('profile/posts', 'web/fan/profile/my-posts.tsx'),
  route('profile/notifications/daily-summary', 'web/fan/profile/daily-summary.ts'),
  route('profile/notifications/sale-mails', 'web/fan/profile/sale-mails.ts'),
  route('profile/notifications/quiet-hours', 'web/fan/profile/quiet-hours.ts'),
  ...routes(['profile/notifications/push', 'profile/notifications/push/removal'], 'web/fan/profile/push.ts'),
  route('profile/export', 'web/fan/export.tsx'),
  route('profile/export/:exportId/:number', 'web/fan/export-archive.ts'),
  ...routes(['profile/deletion', 'profile/deletion/removal'], 'web/fan/deletion.tsx'),
  route('profile/deletion/code', 'web/fan/deletion-code.tsx'),
  route('profile/deletion/cancel/:token', 'web/fan/deletion-cancel.tsx'),
  route('quick-hide', 'web/public/quick-hide.tsx'),
  route('subscription', 'web/fan/subscription.tsx'),
  route('subscription/renew', 'web/fan/renew-pass.tsx'),
  route('wallet', 'web/fan/wallet/wallet.tsx'),
  route('wallet/top-up', 'web/fan/wallet/top-up.tsx'),
  route('receipts/:purchaseId', 'web/fan/receipts/receipt.tsx'),
  route('receipts/:purchaseId/refund', 'web/fan/receipts/refund.tsx'),

  // Creators
  route('onboarding', 'web/creator/onboarding/intro.tsx'),
  route('onboarding/email', 'web/creator/onboarding/email.tsx'),
  route('onboarding/code', 'web/creator/onboarding/code.tsx'),
  route('onboarding/profile', 'web/creator/onboarding/profile.tsx'),
  route('onboarding/first-post', 'web/creator/onboarding/first-post.tsx'),
  route('onboarding/prices', 'web/creator/onboarding/prices.tsx'),
  route('onboarding/verification', 'web/creator/onboarding/verification.tsx'),
  route('onboarding/tour', 'web/creator/onboarding/tour.tsx'),
  route('dashboard', 'web/creator/dashboard.tsx'),
  ...routes(['browse-as/fan', 'browse-as/creator'], 'web/creator/browse-as.ts'),
  route('dashboard/presence', 'web/creator/overview/presence.ts'),
  route('dashboard/presence/heartbeat', 'web/creator/overview/heartbeat.ts'),
  route('dashboard/invites', 'web/creator/overview/invites.tsx'),
  route('dashboard/fans', 'web/creator/overview/fans.tsx'),
  route('dashboard/fans/:fanId', 'web/creator/fans/fan.tsx'),
  route('dashboard/fans/:fanId/lists', 'web/creator/fans/lists-of-fan.ts'),
  ...routes(['dashboard/fans/:fanId/block', 'dashboard/fans/:fanId/unblock'], 'web/creator/fans/block.ts'),
  route('dashboard/fan-lists', 'web/creator/fans/lists.tsx'),
  route('dashboard/fan-lists/:listId', 'web/creator/fans/list.tsx'),
  route('dashboard/posts', 'web/creator/posts/posts.tsx'),
  route('dashboard/posts/new', 'web/creator/posts/new-post.ts'),
  ...withDecisions('dashboard/posts/:postId', 'web/creator/posts/own-post.tsx', [
    'pin',
    'archiving',
    'restoration',
    'withdrawal',
    'deletion',
    'retry',
  ]),
  route('dashboard/posts/:postId/edit', 'web/creator/posts/edit.tsx'),
  route('dashboard/posts/:postId/media', 'web/creator/posts/media.ts'),
  ...routes(
    [
      'dashboard/posts/:postId/people',
      'dashboard/posts/:postId/people/creator',
      'dashboard/posts/:postId/people/link',
      'dashboard/posts/:postId/people/:releaseId/renewal',
      'dashboard/posts/:postId/people/:releaseId/removal',
    ],
    'web/creator/releases/people.tsx',
  ),
  ...withDecisions('dashboard/releases/:releaseId', 'web/creator/releases/release.tsx', ['refusal']),
  route('dashboard/releases/:releaseId/withdrawal', 'web/creator/releases/withdrawal.tsx'),
  route('dashboard/vault', 'web/creator/posts/vault.tsx'),
  route('dashboard/earnings', 'web/creator/earnings/earnings.tsx'),
  route('dashboard/earnings/clearing', 'web/creator/earnings/clearing.tsx'),
  route('dashboard/earnings/statement', 'web/creator/earnings/statement.tsx'),
  route('dashboard/earnings/statement.csv', 'web/creator/earnings/statement-csv.ts'),
  route('dashboard/earnings/statement.pdf', 'web/creator/earnings/statement-pdf.ts'),
  route('dashboard/link', 'web/creator/link.tsx'),
  route('dashboard/tips', 'web/creator/tips.tsx'),
  route('dashboard/requests', 'web/creator/requests/requests.tsx'),
  route('dashboard/requests/prices', 'web/creator/requests/prices.tsx'),
  route('dashboard/requests/:requestId', 'web/creator/requests/request.tsx'),
  route('dashboard/requests/:requestId/acceptance', 'web/creator/requests/acceptance.ts'),
  route('dashboard/requests/:requestId/price', 'web/creator/requests/price.tsx'),
  route('dashboard/requests/:requestId/refusal', 'web/creator/requests/refusal.tsx'),
  route('dashboard/requests/:requestId/delivery', 'web/creator/requests/delivery.tsx'),
  route('dashboard/page', 'web/creator/page.tsx'),
  route('dashboard/page/appearance', 'web/creator/appearance/appearance.tsx'),
  route('dashboard/prices', 'web/creator/prices.tsx'),
  route('dashboard/chat-price', 'web/creator/chat-price.tsx'),
  route('dashboard/messages', 'web/creator/messages/messages.tsx'),
  route('dashboard/messages/new', 'web/creator/messages/new-message.tsx'),
  route('dashboard/messages/:massId', 'web/creator/messages/message.tsx'),
  route('dashboard/messages/:massId/withdrawal', 'web/creator/messages/withdrawal.ts'),
  route('dashboard/welcome-message', 'web/creator/welcome-message.tsx'),
  route('dashboard/saved-replies', 'web/creator/replies/replies.tsx'),
  route('dashboard/saved-replies/:replyId', 'web/creator/replies/reply.tsx'),
  route('dashboard/saved-replies/:replyId/deletion', 'web/creator/replies/deletion.ts'),
  route('dashboard/comments', 'web/creator/comments/comments.tsx'),
  route('dashboard/comments/:commentId/mute', 'web/creator/comments/mute.ts'),
  route('dashboard/comments/muted/:fanId/removal', 'web/creator/comments/unmute.ts'),
  route('dashboard/posts/:postId/comments', 'web/creator/comments/open.ts'),
  route('dashboard/polls', 'web/creator/polls.tsx'),
  route('dashboard/payouts', 'web/creator/payouts/payouts.tsx'),
  route('dashboard/payouts/:payoutId', 'web/creator/payouts/payout.tsx'),
  ...routes(['dashboard/payout-account', 'dashboard/payout-account/retry'], 'web/creator/payouts/account.tsx'),
  route('dashboard/payout-account/confirm', 'web/creator/payouts/account-confirm.tsx'),
  route('creator-subscription', 'web/creator/creator-subscription.tsx'),
  route('creator-subscription-callback', 'web/creator/creator-subscription-callback.tsx'),

  // Staff and the owner
  route('owner-login', 'web/auth/owner-login.tsx'),
  route('owner-login/second-factor', 'web/auth/owner-second-factor.tsx'),
  ...withDecisions('owner-login/enrolment', 'web/admin/enrolment.tsx', ['app-key', 'app-code', 'skip', 'saved-codes']),
  route('admin-unauthorized', 'web/admin/unauthorized.tsx'),
  route('admin-onboarding', 'web/admin/onboarding/invite.tsx'),
  route('admin-onboarding/profile', 'web/admin/onboarding/profile.tsx'),
  route('admin-onboarding/security', 'web/admin/onboarding/security.tsx'),
  route('admin-onboarding/passkey-options', 'web/admin/onboarding/passkey-options.ts'),
  route('admin-onboarding/recovery-codes', 'web/admin/onboarding/recovery-codes.tsx'),
  route('admin-onboarding/tour', 'web/admin/onboarding/tour.tsx'),
  route('admin', 'web/admin/layout.tsx', [
    index('web/admin/overview.tsx'),
    ...listWithDecisions('invites', ':inviteId', 'web/admin/invites.tsx', ['deletion', 'restoration']),
    route('settings', 'web/admin/settings.tsx'),
    route('peaches', 'web/admin/applications/applications.tsx', [
      ...withDecisions(':creatorId', 'web/admin/applications/application.tsx', [
        ...APPLICATION_DECISIONS,
        'documents/:documentId',
        'posts/:postId',
      ]),
    ]),
    route('earnings', 'web/admin/earnings/layout.tsx', [
      index('web/admin/earnings/overview.tsx'),
      route(
        'reconciliation',
        'web/admin/earnings/reconciliation/reconciliation.tsx',
        withDecisions(':differenceId', 'web/admin/earnings/reconciliation/difference.tsx', DIFFERENCE_DECISIONS),
      ),
      route('corrections', 'web/admin/earnings/corrections/corrections.tsx', [
        route('new', 'web/admin/earnings/corrections/proposal.tsx'),
        ...withDecisions(':correctionId', 'web/admin/earnings/corrections/correction.tsx', CORRECTION_DECISIONS),
      ]),
      route('payouts', 'web/admin/earnings/payouts/payouts.tsx', [
        route('resumption', 'web/admin/earnings/payouts/resumption.tsx'),
        route('creators/:creatorId', 'web/admin/earnings/payouts/creator-payout.tsx'),
        ...withDecisions(':payoutId', 'web/admin/earnings/payouts/payout.tsx', PAYOUT_DECISIONS),
      ]),
      ...routes(
        ['payouts/accounts/:accountId/acceptance', 'payouts/accounts/:accountId/refusal'],
        'web/admin/earnings/payouts/account-name.ts',
      ),
      route('refunds', 'web/admin/earnings/refunds/refunds.tsx', [
        route('requests', 'web/admin/earnings/refunds/request.tsx'),
        ...withDecisions(':refundId', 'web/admin/earnings/refunds/refund.tsx', REFUND_DECISIONS),
      ]),
      route('chargebacks', 'web/admin/earnings/chargebacks/chargebacks.tsx', [
        ...withDecisions(':chargebackId', 'web/admin/earnings/chargebacks/chargeback.tsx', CHARGEBACK_DECISIONS),
      ]),
      route('ledger', 'web/admin/earnings/ledger.tsx'),
      route('ledger/entries/:entryId', 'web/admin/earnings/entry.tsx'),
      route('export', 'web/admin/earnings/export.ts'),
    ]),
    route('plans', 'web/admin/plans/plans.tsx'),
    ...routes(['plans/:plan/place', 'plans/:plan/retirement'], 'web/admin/plans/plan-decision.ts'),
    ...listWithDecisions('plans/features', ':featureId', 'web/admin/plans/features.tsx', ['text', 'place', 'switch']),
    ...listWithDecisions('plans/promo-codes', ':promoCodeId', 'web/admin/plans/promo-codes.tsx', ['switch']),
    route('payments', 'web/admin/payments.tsx'),
    ...listWithDecisions('team', ':memberId', 'web/admin/team.tsx', ['role', 'ending']),
    ...withDecisions('security', 'web/admin/security.tsx', [
      'app-key',
      'app-code',
      'app-removal',
      'recovery-codes',
      'saved-codes',
    ]),
    route('viewers', 'web/admin/viewers/viewers.tsx'),
    route('viewers/:personId', 'web/admin/viewers/viewer.tsx'),
    route(
      'content',
      'web/admin/content/content.tsx',
      withDecisions(':postId', 'web/admin/content/post.tsx', CONTENT_DECISIONS),
    ),
    ...listWithDecisions('content/blocked', ':blockId', 'web/admin/content/blocked.tsx', ['unblocking', 'lifting']),
    route(
      'content/reports',
      'web/admin/content/reports.tsx',
      withDecisions(':reportId', 'web/admin/content/report.tsx', REPORT_DECISIONS),
    ),
    route('content/trace', 'web/admin/trace.tsx'),
    route('activity', 'web/admin/activity.tsx'),
  ]),

  // In the navigation, not built yet
  ...routes(['call/:id?', 'book/:id'], 'web/public/not-open-yet.tsx'),

  // Machines
  route('media/:mediaId/:rendition', 'web/media.ts'),
  route('uploads/:uploadId?', 'web/uploads.ts'),
  route('documents/:documentId', 'web/document.ts'),
  route('webhooks/flutterwave', 'web/webhooks/flutterwave.ts'),
  route('dev/accounts', 'web/dev/accounts.tsx'),
  route('dev/mail', 'web/dev/mail.tsx'),
  route('dev/mail.json', 'web/dev/mail-json.ts'),
  route('dev/clock', 'web/dev/clock.ts'),

  // The creator's username comes last: every first path segment above is a reserved username.
  route(':username', 'web/public/creator-profile.tsx'),
  route('*', 'web/public/not-found.tsx'),
] satisfies RouteConfig
