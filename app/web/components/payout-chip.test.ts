import { expect, test } from 'vitest'
import { PAYOUT_STATES } from '#app/domain/payouts/payout.ts'
import { payoutChip } from './payout-chip.ts'

test('DASH-03m PAYOUT-01 a payout that waits for people of our team says so; a waiting payout never shares its word with another reason', () => {
  expect(payoutChip('pending', 'approval').text).toBe('For approval')
  expect(payoutChip('pending', 'first_approval').text).toBe('For approval')
  expect(payoutChip('pending', 'gateway_balance').text).toBe('Pending')
  for (const state of PAYOUT_STATES.filter((state) => state !== 'pending'))
    expect(payoutChip(state, 'approval')).toEqual(payoutChip(state, null))
})
