import { describe, expect, test } from 'vitest'
import { A_FAN } from '#tests/support/a-fan.ts'
import type { Actor, Person } from './actor.ts'
import type { StaffRole } from './roles.ts'
import { canAddPasskey, canRemovePasskey, canRemoveTotp, canSetUpTotp } from './second-factor-policy.ts'

const fan = A_FAN
const staff = (role: StaffRole, mfaAt: Date | null): Person => ({
  ...fan,
  userType: role === 'owner' ? 'owner' : 'admin',
  staffRole: role,
  mfaAt,
})
const enrolling = (role: StaffRole): Person => ({ ...staff(role, null), staffRole: null, enrolsAs: role })
const stale = (person: Person): Person => ({ ...person, freshlyProved: false })
const shown = new Date(0)
const none = { totp: false, passkeys: 0 }
const app = { totp: true, passkeys: 0 }
const key = { totp: false, passkeys: 1 }

describe('who may set up an authenticator', () => {
  test.each<[string, Actor, typeof none, string | true]>([
    ['a visitor', null, none, 'sign_in_required'],
    ['a fan', fan, none, 'staff_only'],
    ['staff without any factor', staff('support', null), none, true],
    ['the owner without any factor', staff('owner', null), none, true],
    ['staff who have verified theirs', staff('super-admin', shown), app, true],
    ['staff who have not verified their app', staff('support', null), app, 'second_factor_first'],
    ['staff who have not verified their passkey', staff('support', null), key, 'second_factor_first'],
    ['staff who still have to set one up', enrolling('owner'), none, true],
    ['staff without a fresh proof', stale(staff('super-admin', shown)), app, 'proof_needed'],
    ['staff who still have to set one up, without a fresh proof', stale(enrolling('owner')), none, 'proof_needed'],
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
    ['staff without any factor', staff('earnings-manager', null), none, true, 'last_factor'],
    [
      'staff who have not verified theirs',
      staff('earnings-manager', null),
      app,
      'second_factor_first',
      'second_factor_first',
    ],
    [
      'staff who have, of the only one that the role requires',
      staff('earnings-manager', shown),
      key,
      true,
      'last_factor',
    ],
    ['staff who have, of one of two', staff('earnings-manager', shown), { totp: false, passkeys: 2 }, true, true],
    ['staff who have, beside an app', staff('support', shown), { totp: true, passkeys: 1 }, true, true],
    ['a content-moderator who has, of the only one', staff('content-moderator', shown), key, true, true],
    ['staff who still have to set one up', enrolling('support'), none, true, 'last_factor'],
    ['a fan without a fresh proof', stale(fan), key, 'proof_needed', 'proof_needed'],
    ['staff without a fresh proof', stale(staff('support', shown)), app, 'proof_needed', 'proof_needed'],
  ])('%s', (_, actor, facts, adds, removes) => {
    const add = canAddPasskey(actor, facts)
    const remove = canRemovePasskey(actor, facts)
    expect([add.allowed || add.reason, remove.allowed || remove.reason]).toEqual([adds, removes])
  })
})

describe('who may remove the authenticator app', () => {
  test.each<[string, Actor, { totp: boolean; passkeys: number }, string | true]>([
    ['a visitor', null, app, 'sign_in_required'],
    ['a fan', fan, app, 'staff_only'],
    ['the owner, of the only factor', staff('owner', shown), app, 'last_factor'],
    ['a super-admin, of the only factor', staff('super-admin', shown), app, 'last_factor'],
    ['an earnings-manager, of the only factor', staff('earnings-manager', shown), app, 'last_factor'],
    ['support, of the only factor', staff('support', shown), app, 'last_factor'],
    ['a content-moderator, of the only factor', staff('content-moderator', shown), app, true],
    ['the owner who has a passkey too', staff('owner', shown), { totp: true, passkeys: 1 }, true],
    ['support who has not verified it', staff('support', null), { totp: true, passkeys: 1 }, 'second_factor_first'],
    ['support without a fresh proof', stale(staff('support', shown)), { totp: true, passkeys: 1 }, 'proof_needed'],
  ])('%s', (_, actor, facts, expected) => {
    const verdict = canRemoveTotp(actor, facts)
    expect(verdict.allowed || verdict.reason).toBe(expected)
  })
})
