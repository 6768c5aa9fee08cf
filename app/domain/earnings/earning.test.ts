import { describe, expect, test } from 'vitest'
import { pendingDays } from './earning.ts'

const AT = new Date('2026-11-29T09:00:00Z')
const LIMITS = { cardClearingDays: 14, newCreatorDays: 90 }
const approved = (msAgo: number) => new Date(AT.getTime() - msAgo)
const NINETY_DAYS_MS = 90 * 86_400_000

describe('how many days an earning is pending', () => {
  test.each<[string, boolean, Date | null, number]>([
    ['mobile money, to a creator of today', false, AT, 7],
    ['mobile money, to a creator who was never approved', false, null, 7],
    ['a card, to a creator of today', true, AT, 14],
    ['a card, to a creator who was never approved', true, null, 14],
    ['a card, a millisecond before the creator is known for 90 days', true, approved(NINETY_DAYS_MS - 1), 14],
    ['a card, at the moment of 90 days', true, approved(NINETY_DAYS_MS), 7],
  ])('EARN-01b %s', (_, cardFunded, approvedAt, days) => {
    expect(pendingDays({ cardFunded, approvedAt, at: AT }, LIMITS)).toBe(days)
  })

  test('EARN-01b a card never clears sooner than other money, whatever the owner sets', () => {
    expect(pendingDays({ cardFunded: true, approvedAt: null, at: AT }, { ...LIMITS, cardClearingDays: 3 })).toBe(7)
  })
})
