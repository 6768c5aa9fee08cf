import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canAcceptQuote, canOfferQuote } from './policy.ts'

const at = new Date('2026-11-21T09:00:00Z')

const person = (change: Partial<Person> = {}): Person => ({ ...A_FAN, ...change })

describe('who may offer a price', () => {
  const creator = person({ userType: 'creator' })
  const facts = { fanId: 'another', fanEntitled: true, visible: true }
  test.each([
    ['a visible creator', creator, facts, null],
    ['a fan', person(), facts, 'not_a_creator'],
    ['a hidden creator', creator, { ...facts, visible: false }, 'not_a_creator'],
    ['a suspended one', { ...creator, accountStatus: 'suspended' as const }, facts, 'account_closed'],
    ['a blocked one', { ...creator, isBlocked: true }, facts, 'account_closed'],
    ['a creator to themselves', creator, { ...facts, fanId: creator.id }, 'own_account'],
    ['to a fan without access', creator, { ...facts, fanEntitled: false }, 'fan_not_entitled'],
  ])('PROF-07 %s', (_, who, known, reason) => {
    expect(canOfferQuote(who, known)).toEqual(reason === null ? { allowed: true } : { allowed: false, reason })
  })
})

describe('who may accept one', () => {
  const facts = { entitled: true, creatorVisible: true, at }
  test.each([
    ['a fan with access', {}, facts, null],
    ['a suspended one', { accountStatus: 'suspended' as const }, facts, 'account_closed'],
    ['a blocked one', { isBlocked: true }, facts, 'account_closed'],
    ['without a profile', { profileCompleted: false }, facts, 'profile_incomplete'],
    ['without a birthday', { birthday: null }, facts, 'profile_incomplete'],
    ['a day before the 18th birthday', { birthday: '2008-11-22' }, facts, 'profile_incomplete'],
    ['on the 18th birthday', { birthday: '2008-11-21' }, facts, null],
    ['without access', {}, { ...facts, entitled: false }, 'pass_required'],
    ['while the creator is hidden', {}, { ...facts, creatorVisible: false }, 'creator_away'],
  ])('PROF-07 %s', (_, change, known, reason) => {
    expect(canAcceptQuote(person(change), known)).toEqual(
      reason === null ? { allowed: true } : { allowed: false, reason },
    )
  })
})
