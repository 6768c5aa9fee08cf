import { expect, test } from 'vitest'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canAnswerRelease, canChangePeople, canLiftRefusal } from './policy.ts'
import { CONSENT_NAMES, readRelease, shownState } from './release.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const consents = Object.fromEntries(CONSENT_NAMES.map((name) => [`consent_${name}`, 'on']))
const GOOD = {
  fullName: 'Joan Nakato',
  day: '24',
  month: '11',
  year: '2000',
  signature: ' joan  nakato ',
  ...consents,
}
const problemsOf = (change: Record<string, string>) => readRelease({ ...GOOD, ...change }, NOW).problems

test('SAFE-02f a release is signed with the full name, a birthday, every sentence and the name again', () => {
  expect(readRelease(GOOD, NOW).statement).toEqual({
    fullName: 'Joan Nakato',
    birthday: '2000-11-24',
    signature: 'joan nakato',
  })
  expect(problemsOf({ fullName: 'Joan', signature: 'Joan' })).toEqual({ fullName: 'missing' })
  expect(problemsOf({ fullName: '', signature: '' })).toEqual({ fullName: 'missing', signature: 'not_the_name' })
  expect(problemsOf({ fullName: `J ${'a'.repeat(200)}` })).toMatchObject({ fullName: 'too_long' })
  expect(problemsOf({ day: '31', month: '2' })).toEqual({ birthday: 'invalid' })
  expect(problemsOf({ signature: 'Joan Nakatu' })).toEqual({ signature: 'not_the_name' })
  for (const name of CONSENT_NAMES) expect(problemsOf({ [`consent_${name}`]: '' })).toEqual({ consents: 'missing' })
})

test('SAFE-02f nobody under 18 signs a release: on the eighteenth birthday it works, the day before it does not', () => {
  expect(problemsOf({ day: '23', month: '11', year: '2008' })).toBeNull()
  expect(problemsOf({ day: '24', month: '11', year: '2008' })).toEqual({ birthday: 'too_young' })
})

test('a release that was signed for other files is shown as outdated', () => {
  expect(shownState({ state: 'signed', current: true })).toBe('signed')
  expect(shownState({ state: 'signed', current: false })).toBe('outdated')
  expect(shownState({ state: 'asked', current: false })).toBe('asked')
})

test('the creator of a post names people while it is a draft, and asks again while it waits; nobody else does', () => {
  const creator: Person = { ...A_FAN, userType: 'creator' }
  const may = (
    actor: Person | null,
    state: Parameters<typeof canChangePeople>[1]['state'],
    change: 'list' | 'ask_again',
  ) => canChangePeople(actor, { creatorId: creator.id, state }, change).allowed
  expect(may(creator, 'draft', 'list')).toBe(true)
  expect(may(creator, 'in_review', 'list')).toBe(false)
  expect(may(creator, 'in_review', 'ask_again')).toBe(true)
  expect(may(creator, 'published', 'ask_again')).toBe(false)
  for (const actor of [
    null,
    { ...creator, id: 'another' },
    { ...creator, userType: 'fan' as const },
    { ...creator, accountStatus: 'suspended' as const },
    { ...creator, isBlocked: true },
  ])
    expect(may(actor, 'draft', 'list')).toBe(false)
})

test('a release is answered by the creator who is named in it, and by no other account', () => {
  const named: Person = { ...A_FAN, userType: 'creator' }
  expect(canAnswerRelease(named, { performerId: named.id }).allowed).toBe(true)
  expect(canAnswerRelease(named, { performerId: null }).allowed).toBe(false)
  expect(canAnswerRelease({ ...named, id: 'another' }, { performerId: named.id }).allowed).toBe(false)
  expect(canAnswerRelease({ ...named, isBlocked: true }, { performerId: named.id }).allowed).toBe(false)
  expect(canAnswerRelease(null, { performerId: null }).allowed).toBe(false)
})

test('SAFE-01e a refusal is lifted by super-admins and the owner alone, never for what is their own', () => {
  const as = (staffRole: StaffRole | null, id = 'staff') => ({ id, staffRole }) as Actor
  const lift = (actor: Actor) => {
    const verdict = canLiftRefusal(actor, { creatorId: 'amina' })
    return verdict.allowed || verdict.reason
  }
  expect([as('super-admin'), as('owner')].map(lift)).toEqual([true, true])
  for (const actor of [null, as(null), as('content-moderator'), as('support'), as('earnings-manager')])
    expect(lift(actor)).toBe('not_yours')
  expect(lift(as('owner', 'amina'))).toBe('own_post')
})
