import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { NO_BLOCK } from '#app/domain/contacts/policy.ts'
import { canBuyCreatorSubscription } from './creator-subscription/policy.ts'
import { canUnlockMessage } from './message-unlock/policy.ts'
import { canTip } from './tip/policy.ts'

const at = new Date('2026-11-21T09:00:00Z')
const fan = A_FAN

const reasonOf = (verdict: { allowed: true } | { allowed: false; reason: string }) =>
  verdict.allowed ? 'yes' : verdict.reason

const someone: [string, Person | null, string][] = [
  ['a visitor', null, 'sign_in_required'],
  ['somebody suspended', { ...fan, accountStatus: 'suspended' }, 'account_closed'],
  ['somebody blocked', { ...fan, isBlocked: true }, 'account_closed'],
  ['the creator', { ...fan, id: 'creator', userType: 'creator' }, 'own_page'],
  ['somebody without a birthday', { ...fan, birthday: null }, 'profile_incomplete'],
  // Turns eighteen tomorrow, in Kampala.
  ['somebody too young', { ...fan, birthday: '2008-11-22' }, 'profile_incomplete'],
  ['somebody halfway in', { ...fan, profileCompleted: false }, 'profile_incomplete'],
]

describe('who may tip', () => {
  test.each(someone)('TIP-01 %s may not', (_who, actor, reason) => {
    expect(reasonOf(canTip(actor, { creatorId: 'creator', entitled: true, contact: NO_BLOCK, at }))).toBe(reason)
  })

  test('TIP-01 an adult fan may with access to this creator, and a creator may tip another', () => {
    expect(reasonOf(canTip(fan, { creatorId: 'creator', entitled: true, contact: NO_BLOCK, at }))).toBe('yes')
    expect(reasonOf(canTip(fan, { creatorId: 'creator', entitled: false, contact: NO_BLOCK, at }))).toBe(
      'pass_required',
    )
    expect(
      reasonOf(
        canTip({ ...fan, userType: 'creator' }, { creatorId: 'creator', entitled: true, contact: NO_BLOCK, at }),
      ),
    ).toBe('yes')
  })
})

describe('who may buy thirty days of one creator', () => {
  const facts = { creatorId: 'creator', passHeld: false, subscribedUntil: null, renewal: false, at }
  const later = new Date(at.getTime() + 86_400_000)

  test.each(someone)('%s may not', (_who, actor, reason) => {
    expect(reasonOf(canBuyCreatorSubscription(actor, facts))).toBe(reason)
  })

  test('an adult fan may; a fan who already has them may as a renewal; a pass holder needs none', () => {
    expect(reasonOf(canBuyCreatorSubscription(fan, facts))).toBe('yes')
    expect(reasonOf(canBuyCreatorSubscription(fan, { ...facts, renewal: true }))).toBe('yes')
    const has = { ...facts, subscribedUntil: later }
    expect(reasonOf(canBuyCreatorSubscription(fan, has))).toBe('already_entitled')
    expect(reasonOf(canBuyCreatorSubscription(fan, { ...has, renewal: true }))).toBe('yes')
    expect(reasonOf(canBuyCreatorSubscription(fan, { ...facts, subscribedUntil: at }))).toBe('yes')
    expect(reasonOf(canBuyCreatorSubscription(fan, { ...facts, passHeld: true, renewal: true }))).toBe(
      'already_entitled',
    )
  })
})

describe('who may unlock a message that was sent to them', () => {
  const facts = { unlocked: false, entitled: true, at }

  // That it was sent to them is decided before: to its creator and to others there is no such message for sale.
  test.each(someone.filter(([who]) => who !== 'the creator'))('CHAT-04b %s may not', (_who, actor, reason) => {
    expect(reasonOf(canUnlockMessage(actor, facts))).toBe(reason)
  })

  test('CHAT-04b an adult fan may with access to its creator, once', () => {
    expect(reasonOf(canUnlockMessage(fan, facts))).toBe('yes')
    expect(reasonOf(canUnlockMessage(fan, { ...facts, entitled: false }))).toBe('pass_required')
    expect(reasonOf(canUnlockMessage(fan, { ...facts, unlocked: true }))).toBe('already_unlocked')
  })
})
