import { expect, test } from 'vitest'
import type { UserType } from './actor.ts'
import { canSignIn } from './policy.ts'

test('AUTH-10 active accounts are signed in to, suspended ones of creators too, and closed ones never', () => {
  const types: UserType[] = ['fan', 'creator', 'admin', 'owner']
  const allowed = (status: 'active' | 'suspended' | 'closed') =>
    types.filter((userType) => canSignIn({ status, userType }).allowed)
  expect(allowed('active')).toEqual(types)
  expect(allowed('suspended')).toEqual(['creator'])
  expect(allowed('closed')).toEqual([])
})
