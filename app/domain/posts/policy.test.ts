import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import type { ContentFacts } from '#app/domain/media/policy.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import {
  canCarryPrice,
  canChangeAudience,
  canPinPost,
  canPost,
  canUnlockPost,
  canViewPost,
  editableParts,
  needsReview,
  openBecause,
} from './policy.ts'
import { POST_STATES } from './post.ts'

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

describe('who may write posts', () => {
  test.each([
    ['a visitor', null, { approved: true }, 'not_signed_in'],
    ['a fan', fan, null, 'not_a_creator'],
    ['an approved creator', creator, { approved: true }, null],
    ['a creator in review', creator, { approved: false }, 'not_approved'],
    ['a suspended creator', { ...creator, accountStatus: 'suspended' as const }, { approved: true }, 'not_active'],
    ['a blocked creator', { ...creator, isBlocked: true }, { approved: true }, 'not_active'],
    ['a member of the team', { ...fan, userType: 'admin' as const }, { approved: true }, 'not_a_creator'],
  ])('DASH-03a %s', (_who, actor, facts, reason) => {
    expect(canPost(actor, facts)).toEqual(reason === null ? { allowed: true } : { allowed: false, reason })
  })
})

describe('posts of creators', () => {
  test('SAFE-01c the first three posts wait for a person, and all posts of a flagged creator', () => {
    expect([0, 1, 2, 3, 4].map((reviewedPosts) => needsReview({ reviewedPosts, flagged: false }))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(needsReview({ reviewedPosts: 50, flagged: true })).toBe(true)
  })

  test('DASH-03c a sold post only becomes cheaper for fans; one without buyers gets any audience', () => {
    const audiences = ['public', 'subscribers', 'pay_to_unlock'] as const
    for (const [from, audience] of audiences.entries())
      for (const [to, wanted] of audiences.entries()) {
        expect(canChangeAudience({ audience, sold: false }, wanted).allowed).toBe(true)
        expect(canChangeAudience({ audience, sold: true }, wanted).allowed).toBe(to <= from)
      }
  })

  test('DASH-03e three posts are pinned at most, published ones alone, and no story', () => {
    const post = { state: 'published' as const, expiresAt: null }
    expect([0, 2, 3].map((pinned) => canPinPost(post, pinned).allowed)).toEqual([true, true, false])
    expect(canPinPost({ ...post, state: 'archived' }, 0)).toEqual({ allowed: false, reason: 'not_published' })
    expect(canPinPost({ ...post, expiresAt: NOW }, 0)).toEqual({ allowed: false, reason: 'not_published' })
  })

  test('DASH-03c a draft is changed as a whole, a submitted post in its texts and price, a removed one not at all', () => {
    expect(POST_STATES.map((state) => editableParts(state))).toEqual([
      'all',
      'texts',
      'texts',
      'texts',
      'texts',
      'texts',
      'nothing',
      'nothing',
    ])
  })
})
