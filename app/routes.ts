import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the product on one screen, by audience. */
export default [
  // Everybody
  index('web/public/landing.tsx'),
  route('about', 'web/public/about.ts'),
  route('age', 'web/public/age.ts'),
  route('public-feed', 'web/public/feed.tsx'),
  route('subscribe', 'web/public/subscribe.tsx'),
  route('payment-callback', 'web/public/payment-callback.tsx'),
  route('terms', 'web/public/legal/terms.tsx'),
  route('privacy', 'web/public/legal/privacy.tsx'),
  route('refunds', 'web/public/legal/refunds.tsx'),
  route('acceptable-use', 'web/public/legal/acceptable-use.tsx'),
  route('creator-verification', 'web/public/legal/creator-verification.tsx'),
  route('admin-terms', 'web/public/legal/admin-terms.tsx'),
  route('creator/:creatorId', 'web/public/creator-by-id.tsx'),

  // Signing in and out
  route('auth', 'web/auth/sign-in.tsx'),
  route('auth/code', 'web/auth/code.tsx'),
  route('auth/link/:token', 'web/auth/link.tsx'),
  route('sign-out', 'web/auth/sign-out.ts'),
  route('agreements', 'web/auth/agreements.tsx'),
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
  route('posts/:postId/unlock', 'web/fan/unlock-post.tsx'),
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
  route('profile/export', 'web/fan/export.tsx'),
  route('profile/export/:exportId/:number', 'web/fan/export-archive.ts'),
  route('profile/deletion', 'web/fan/deletion.tsx'),
  route('profile/deletion/code', 'web/fan/deletion-code.tsx'),
  route('profile/deletion/cancel/:token', 'web/fan/deletion-cancel.tsx'),
  route('quick-hide', 'web/public/quick-hide.tsx'),
  route('subscription', 'web/fan/subscription.tsx'),

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
  route('creator-subscription', 'web/creator/creator-subscription.tsx'),
  route('creator-subscription-callback', 'web/creator/creator-subscription-callback.tsx'),

  // Staff and the owner
  route('owner-login', 'web/auth/owner-login.tsx'),
  route('owner-login/second-factor', 'web/auth/owner-second-factor.tsx'),
  route('admin-unauthorized', 'web/admin/unauthorized.tsx'),
  route('admin-onboarding', 'web/admin/onboarding/invite.tsx'),
  route('admin-onboarding/profile', 'web/admin/onboarding/profile.tsx'),
  route('admin-onboarding/security', 'web/admin/onboarding/security.tsx'),
  route('admin-onboarding/recovery-codes', 'web/admin/onboarding/recovery-codes.tsx'),
  route('admin-onboarding/tour', 'web/admin/onboarding/tour.tsx'),
  route('admin', 'web/admin/layout.tsx', [
    index('web/admin/overview.tsx'),
    route('invites', 'web/admin/invites.tsx'),
    route('settings', 'web/admin/settings.tsx'),
    route('peaches', 'web/admin/peaches.tsx', [route(':creatorId', 'web/admin/peach.tsx')]),
    route('team', 'web/admin/team.tsx'),
    route('security', 'web/admin/security.tsx'),
    ...['plans', 'viewers', 'content', 'earnings', 'activity'].map((tab) =>
      route(tab, 'web/admin/later.tsx', { id: `admin/later/${tab}` }),
    ),
  ]),

  // Named by the navigation and opened later
  ...['chat/:id?', 'call/:id?', 'book/:id', 'tip/:id'].map((path) =>
    route(path, 'web/public/not-open-yet.tsx', { id: `not-open-yet/${path}` }),
  ),

  // Machines
  route('media/:mediaId/:rendition', 'web/media.ts'),
  route('uploads/:uploadId?', 'web/uploads.ts'),
  route('documents/:documentId', 'web/document.ts'),
  route('webhooks/flutterwave', 'web/webhooks/flutterwave.ts'),
  route('dev/mail', 'web/dev/mail.tsx'),
  route('dev/mail.json', 'web/dev/mail-json.ts'),
  route('dev/clock', 'web/dev/clock.ts'),

  // A creator's own address comes last: every word above is reserved.
  route(':username', 'web/public/creator-profile.tsx'),
  route('*', 'web/public/not-found.tsx'),
] satisfies RouteConfig
