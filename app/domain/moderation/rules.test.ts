import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { STAFF_ROLES, type StaffRole } from '#app/domain/identity/roles.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import {
  applicationReference,
  ApproveForm,
  ChangesForm,
  CHECK_NAMES,
  RejectForm,
  thingsToFix,
  waitingOf,
} from './application.ts'
import { canChangeStatus, canDecideApplication } from './policy.ts'

const someone: Person = { ...A_FAN, id: 'someone', userType: 'admin' }
const staff = (staffRole: StaffRole | null): Person => ({ ...someone, staffRole })
const REVIEWERS = new Set<StaffRole>(['content-moderator', 'super-admin', 'owner'])

describe('who decides on applications', () => {
  const waiting = { profileId: 'creator', state: 'in_review' } as const

  test.each([...STAFF_ROLES, 'owner' as const])('ROLE-01 %s', (role) => {
    const verdict = canDecideApplication(staff(role), waiting)
    expect(verdict.allowed).toBe(REVIEWERS.has(role))
  })

  test('ADMIN-04 a visitor, a fan and a creator can’t decide', () => {
    expect(canDecideApplication(null, waiting)).toEqual({ allowed: false, reason: 'not_yours' })
    expect(canDecideApplication({ ...someone, userType: 'fan' }, waiting)).toEqual({
      allowed: false,
      reason: 'not_yours',
    })
    expect(canDecideApplication({ ...someone, id: 'creator', userType: 'creator' }, waiting)).toEqual({
      allowed: false,
      reason: 'not_yours',
    })
  })

  test('ROLE-01 nobody decides on their own application', () => {
    for (const role of REVIEWERS) {
      expect(canDecideApplication(staff(role), { ...waiting, profileId: 'someone' })).toEqual({
        allowed: false,
        reason: 'own_application',
      })
    }
  })

  test.each(['draft', 'changes_requested', 'approved', 'rejected'] as const)(
    'ADMIN-04 an application that is %s can’t be decided',
    (state) => {
      expect(canDecideApplication(staff('owner'), { ...waiting, state })).toEqual({
        allowed: false,
        reason: 'not_in_review',
      })
    },
  )
})

describe('who changes the status of a creator', () => {
  const creator = { id: 'creator', accountStatus: 'active', isBlocked: false, isStaff: false } as const

  test.each([...STAFF_ROLES, 'owner' as const])('ROLE-01 %s suspends', (role) => {
    expect(canChangeStatus(staff(role), creator, 'suspend').allowed).toBe(REVIEWERS.has(role))
  })

  test('ADMIN-04 only a real change is allowed, never of one’s own status and never of staff’s', () => {
    const owner = staff('owner')
    const reason = (...rest: [typeof creator | object, 'suspend' | 'reinstate' | 'block' | 'unblock']) => {
      const verdict = canChangeStatus(owner, { ...creator, ...rest[0] }, rest[1])
      return verdict.allowed ? 'allowed' : verdict.reason
    }
    expect(reason({}, 'suspend')).toBe('allowed')
    expect(reason({}, 'reinstate')).toBe('stands_so_already')
    expect(reason({ accountStatus: 'suspended' }, 'suspend')).toBe('stands_so_already')
    expect(reason({ accountStatus: 'suspended' }, 'reinstate')).toBe('allowed')
    expect(reason({}, 'unblock')).toBe('stands_so_already')
    expect(reason({ isBlocked: true }, 'unblock')).toBe('allowed')
    expect(reason({ id: 'someone' }, 'block')).toBe('own_account')
    expect(reason({ isStaff: true }, 'block')).toBe('is_staff')
    expect(reason({ accountStatus: 'closed' }, 'block')).toBe('closed')
  })
})

describe('the clock of 48 hours', () => {
  const sent = new Date('2026-11-19T09:00:00Z')
  const after = (hours: number) => new Date(sent.getTime() + hours * 3_600_000)

  test('ONB-C-08 an application is overdue from the 48th hour on', () => {
    expect(waitingOf(sent, after(0))).toEqual({ hours: 0, overdue: false })
    expect(waitingOf(sent, after(47.99))).toEqual({ hours: 47, overdue: false })
    expect(waitingOf(sent, after(48))).toEqual({ hours: 48, overdue: true })
    expect(waitingOf(sent, after(51))).toEqual({ hours: 51, overdue: true })
  })

  test('ONB-C-08 the wait never runs backwards', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 500 }), fc.integer({ min: 0, max: 100 }), (hours, more) => {
        const first = waitingOf(sent, after(hours))
        const second = waitingOf(sent, after(hours + more))
        expect(first.hours).toBeGreaterThanOrEqual(0)
        expect(second.hours).toBeGreaterThanOrEqual(first.hours)
        expect(first.overdue && !second.overdue).toBe(false)
      }),
    )
  })
})

describe('the input of a reviewer', () => {
  const submitted = '2026-11-21T09:00:00.000Z'

  test('ADMIN-04 approval requires every check to be ticked', () => {
    expect(ApproveForm.safeParse({ submitted, checks: [...CHECK_NAMES] }).success).toBe(true)
    for (const missing of CHECK_NAMES) {
      const checks = CHECK_NAMES.filter((name) => name !== missing)
      expect(ApproveForm.safeParse({ submitted, checks }).success).toBe(false)
    }
  })

  test('ADMIN-04 a rejection requires its reason, requested changes their steps', () => {
    expect(RejectForm.safeParse({ submitted, message: 'too short' }).success).toBe(false)
    expect(RejectForm.safeParse({ submitted, message: 'The paper can\u2019t be read.' }).success).toBe(true)
    expect(RejectForm.safeParse({ submitted, message: 'x'.repeat(1_001) }).success).toBe(false)
    expect(RejectForm.safeParse({ submitted, message: 'a null \u0000 byte in it' }).success).toBe(false)
    expect(RejectForm.safeParse({ submitted, message: 'Two lines\r\nof words.' }).success).toBe(true)
    expect(RejectForm.safeParse({ submitted: 'yesterday', message: 'The paper can\u2019t be read.' }).success).toBe(
      false,
    )
    const message = 'Please take the selfie again.'
    expect(ChangesForm.safeParse({ submitted, message, steps: [] }).success).toBe(false)
    expect(ChangesForm.safeParse({ submitted, message, steps: ['selfie', 'first_post'] }).success).toBe(true)
    expect(ChangesForm.safeParse({ submitted, message, steps: ['everything'] }).success).toBe(false)
  })

  test('one thing, or several', () => {
    expect(thingsToFix(1)).toBe('One thing to fix')
    expect(thingsToFix(3)).toBe('3 things to fix')
    expect(applicationReference('01970000-0000-7000-8000-00000000a4f1')).toBe('PA-A4F1')
  })
})
