import { describe, expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canOpenDocument, canSeeDocument, type DocumentFacts } from './policy.ts'

const AT = new Date('2026-11-21T09:00:00Z')
const LATER = new Date('2026-11-21T09:02:00Z')
const base: Person = { ...A_FAN, id: 'owner', userType: 'creator' }
const staff = (staffRole: StaffRole, id = 'staff'): Actor => ({ ...base, id, userType: 'admin', staffRole })
const draft: DocumentFacts = { ownerId: 'owner', submittedAt: null, replacedAt: null, destroyedAt: null }
const submitted = { ...draft, submittedAt: AT }

describe('ONB-C-05 canOpenDocument', () => {
  const answers: [string, Actor, boolean][] = [
    ['a visitor', null, false],
    ['its owner', base, false],
    ['another creator', { ...base, id: 'other' }, false],
    ['a content moderator', staff('content-moderator'), true],
    ['an earnings manager', staff('earnings-manager'), false],
    ['support', staff('support'), false],
    ['a super admin', staff('super-admin'), true],
    ['the owner of the platform', staff('owner'), true],
    ['a moderator whose own application it is', staff('content-moderator', 'owner'), false],
  ]
  test.each(answers)('%s', (_, actor, allowed) => {
    expect(canOpenDocument(actor, submitted).allowed).toBe(allowed)
    expect(canOpenDocument(actor, { ...submitted, destroyedAt: AT }).allowed).toBe(false)
  })
})

describe('ONB-C-05 canSeeDocument', () => {
  test('a reviewer sees it until their own view ends, to the instant', () => {
    const moderator = staff('content-moderator')
    expect(canSeeDocument(moderator, submitted, null, AT)).toEqual({ allowed: false, reason: 'view_needed' })
    expect(canSeeDocument(moderator, submitted, LATER, AT).allowed).toBe(true)
    expect(canSeeDocument(moderator, submitted, LATER, new Date(LATER.getTime() - 1)).allowed).toBe(true)
    expect(canSeeDocument(moderator, submitted, LATER, LATER)).toEqual({ allowed: false, reason: 'view_needed' })
    expect(canSeeDocument(moderator, { ...submitted, destroyedAt: AT }, LATER, AT).allowed).toBe(false)
  })
  test('a view gives nobody a right that their role does not have', () => {
    for (const actor of [null, staff('support'), staff('earnings-manager'), { ...base, id: 'other' }])
      expect(canSeeDocument(actor, submitted, LATER, AT).allowed).toBe(false)
  })
  test('its owner sees it before it is submitted and never after', () => {
    expect(canSeeDocument(base, draft, null, AT).allowed).toBe(true)
    expect(canSeeDocument(base, submitted, LATER, AT)).toEqual({ allowed: false, reason: 'already_submitted' })
    expect(canSeeDocument(base, { ...draft, replacedAt: AT }, null, AT).allowed).toBe(false)
    expect(canSeeDocument(staff('super-admin', 'owner'), submitted, LATER, AT).allowed).toBe(false)
  })
})
