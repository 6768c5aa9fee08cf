import { describe, expect, test } from 'vitest'
import { A_FAN } from '#tests/support/a-fan.ts'
import type { Actor, Person } from './actor.ts'
import type { StaffRole } from './roles.ts'
import { canAddPasskey, canRemovePasskey, canSetUpTotp } from './second-factor-policy.ts'

const fan = A_FAN
const staff = (role: StaffRole, mfaAt: Date | null): Person => ({
  ...fan,
  userType: role === 'owner' ? 'owner' : 'admin',
  staffRole: role,
  mfaAt,
})
const shown = new Date(0)
const none = { totp: false, passkeys: 0 }
const app = { totp: true, passkeys: 0 }
const key = { totp: false, passkeys: 1 }

describe('who may set an authenticator up', () => {
  test.each<[string, Actor, typeof none, string | true]>([
    ['a visitor', null, none, 'sign_in_required'],
    ['a fan', fan, none, 'staff_only'],
    ['staff without any factor', staff('support', null), none, true],
    ['the owner without any factor', staff('owner', null), none, true],
    ['staff who have shown theirs', staff('super-admin', shown), app, true],
    ['staff who have not shown their app', staff('support', null), app, 'second_factor_first'],
    ['staff who have not shown their passkey', staff('support', null), key, 'second_factor_first'],
  ])('ONB-A-04 %s', (_, actor, facts, expected) => {
    const verdict = canSetUpTotp(actor, facts)
    expect(verdict.allowed || verdict.reason).toBe(expected)
  })
})

describe('who may add and remove passkeys', () => {
  test.each<[string, Actor, { totp: boolean; passkeys: number }, string | true, string | true]>([
    ['a visitor', null, none, 'sign_in_required', 'sign_in_required'],
    ['a fan', fan, key, true, true],
    ['a creator with ten', { ...fan, userType: 'creator' }, { totp: false, passkeys: 10 }, 'too_many', true],
    ['staff without any factor', staff('earnings-manager', null), none, true, true],
    [
      'staff who have not shown theirs',
      staff('earnings-manager', null),
      app,
      'second_factor_first',
      'second_factor_first',
    ],
    ['staff who have', staff('earnings-manager', shown), key, true, true],
  ])('%s', (_, actor, facts, adds, removes) => {
    const add = canAddPasskey(actor, facts)
    const remove = canRemovePasskey(actor, facts)
    expect([add.allowed || add.reason, remove.allowed || remove.reason]).toEqual([adds, removes])
  })
})
