import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { STAFF_ROLES } from '#app/domain/identity/roles.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { inviteState, readOfficialEmail } from './invite.ts'
import { canInvite, canManageInvites } from './invite-policy.ts'

const at = new Date('2026-11-21T12:00:00Z')

test.each([
  [true, 1, 'used'],
  [true, -1, 'used'],
  [false, 1, 'active'],
  [false, 0, 'expired'],
  [false, -1, 'expired'],
])('ADMIN-02 an invite that is used=%s and ends %i ms from now is %s', (used, aside, state) => {
  expect(inviteState({ used, expiresAt: new Date(at.getTime() + aside) }, at)).toBe(state)
})

describe('an official address', () => {
  test.each([
    ['', 'missing'],
    ['   ', 'missing'],
    ['ruth', 'no_address'],
    ['ruth@mail.example', 'not_official'],
    ['ruth@evilpeach.example', 'not_official'],
    ['ruth@peach.example.evil.example', 'not_official'],
    ['ruth@sub.peach.example', 'not_official'],
    ['ruth@mail.example@peach.example', 'not_official'],
    ['rüth@peach.example', 'not_official'],
    ['ruth@peach.example\u0000.evil.example', 'not_official'],
  ])('ONB-A-02 "%s" is refused as %s', (typed, problem) => {
    expect(readOfficialEmail(typed, 'peach.example')).toEqual({ ok: false, problem })
  })

  test.each(['ruth@peach.example', ' Ruth@PEACH.example ', 'ＲＵＴＨ@peach.example'])('ONB-A-02 "%s" is one', (typed) =>
    expect(readOfficialEmail(typed, 'Peach.example')).toEqual({ ok: true, email: 'ruth@peach.example' }),
  )

  test('ONB-A-02 every accepted address ends in @ and the domain, in one normal form', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.emailAddress(),
          fc.string().map((s) => `${s}@peach.example`),
        ),
        (typed) => {
          const read = readOfficialEmail(typed, 'peach.example')
          if (!read.ok) return
          expect(read.email).toMatch(/^[^@\s]+@peach\.example$/)
          expect(readOfficialEmail(read.email, 'peach.example')).toEqual(read)
        },
      ),
    )
  })
})

describe('who may invite', () => {
  const person = (staffRole: Person['staffRole']): Person => ({
    ...A_FAN,
    email: 'super@peach.example',
    userType: staffRole === 'owner' ? 'owner' : staffRole ? 'admin' : 'fan',
    staffRole,
  })
  const actors: [string, Actor, boolean][] = [
    ['a visitor', null, false],
    ['a fan', person(null), false],
    ...STAFF_ROLES.map((role): [string, Actor, boolean] => [role, person(role), role === 'super-admin']),
    ['the owner', person('owner'), true],
  ]
  test.each(actors)('ADMIN-02 ROLE-01 %s', (_, actor, may) => {
    expect(canManageInvites(actor).allowed).toBe(may)
    expect(canInvite(actor, 'ruth@peach.example').allowed).toBe(may)
    expect(canInvite(actor, 'super@peach.example')).toMatchObject({
      allowed: false,
      reason: may ? 'own_address' : 'not_permitted',
    })
  })
})
