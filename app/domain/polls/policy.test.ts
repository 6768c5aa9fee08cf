import { expect, test } from 'vitest'
import { type Contact, NO_BLOCK } from '#app/domain/contacts/policy.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { ContentFacts } from '#app/domain/media/policy.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canSeeResults, canVote } from './policy.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const open = { closesAt: new Date('2026-11-23T12:00:01Z'), contact: NO_BLOCK }
const closed = { closesAt: NOW, contact: NO_BLOCK }
const post: ContentFacts = {
  ownerId: 'creator',
  audience: 'subscribers',
  state: 'published',
  publishedAt: NOW,
  expiresAt: null,
  creatorVisible: true,
  viewerHasAccess: true,
  viewerBought: false,
}

test.each<[string, Actor, ContentFacts, { closesAt: Date | null; contact: Contact }, string | null]>([
  ['a pass holder', A_FAN, post, open, null],
  ['a fan of a public post', A_FAN, { ...post, audience: 'public', viewerHasAccess: false }, open, null],
  ['a visitor of a public post', null, { ...post, audience: 'public' }, open, 'sign_in_required'],
  ['a fan without a pass', A_FAN, { ...post, viewerHasAccess: false }, open, 'pass_required'],
  ['a pass holder who has not bought it', A_FAN, { ...post, audience: 'pay_to_unlock' }, open, 'unlock_required'],
  ['a suspended pass holder', { ...A_FAN, accountStatus: 'suspended' }, post, open, 'account_closed'],
  [
    'a blocked fan of a public post',
    { ...A_FAN, isBlocked: true },
    { ...post, audience: 'public' },
    open,
    'account_closed',
  ],
  ['the creator', { ...A_FAN, id: 'creator', userType: 'creator' }, post, open, 'own_post'],
  ['another creator with a pass', { ...A_FAN, id: 'other', userType: 'creator' }, post, open, null],
  [
    'a pass holder whom the creator blocked',
    A_FAN,
    post,
    { ...open, contact: { blockedBySender: false, blockedByReceiver: true } },
    'blocked',
  ],
  ['a pass holder, in a closed poll', A_FAN, post, closed, 'poll_closed'],
  [
    'a pass holder, before the post is published',
    A_FAN,
    { ...post, publishedAt: null },
    { closesAt: null, contact: NO_BLOCK },
    'not_there',
  ],
])('PROF-07i who votes: %s', (_, actor, facts, poll, reason) => {
  const verdict = canVote(actor, facts, poll, NOW)
  expect(verdict.allowed ? null : verdict.reason).toBe(reason)
})

test('PROF-07i the votes are seen by the creator, by who has voted, and after the end by everybody who sees the post', () => {
  const [creator, voter, reader] = [
    { isCreator: true, hasVoted: false },
    { isCreator: false, hasVoted: true },
    { isCreator: false, hasVoted: false },
  ]
  expect([creator, voter, reader].map((viewer) => canSeeResults(viewer, open, NOW))).toEqual([true, true, false])
  expect([creator, voter, reader].map((viewer) => canSeeResults(viewer, closed, NOW))).toEqual([true, true, true])
  expect(canSeeResults(reader, { closesAt: null }, NOW)).toBe(false)
})
