import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canKeepTools, canReachFan, canRead, canWrite, canWriteToMany, sideOf, type ThreadFacts } from './policy.ts'

const facts: ThreadFacts = {
  creatorId: 'creator',
  fanId: A_FAN.id,
  entitled: true,
  creatorVisible: true,
  fanActive: true,
  blockedByFan: false,
  blockedByCreator: false,
  walletOn: true,
  at: new Date('2026-11-24T09:00:00Z'),
}
const CREATOR: Person = { ...A_FAN, id: 'creator', userType: 'creator' }

describe('who writes into a thread', () => {
  test.each<[string, Person, Partial<ThreadFacts>, string | null]>([
    ['its fan', A_FAN, {}, null],
    ['its fan without a pass', A_FAN, { entitled: false }, 'pass_required'],
    ['its fan on the 18th birthday', { ...A_FAN, birthday: '2008-11-24' }, {}, null],
    ['its fan a day before', { ...A_FAN, birthday: '2008-11-25' }, {}, 'profile_incomplete'],
    ['its fan without a birthday', { ...A_FAN, birthday: null }, {}, 'profile_incomplete'],
    ['its fan without a profile', { ...A_FAN, profileCompleted: false }, {}, 'profile_incomplete'],
    ['a suspended fan', { ...A_FAN, accountStatus: 'suspended' }, {}, 'account_closed'],
    ['a blocked account', { ...A_FAN, isBlocked: true }, {}, 'account_closed'],
    ['its fan while the creator is hidden', A_FAN, { creatorVisible: false }, 'creator_away'],
    ['its fan while wallets are off', A_FAN, { walletOn: false }, 'chat_off'],
    ['its fan, blocked by the creator', A_FAN, { blockedByCreator: true }, 'blocked'],
    ['its fan who has blocked the creator', A_FAN, { blockedByFan: true }, 'you_blocked'],
    ['its creator', CREATOR, {}, null],
    ['its creator to a fan whose pass has ended', CREATOR, { entitled: false }, null],
    ['its creator, while wallets are off', CREATOR, { walletOn: false }, null],
    ['its creator, hidden', CREATOR, { creatorVisible: false }, 'creator_away'],
    ['its creator to a fan who left', CREATOR, { fanActive: false }, 'fan_away'],
    ['its creator, blocked by the fan', CREATOR, { blockedByFan: true }, 'blocked'],
    ['its creator who has blocked the fan', CREATOR, { blockedByCreator: true }, 'you_blocked'],
    ['another fan', { ...A_FAN, id: 'another' }, {}, 'not_there'],
    ['another creator', { ...CREATOR, id: 'another' }, {}, 'not_there'],
  ])('CHAT-03 %s', (_, actor, change, reason) => {
    expect(canWrite(actor, { ...facts, ...change })).toEqual(
      reason === null ? { allowed: true } : { allowed: false, reason },
    )
  })

  test('CHAT-03 no visitor', () => {
    expect(canWrite(null, facts)).toEqual({ allowed: false, reason: 'sign_in_required' })
  })
})

test.each<[string, Person | null, boolean]>([
  ['its fan', A_FAN, true],
  ['its creator', CREATOR, true],
  ['another fan', { ...A_FAN, id: 'another' }, false],
  ['a visitor', null, false],
])('CHAT-01b %s reads a thread: %s', (_, actor, allowed) => {
  expect(canRead(actor, facts).allowed).toBe(allowed)
  expect(sideOf(actor, facts) !== null).toBe(allowed)
})

test.each<[string, Partial<ThreadFacts>, string | null]>([
  ['a fan with access', {}, null],
  ['a fan without', { entitled: false }, 'pass_required'],
  ['a fan who blocked the creator', { blockedByFan: true }, 'blocked'],
  ['a fan whom the creator blocked', { blockedByCreator: true }, 'blocked'],
  ['a suspended fan', { fanActive: false }, 'fan_away'],
  ['a fan of a hidden creator', { creatorVisible: false }, 'creator_away'],
])('CHAT-05 a message to many reaches %s: %s', (_, change, reason) => {
  expect(canReachFan({ ...facts, ...change })).toEqual(reason === null ? { allowed: true } : { allowed: false, reason })
})

test('CHAT-05b a creator keeps saved replies, also suspended; fans, visitors and closed accounts do not', () => {
  const may = [CREATOR, { ...CREATOR, accountStatus: 'suspended' as const }]
  const mayNot = [A_FAN, null, { ...CREATOR, accountStatus: 'closed' as const }]
  expect(may.map((actor) => canKeepTools(actor).allowed)).toEqual([true, true])
  expect(mayNot.map((actor) => canKeepTools(actor).allowed)).toEqual([false, false, false])
})

test.each<[string, Person | null, boolean, string | null]>([
  ['a visible creator', CREATOR, true, null],
  ['a hidden creator', CREATOR, false, 'creator_away'],
  ['a suspended creator', { ...CREATOR, accountStatus: 'suspended' }, true, 'creator_away'],
  ['a blocked creator', { ...CREATOR, isBlocked: true }, true, 'creator_away'],
  ['a fan', A_FAN, true, 'not_creator'],
  ['a visitor', null, false, 'sign_in_required'],
])('CHAT-05c who writes to many: %s', (_, actor, visible, reason) => {
  const verdict = canWriteToMany(actor, { visible })
  expect(verdict.allowed ? null : verdict.reason).toBe(reason)
})
