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
  route('viewer-onboarding', 'web/public/viewer-onboarding.ts'),
  route('terms', 'web/public/legal/terms.tsx'),
  route('privacy', 'web/public/legal/privacy.tsx'),
  route('refunds', 'web/public/legal/refunds.tsx'),
  route('acceptable-use', 'web/public/legal/acceptable-use.tsx'),
  route('creator-verification', 'web/public/legal/creator-verification.tsx'),
  route('creator/:creatorId', 'web/public/creator-by-id.tsx'),

  // Signing in and out
  route('auth', 'web/auth/sign-in.tsx'),
  route('auth/code', 'web/auth/code.tsx'),
  route('auth/link/:token', 'web/auth/link.tsx'),
  route('sign-out', 'web/auth/sign-out.ts'),
  route('profile-setup', 'web/auth/profile-setup.tsx'),

  // Fans
  route('unblocked-feed', 'web/fan/premium-feed.tsx'),
  route('gal/:creatorId', 'web/fan/premium-creator.tsx'),
  route('creators/:creatorId/follow', 'web/fan/follow.ts'),
  route('posts/:postId/unlock', 'web/fan/unlock-post.tsx'),
  route('profile', 'web/fan/profile.tsx'),
  route('subscription', 'web/fan/subscription.tsx'),

  // Creators
  route('creator-subscription', 'web/creator/creator-subscription.tsx'),

  // Named by the navigation and opened later
  ...['chat/:id?', 'call/:id?', 'book/:id', 'tip/:id', 'onboarding'].map((path) =>
    route(path, 'web/public/not-open-yet.tsx', { id: `not-open-yet/${path}` }),
  ),

  // Machines
  route('media/:mediaId/:rendition', 'web/media.ts'),
  route('webhooks/flutterwave', 'web/webhooks/flutterwave.ts'),
  route('dev/mail', 'web/dev/mail.tsx'),
  route('dev/mail.json', 'web/dev/mail-json.ts'),
  route('dev/clock', 'web/dev/clock.ts'),

  // A creator's own address comes last: every word above is reserved.
  route(':username', 'web/public/creator-profile.tsx'),
  route('*', 'web/public/not-found.tsx'),
] satisfies RouteConfig
