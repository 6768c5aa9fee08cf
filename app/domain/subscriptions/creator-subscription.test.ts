import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayAfter,
  earnedAfter,
  endOfDay,
  endTermAt,
  feeOfPart,
  kampalaDay,
  termOfCreatorSubscription,
  wholeDays,
} from './creator-subscription.ts'

const at = new Date('2026-11-21T09:00:00Z')
const DAY_MS = 86_400_000
const price = fc.bigInt({ min: 1n, max: 10n ** 8n }).map((shillings) => shillings * 100n)

describe('thirty days of one creator', () => {
  test('begin at once, or follow an active subscription', () => {
    const end = new Date(at.getTime() + 3 * DAY_MS)
    expect(termOfCreatorSubscription(at, null)).toEqual({ startsAt: at, endsAt: new Date(at.getTime() + 30 * DAY_MS) })
    expect(termOfCreatorSubscription(at, end)).toEqual({ startsAt: end, endsAt: new Date(end.getTime() + 30 * DAY_MS) })
    expect(termOfCreatorSubscription(at, new Date(at.getTime() - 1)).startsAt).toEqual(at)
  })

  test('the price is earned in whole shillings, never falling, and all of it after the last day', () => {
    fc.assert(
      fc.property(price, (minor) => {
        let before = 0n
        for (let day = 0; day <= 30; day += 1) {
          const earned = earnedAfter(minor, day)
          expect(earned % 100n).toBe(0n)
          expect(earned >= before && earned <= minor).toBe(true)
          before = earned
        }
        expect(earnedAfter(minor, 0)).toBe(0n)
        expect(before).toBe(minor)
        expect(earnedAfter(minor, 31)).toBe(minor)
      }),
    )
  })

  test('180,000 shillings are 6,000 a day, and our fifth of it 1,200', () => {
    expect(earnedAfter(18_000_000n, 1)).toBe(600_000n)
    expect(feeOfPart(600_000n, 2_000)).toBe(120_000n)
    // The remaining shillings are earned where they are due: 1,000 over thirty days is 33 or 34 a day.
    expect(earnedAfter(100_000n, 1)).toBe(3_300n)
    expect(earnedAfter(100_000n, 3) - earnedAfter(100_000n, 2)).toBe(3_400n)
  })

  test('the fee of a part rounds down to whole shillings', () => {
    expect(feeOfPart(3_300n, 2_000)).toBe(600n)
    expect(feeOfPart(3_400n, 2_000)).toBe(600n)
    expect(feeOfPart(3_500n, 2_000)).toBe(700n)
  })

  test('a day counts when it is over', () => {
    expect(wholeDays(at, at)).toBe(0)
    expect(wholeDays(at, new Date(at.getTime() + DAY_MS - 1))).toBe(0)
    expect(wholeDays(at, new Date(at.getTime() + DAY_MS))).toBe(1)
    expect(wholeDays(at, new Date(at.getTime() + 99 * DAY_MS))).toBe(30)
    expect(wholeDays(at, new Date(at.getTime() - 5 * DAY_MS))).toBe(0)
  })

  test('days are those of Kampala', () => {
    expect(kampalaDay(new Date('2026-11-21T20:59:59Z'))).toBe('2026-11-21')
    expect(kampalaDay(new Date('2026-11-21T21:00:00Z'))).toBe('2026-11-22')
    expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
    expect(endOfDay('2026-11-21')).toEqual(new Date('2026-11-21T20:59:59Z'))
  })
})

describe('an early end', () => {
  test('in every case, a part and a rest are never negative and together all that is left', () => {
    fc.assert(
      fc.property(
        price,
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: -3, max: 40 }),
        fc.integer({ min: 0, max: 100 }),
        (priceMinor, earnedDays, days, returnedPercent) => {
          const earnedMinor = earnedAfter(priceMinor, earnedDays)
          const returnedMinor = ((((priceMinor - earnedMinor) / 100n) * BigInt(returnedPercent)) / 100n) * 100n
          const end = endTermAt(
            { priceMinor, startsAt: at, earnedDays, earnedMinor, returnedMinor },
            new Date(at.getTime() + days * DAY_MS),
          )
          expect(end.partMinor >= 0n && end.restMinor >= 0n).toBe(true)
          expect(end.partMinor + end.restMinor).toBe(priceMinor - earnedMinor - returnedMinor)
          expect(end.days).toBeGreaterThanOrEqual(earnedDays)
        },
      ),
    )
  })

  test('after ten days and a half of 180,000 the ten are earned and 120,000 are refunded', () => {
    const term = { priceMinor: 18_000_000n, startsAt: at, earnedDays: 9, earnedMinor: 5_400_000n, returnedMinor: 0n }
    expect(endTermAt(term, new Date(at.getTime() + 10.5 * DAY_MS))).toEqual({
      days: 10,
      partMinor: 600_000n,
      restMinor: 12_000_000n,
    })
  })
})
