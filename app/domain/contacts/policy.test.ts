import { expect, test } from 'vitest'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canContact, NO_BLOCK } from './policy.ts'

test.each([
  ['two people who have decided nothing', A_FAN, NO_BLOCK, null],
  ['whoever has blocked the other', A_FAN, { blockedBySender: true, blockedByReceiver: false }, 'you_blocked'],
  ['whom the other has blocked', A_FAN, { blockedBySender: false, blockedByReceiver: true }, 'blocked'],
  // Who blocked can end it; so that is what they are told, whatever the other did.
  ['both', A_FAN, { blockedBySender: true, blockedByReceiver: true }, 'you_blocked'],
  ['a suspended sender', { ...A_FAN, accountStatus: 'suspended' as const }, NO_BLOCK, 'account_closed'],
  ['a closed sender', { ...A_FAN, accountStatus: 'closed' as const }, NO_BLOCK, 'account_closed'],
  ['a sender whom staff blocked', { ...A_FAN, isBlocked: true }, NO_BLOCK, 'account_closed'],
])('CHAT-04 who reaches another person: %s', (_, sender, contact, reason) => {
  const verdict = canContact(sender, contact)
  expect(verdict.allowed ? null : verdict.reason).toBe(reason)
})
