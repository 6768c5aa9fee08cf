import { expect, test } from 'vitest'
import { isReservedUsername } from '#app/domain/identity/reserved-usernames.ts'
import routes from '#app/routes.ts'

test('ROUTE-04 no first segment of our addresses can be a username, with a number or in the plural neither', () => {
  const segments = routes
    .map((route) => route.path?.split('/')[0] ?? '')
    .filter((segment) => segment !== '' && !/^[:*]/.test(segment))
  const listed = [
    'auth',
    'public-feed',
    'unblocked-feed',
    'creator',
    'gal',
    'onboarding',
    'viewer-onboarding',
    'admin-onboarding',
    'admin-unauthorized',
    'chat',
    'call',
    'book',
    'subscribe',
    'subscription',
    'owner-login',
    'admin',
    'payment-callback',
    'profile',
    'about',
    'terms',
    'privacy',
    'refunds',
    'acceptable-use',
    'creator-verification',
    'creator-subscription',
    'creator-subscription-callback',
    'dashboard',
    'profile-setup',
    'healthz',
    'readyz',
    'metrics',
    'assets',
  ]
  expect(segments.length).toBeGreaterThan(20)
  for (const segment of [...segments, ...listed]) {
    const word = segment.replace(/\..*$/, '')
    for (const username of [
      word.replaceAll('-', '_'),
      word.replaceAll('-', ''),
      `${word.replaceAll('-', '')}2`,
      `${word.replaceAll('-', '')}s`,
    ]) {
      expect(isReservedUsername(username), username).toBe(true)
    }
  }
})
