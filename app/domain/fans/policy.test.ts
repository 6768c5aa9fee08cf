import { expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canKeepFan, canKeepLists } from './policy.ts'

const CREATOR: Person = { ...A_FAN, id: 'creator', userType: 'creator' }

test.each<[string, Actor, boolean, string | null]>([
  ['the creator', CREATOR, true, null],
  ['the creator, about a stranger', CREATOR, false, 'not_there'],
  ['a suspended creator, who keeps the page', { ...CREATOR, accountStatus: 'suspended' }, true, null],
  ['a closed creator', { ...CREATOR, accountStatus: 'closed' }, true, 'account_closed'],
  ['another creator', { ...CREATOR, id: 'other' }, true, 'not_there'],
  ['the fan', A_FAN, true, 'not_there'],
  ['a visitor', null, true, 'not_there'],
])('CHAT-05 who keeps a note about a fan: %s', (_, actor, isFan, reason) => {
  const verdict = canKeepFan(actor, { creatorId: 'creator', isFan })
  expect(verdict.allowed ? null : verdict.reason).toBe(reason)
})

test.each<[string, Actor, boolean]>([
  ['a creator', CREATOR, true],
  ['a closed creator', { ...CREATOR, accountStatus: 'closed' }, false],
  ['a fan', A_FAN, false],
  ['a visitor', null, false],
])('CHAT-05 who has lists of fans: %s', (_, actor, allowed) => {
  expect(canKeepLists(actor).allowed).toBe(allowed)
})
