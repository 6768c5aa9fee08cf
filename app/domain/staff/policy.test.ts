import { describe, expect, it } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { STAFF_ROLES, type StaffRole } from '#app/domain/identity/roles.ts'
import { canManageStaffMember } from './policy.ts'

const actor = (staffRole: StaffRole | null, id = 'me') => ({ id, staffRole }) as Person

describe('ROLE-01 who may change the role of staff or end their work', () => {
  it.each(['super-admin', 'owner'] as const)('%s may, for every role but the owner', (role) => {
    for (const other of STAFF_ROLES)
      expect(canManageStaffMember(actor(role), { profileId: 'other', role: other })).toEqual({ allowed: true })
    expect(canManageStaffMember(actor(role), { profileId: 'other', role: 'owner' })).toMatchObject({
      reason: 'is_owner',
    })
  })

  it.each(['content-moderator', 'earnings-manager', 'support', null] as const)('%s may not', (role) => {
    expect(canManageStaffMember(actor(role), { profileId: 'other', role: 'support' })).toMatchObject({
      reason: 'not_permitted',
    })
  })

  it('nobody decides on their own account, and a visitor can’t decide', () => {
    expect(canManageStaffMember(actor('owner'), { profileId: 'me', role: 'super-admin' })).toMatchObject({
      reason: 'own_account',
    })
    expect(canManageStaffMember(null, { profileId: 'other', role: 'support' })).toMatchObject({
      reason: 'not_permitted',
    })
  })
})
