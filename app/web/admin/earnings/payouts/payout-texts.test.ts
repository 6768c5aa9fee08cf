import { expect, test } from 'vitest'
import type { StaffPayout } from '#app/domain/payouts/staff-queries.server.ts'
import { noticeOf, typedSum } from './payout-texts.ts'

test.each([
  ['UGX 142,500', 14_250_000n],
  ['142500', 14_250_000n],
  ['1,425.00', null],
  ['142,500.00', null],
  ['-142500', null],
  ['1e6', null],
  ['\u0661\u0664\u0662', 14_200n],
  ['9'.repeat(30), null],
  ['', null],
])('PAYOUT-01 an approver who types %j means %s', (text, minor) => {
  expect(typedSum(text)).toBe(minor)
})

test('PAYOUT-01 a payout that completed to another name, or after it had failed, shows a notice; any other shows none', () => {
  const completed = { state: 'completed', reason: null, failureSeenAt: null, accountName: 'Amina Kato' } as StaffPayout
  expect(noticeOf(completed, 'somebody')).toBeNull()
  const other = noticeOf({ ...completed, reason: 'other_name' }, 'somebody')
  expect(other).toMatchObject({ tone: 'warning', title: 'Paid to another name' })
  expect(other!.text).toContain('Amina Kato')
  expect(noticeOf({ ...completed, reason: 'arrived_late' }, 'somebody')!.text).toContain('put the amount back')
})
