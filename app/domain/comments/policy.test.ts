import { expect, test } from 'vitest'
import { NO_BLOCK } from '#app/domain/contacts/policy.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import type { ContentFacts } from '#app/domain/media/policy.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canComment, canReadComments, canRemoveComment } from './policy.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const post: ContentFacts & { commentsOpen: boolean } = {
  ownerId: 'creator',
  audience: 'public',
  state: 'published',
  publishedAt: NOW,
  expiresAt: null,
  creatorVisible: true,
  viewerHasAccess: false,
  viewerBought: false,
  commentsOpen: true,
}
const entitled = { ...post, audience: 'subscribers' as const, viewerHasAccess: true }
const CREATOR: Person = { ...A_FAN, id: 'creator', userType: 'creator' }

test.each<[string, Actor, typeof post, string | null, string | null]>([
  ['a visitor of a public post', null, post, 'sign_in_required', 'sign_in_required'],
  ['a fan without a pass, of a public post', A_FAN, post, 'pass_required', 'pass_required'],
  ['a pass holder, of a public post', A_FAN, { ...post, viewerHasAccess: true }, null, null],
  ['a pass holder', A_FAN, entitled, null, null],
  ['a fan whose pass has ended', A_FAN, { ...entitled, viewerHasAccess: false }, 'pass_required', 'pass_required'],
  ['another creator without a pass', { ...CREATOR, id: 'other' }, post, 'pass_required', 'pass_required'],
  ['a buyer', A_FAN, { ...post, audience: 'pay_to_unlock', viewerBought: true }, null, null],
  [
    'a pass holder who has not bought it',
    A_FAN,
    { ...entitled, audience: 'pay_to_unlock' },
    'unlock_required',
    'unlock_required',
  ],
  ['the creator', CREATOR, post, null, null],
  ['a suspended pass holder', { ...A_FAN, accountStatus: 'suspended' }, entitled, 'account_closed', 'account_closed'],
  [
    'a blocked pass holder of a public post',
    { ...A_FAN, isBlocked: true },
    { ...post, viewerHasAccess: true },
    'account_closed',
    'account_closed',
  ],
  ['a pass holder without a name', { ...A_FAN, profileCompleted: false }, entitled, null, 'profile_incomplete'],
  ['a pass holder, where comments are closed', A_FAN, { ...entitled, commentsOpen: false }, null, 'comments_closed'],
  ['the creator, where comments are closed', CREATOR, { ...post, commentsOpen: false }, null, 'comments_closed'],
  ['a pass holder of a removed post', A_FAN, { ...entitled, state: 'removed' }, 'not_there', 'not_there'],
])('PROF-07g who reads and who writes comments: %s', (_, actor, facts, reads, writes) => {
  const [reading, writing] = [
    canReadComments(actor, facts, NOW),
    canComment(actor, { contact: NO_BLOCK, ...facts }, NOW),
  ]
  expect(reading.allowed ? null : reading.reason).toBe(reads)
  expect(writing.allowed ? null : writing.reason).toBe(writes)
})

test('PROF-07g a comment is removed by its author and by the creator of the post, and by nobody else', () => {
  const comment = { authorId: A_FAN.id, creatorId: 'creator' }
  const may = (actor: Actor) => canRemoveComment(actor, comment).allowed
  expect([null, A_FAN, CREATOR, { ...A_FAN, id: 'another' }, { ...CREATOR, id: 'other' }].map(may)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
})
