import { expect, test } from 'vitest'
import { afterSetupDestination, postLoginDestination, type SignedInFacts } from './post-login-destination.ts'

const fan: SignedInFacts = {
  userType: 'fan',
  profileCompleted: true,
  username: 'brian',
  application: 'decided',
  creatorFee: 'inactive',
  access: 'none',
}
const creator: SignedInFacts = { ...fan, userType: 'creator', username: 'amina_k', creatorFee: 'active' }

test.each<[string, SignedInFacts, string]>([
  ['a fan with an incomplete profile', { ...fan, profileCompleted: false, access: 'active' }, '/profile-setup'],
  ['a creator with an incomplete profile', { ...creator, profileCompleted: false }, '/profile-setup'],
  ['a creator whose fee is paid: on their own dashboard', creator, '/dashboard'],
  ['a creator whose fee is paid, without a username', { ...creator, username: null }, '/profile-setup'],
  ['a creator who has not sent the application', { ...creator, application: 'draft' }, '/onboarding'],
  ['a creator whose application is in review', { ...creator, application: 'in_review' }, '/dashboard'],
  [
    'a creator whose application could not be read',
    { ...creator, application: 'unknown', creatorFee: 'unknown' },
    '/creator-subscription',
  ],
  ['a creator whose fee has lapsed', { ...creator, creatorFee: 'inactive' }, '/creator-subscription'],
  ['a creator whose fee could not be read', { ...creator, creatorFee: 'unknown' }, '/creator-subscription'],
  ['a fan with access', { ...fan, access: 'active' }, '/unblocked-feed'],
  ['a fan without access', fan, '/public-feed?expired=true'],
  ['a fan whose access could not be read', { ...fan, access: 'unknown' }, '/public-feed'],
  ['an admin', { ...fan, userType: 'admin' }, '/owner-login'],
  ['an owner, in every case', { ...fan, userType: 'owner', profileCompleted: false }, '/owner-login'],
])('AUTH-06 %s lands at the address of the table', (_who, facts, path) => {
  expect(postLoginDestination(facts)).toBe(path)
})

test('SETUP-01 after setup a fan goes to the feed and a creator to the wizard', () => {
  expect(afterSetupDestination('fan')).toBe('/unblocked-feed')
  expect(afterSetupDestination('creator')).toBe('/onboarding')
})
