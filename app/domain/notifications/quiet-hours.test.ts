import { expect, test } from 'vitest'
import { heldUntil, QuietHoursForm } from './quiet-hours.ts'

const NIGHT = { from: 22, to: 7 }

test.each([
  ['2026-11-24T18:59:59Z', null],
  ['2026-11-24T19:00:00Z', '2026-11-25T04:00:00.000Z'],
  ['2026-11-24T22:30:00Z', '2026-11-25T04:00:00.000Z'],
  ['2026-11-25T03:59:59Z', '2026-11-25T04:00:00.000Z'],
  ['2026-11-25T04:00:00Z', null],
])('from 22:00 to 7:00 in Kampala, news at %s wait until %s', (at, until) => {
  expect(heldUntil(new Date(at), 'message', NIGHT)?.toISOString() ?? null).toBe(until)
})

test('hours of one day hold nothing before and after them', () => {
  const hours = { from: 9, to: 17 }
  expect(heldUntil(new Date('2026-11-24T05:59:00Z'), 'message', hours)).toBeNull()
  expect(heldUntil(new Date('2026-11-24T06:00:00Z'), 'message', hours)).toEqual(new Date('2026-11-24T14:00:00Z'))
  expect(heldUntil(new Date('2026-11-24T14:00:00Z'), 'message', hours)).toBeNull()
})

test.each(['security', 'payment', 'payout', 'fee_reminder', 'account'] as const)(
  'sign-in and money are told at any hour: %s',
  (preference) => expect(heldUntil(new Date('2026-11-24T22:30:00Z'), preference, NIGHT)).toBeNull(),
)

test('the form takes two different hours, or none', () => {
  expect(QuietHoursForm.parse({ from: '22', to: '7' })).toEqual(NIGHT)
  expect(QuietHoursForm.parse({ from: '', to: '7' })).toBeNull()
  for (const wrong of [
    { from: '22', to: '22' },
    { from: '24', to: '7' },
    { from: '-1', to: '7' },
    { from: 'x', to: '7' },
    { from: '1.5', to: '7' },
    {},
  ])
    expect(QuietHoursForm.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})
