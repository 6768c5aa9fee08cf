import { describe, expect, test } from 'vitest'
import { type Contact, NO_BLOCK } from '#app/domain/contacts/policy.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canAnswer, canAsk } from './policy.ts'

const BLOCKED = {
  bySender: { blockedBySender: true, blockedByReceiver: false },
  byReceiver: { blockedBySender: false, blockedByReceiver: true },
}
const at = new Date('2026-11-21T09:00:00Z')
const facts = { creatorId: 'another', entitled: true, creatorVisible: true, contact: NO_BLOCK, at }

describe('who may ask for something custom', () => {
  test.each<[string, Partial<Person>, Partial<typeof facts>, string | null]>([
    ['a fan with access', {}, {}, null],
    ['a suspended one', { accountStatus: 'suspended' }, {}, 'account_closed'],
    ['a blocked one', { isBlocked: true }, {}, 'account_closed'],
    ['without a profile', { profileCompleted: false }, {}, 'profile_incomplete'],
    ['without a birthday', { birthday: null }, {}, 'profile_incomplete'],
    ['a day before the 18th birthday', { birthday: '2008-11-22' }, {}, 'profile_incomplete'],
    ['on the 18th birthday', { birthday: '2008-11-21' }, {}, null],
    ['a creator of themselves', { id: 'another' }, {}, 'own_page'],
    ['who blocked the creator', {}, { contact: BLOCKED.bySender }, 'you_blocked'],
    ['whom the creator blocked', {}, { contact: BLOCKED.byReceiver }, 'blocked'],
    ['without access', {}, { entitled: false }, 'pass_required'],
    ['while the creator is hidden', {}, { creatorVisible: false }, 'creator_away'],
  ])('PROF-07k %s', (_, who, known, reason) => {
    expect(canAsk({ ...A_FAN, ...who }, { ...facts, ...known })).toEqual(
      reason === null ? { allowed: true } : { allowed: false, reason },
    )
  })

  test('PROF-07k no visitor', () => {
    expect(canAsk(null, facts)).toEqual({ allowed: false, reason: 'sign_in_required' })
  })
})

describe('who may answer and deliver', () => {
  const creator: Person = { ...A_FAN, userType: 'creator' }
  test.each<[string, Person, boolean, string | null, Contact?]>([
    ['a visible creator', creator, true, null],
    ['who blocked the fan', creator, true, 'you_blocked', BLOCKED.bySender],
    ['whom the fan blocked', creator, true, 'blocked', BLOCKED.byReceiver],
    ['a fan', A_FAN, true, 'not_a_creator'],
    ['a suspended creator', { ...creator, accountStatus: 'suspended' }, true, 'account_closed'],
    ['a blocked one', { ...creator, isBlocked: true }, true, 'account_closed'],
    ['a hidden one', creator, false, 'creator_away'],
  ])('DASH-03g %s', (_, who, visible, reason, contact = NO_BLOCK) => {
    expect(canAnswer(who, { visible, contact })).toEqual(
      reason === null ? { allowed: true } : { allowed: false, reason },
    )
  })
})
