import { expect, test } from 'vitest'
import { canBlockMedium, canUnblockMedium } from '#app/domain/blocklist/policy.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canReviewContent } from './policy.ts'

const as = (staffRole: StaffRole | null): Person => ({ ...A_FAN, id: 'staff', userType: 'admin', staffRole })

test.each([
  ['content-moderator', true, false],
  ['super-admin', true, true],
  ['owner', true, true],
  ['support', false, false],
  ['earnings-manager', false, false],
  [null, false, false],
] as const)('ROLE-01 SAFE-01e %s reviews and blocks content: %s; unblocks: %s', (role, reviews, unblocks) => {
  const theirs = { creatorId: 'creator', ownerId: 'creator' }
  expect(canReviewContent(as(role), theirs).allowed).toBe(reviews)
  expect(canBlockMedium(as(role), theirs).allowed).toBe(reviews)
  expect(canUnblockMedium(as(role), theirs).allowed).toBe(unblocks)
})

test('ROLE-01 nobody decides about what is their own, and a visitor about nothing', () => {
  const own = { creatorId: 'staff', ownerId: 'staff' }
  for (const verdict of [
    canReviewContent(as('owner'), own),
    canBlockMedium(as('owner'), own),
    canUnblockMedium(as('owner'), own),
  ])
    expect(verdict).toEqual({ allowed: false, reason: 'own_post' })
  expect(canReviewContent(null, own).allowed).toBe(false)
  expect(canBlockMedium(null, own).allowed).toBe(false)
  expect(canUnblockMedium(null, own).allowed).toBe(false)
})
