import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import type { ContentFacts } from '#app/domain/media/policy.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canCarryPrice, canUnlockPost, canViewPost, openBecause } from './policy.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const fan = A_FAN
const creator: Person = { ...fan, id: 'creator', userType: 'creator' }
const post = (facts: Partial<ContentFacts>): ContentFacts => ({
  ownerId: 'creator',
  audience: 'pay_to_unlock',
  state: 'published',
  publishedAt: new Date(0),
  expiresAt: null,
  creatorVisible: true,
  viewerHasAccess: false,
  viewerBought: false,
  ...facts,
})

describe('who may see and buy a post', () => {
  test.each([
    ['a visitor', null, {}, 'sign_in_required', false],
    ['a fan without a pass', fan, {}, 'pass_required', false],
    ['a pass holder', fan, { viewerHasAccess: true }, 'unlock_required', true],
    ['its buyer', fan, { viewerBought: true }, null, false],
    ['its creator', creator, {}, null, false],
    ['a blocked pass holder', { ...fan, isBlocked: true }, { viewerHasAccess: true }, 'sign_in_required', false],
    ['a pass holder of a removed post', fan, { viewerHasAccess: true, state: 'removed' as const }, 'not_there', false],
    [
      'a pass holder, while its creator is hidden',
      fan,
      { viewerHasAccess: true, creatorVisible: false },
      'not_there',
      false,
    ],
  ])('%s and a post that is sold', (_who, actor, facts, reason, mayBuy) => {
    const verdict = canViewPost(actor, post(facts), NOW)
    expect(verdict).toEqual(reason === null ? { allowed: true } : { allowed: false, reason })
    expect(canUnlockPost(actor, post(facts), NOW)).toBe(mayBuy)
  })

  test('an open post has the reason why it is open', () => {
    expect(openBecause(creator, post({}))).toBe('own')
    expect(openBecause(fan, post({ viewerBought: true }))).toBe('bought')
    expect(openBecause(fan, post({ audience: 'subscribers', viewerHasAccess: true }))).toBe('subscribers')
    expect(openBecause(null, post({ audience: 'public' }))).toBe('public')
  })
})

test('ONB-C-09 a post has a price only while its creator has pay-to-unlock switched on', () => {
  expect(canCarryPrice({ payToUnlock: true })).toEqual({ allowed: true })
  expect(canCarryPrice({ payToUnlock: false })).toEqual({ allowed: false, reason: 'pay_to_unlock_is_off' })
})
