import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { STAFF_ROLES, type StaffRole } from '#app/domain/identity/roles.ts'
import { canDeclineCorrection, canKeepBooks, canPostCorrection } from './policy.ts'

const staff = (staffRole: StaffRole | null, id = 'a') => ({ id, staffRole }) as Person
const ROLES = [...STAFF_ROLES, 'owner', null] as const
const correction = { proposedBy: 'b', ownerId: null, ownerIsAlone: false }

describe('who may keep the books', () => {
  test('ADMIN-07 ROLE-01 earnings-managers, super-admins and the owner settle and propose', () => {
    for (const role of ROLES)
      expect(canKeepBooks(staff(role)).allowed, String(role)).toBe(
        role === 'earnings-manager' || role === 'super-admin' || role === 'owner',
      )
    expect(canKeepBooks(null).allowed).toBe(false)
  })

  test('ADMIN-07 only a person with the right to second approvals posts, and never their own proposal or their own account', () => {
    for (const role of ROLES)
      expect(canPostCorrection(staff(role), correction).allowed, String(role)).toBe(
        role === 'super-admin' || role === 'owner',
      )
    for (const role of ['super-admin', 'owner'] as const) {
      expect(canPostCorrection(staff(role), { ...correction, proposedBy: 'a' })).toMatchObject({
        reason: 'approved_before',
      })
      expect(canPostCorrection(staff(role), { ...correction, ownerId: 'a' })).toMatchObject({ reason: 'own_account' })
    }
  })

  test('ADMIN-07 the owner alone posts what they proposed, while there is no super-admin', () => {
    const own = { ...correction, proposedBy: 'a', ownerIsAlone: true }
    expect(canPostCorrection(staff('owner'), own).allowed).toBe(true)
    expect(canPostCorrection(staff('super-admin'), own).allowed).toBe(false)
    expect(canPostCorrection(staff('owner'), { ...own, ownerId: 'a' }).allowed).toBe(false)
  })

  test('ADMIN-07 a proposal is withdrawn by the person who made it and declined by anybody who could post it', () => {
    expect(canDeclineCorrection(staff('earnings-manager', 'b'), { proposedBy: 'b' }).allowed).toBe(true)
    expect(canDeclineCorrection(staff('earnings-manager'), { proposedBy: 'b' }).allowed).toBe(false)
    for (const role of ['super-admin', 'owner'] as const)
      expect(canDeclineCorrection(staff(role), { proposedBy: 'b' }).allowed).toBe(true)
    expect(canDeclineCorrection(staff('support', 'b'), { proposedBy: 'b' }).allowed).toBe(false)
  })
})
