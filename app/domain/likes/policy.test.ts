import { expect, test } from 'vitest'
import type { ContentFacts } from '#app/domain/media/policy.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canLike } from './policy.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const post: ContentFacts = {
  ownerId: 'creator',
  audience: 'public',
  state: 'published',
  publishedAt: NOW,
  expiresAt: null,
  creatorVisible: true,
  viewerHasAccess: false,
  viewerBought: false,
}
const subscribers: ContentFacts = { ...post, audience: 'subscribers' }
const sold: ContentFacts = { ...post, audience: 'pay_to_unlock' }

test.each([
  ['a visitor', null, post, 'sign_in_required'],
  ['a fan of a public post', A_FAN, post, null],
  ['another creator', { ...A_FAN, id: 'other', userType: 'creator' as const }, post, null],
  ['the creator', { ...A_FAN, id: 'creator', userType: 'creator' as const }, post, 'own_post'],
  ['a suspended fan', { ...A_FAN, accountStatus: 'suspended' as const }, post, 'account_closed'],
  ['a blocked fan', { ...A_FAN, isBlocked: true }, post, 'account_closed'],
  ['a fan without a pass', A_FAN, subscribers, 'pass_required'],
  ['a pass holder', A_FAN, { ...subscribers, viewerHasAccess: true }, null],
  ['a pass holder who has not bought it', A_FAN, { ...sold, viewerHasAccess: true }, 'unlock_required'],
  ['a buyer', A_FAN, { ...sold, viewerBought: true }, null],
  ['a fan of a removed post', A_FAN, { ...post, state: 'removed' as const }, 'not_there'],
] as const)('PROF-07f who may like a post: %s', (_, actor, facts, reason) => {
  const verdict = canLike(actor, facts, NOW)
  expect(verdict.allowed ? null : verdict.reason).toBe(reason)
})
