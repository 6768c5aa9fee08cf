import { expect, test } from 'vitest'
import { abandonableFrom } from './abandonment.ts'
import { PAYMENT_STATES } from './transaction.ts'

const startedAt = new Date('2026-11-01T10:00:00Z')

test('PAY-07 a payment without an answer can be abandoned a day after it began', () => {
  const dayLater = new Date('2026-11-02T10:00:00Z')
  expect(abandonableFrom({ state: 'review', moneyArrived: false, startedAt })).toEqual(dayLater)
  expect(abandonableFrom({ state: 'processing', moneyArrived: false, startedAt })).toEqual(dayLater)
})

test('PAY-07 a payment whose money has arrived, or that has ended, can never be abandoned', () => {
  for (const state of PAYMENT_STATES) {
    expect(abandonableFrom({ state, moneyArrived: true, startedAt })).toBeNull()
    if (state !== 'review' && state !== 'processing')
      expect([state, abandonableFrom({ state, moneyArrived: false, startedAt })]).toEqual([state, null])
  }
})
