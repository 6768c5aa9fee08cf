import { expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import { canViewPeople } from './policy.ts'

test('ADMIN-05 support, super-admins and the owner find people; nobody else does', () => {
  const may = (staffRole: StaffRole | null) => canViewPeople({ staffRole } as Person).allowed
  expect((['support', 'super-admin', 'owner'] as const).every(may)).toBe(true)
  expect(([null, 'content-moderator', 'earnings-manager'] as const).some(may)).toBe(false)
  expect(canViewPeople(null).allowed).toBe(false)
})
