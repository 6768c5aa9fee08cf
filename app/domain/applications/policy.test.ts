import { expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canChangeApplication } from './policy.ts'

const person: Person = { ...A_FAN, id: 'person' }
const own = { profileId: 'person', state: 'draft' as const }

test.each<[string, Actor, Parameters<typeof canChangeApplication>[1], string | null]>([
  ['a visitor', null, null, 'no_user_logged_in'],
  ['a fan who begins', person, null, null],
  ['a fan with a draft', person, own, null],
  ['a creator with a draft', { ...person, userType: 'creator' }, own, null],
  ['another person', { ...person, id: 'other' }, own, 'not_yours'],
  ['a moderator', { ...person, userType: 'admin', staffRole: 'content-moderator' }, null, 'not_yours'],
  ['the owner', { ...person, userType: 'owner', staffRole: 'owner' }, own, 'not_yours'],
  ['a blocked person', { ...person, isBlocked: true }, own, 'account_closed'],
  ['a suspended person', { ...person, accountStatus: 'suspended' }, own, 'account_closed'],
  ['a person whose application is in review', person, { ...own, state: 'in_review' }, 'in_review'],
  ['a person whose application needs changes', person, { ...own, state: 'changes_requested' }, null],
  ['a person whose application is approved', person, { ...own, state: 'approved' }, 'decided'],
  ['a person whose application is rejected', person, { ...own, state: 'rejected' }, 'decided'],
])('ONB-C-07 whether the application is open to %s', (_who, actor, application, reason) => {
  const verdict = canChangeApplication(actor, application)
  expect(verdict).toEqual(reason === null ? { allowed: true } : { allowed: false, reason })
})
