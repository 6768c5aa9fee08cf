import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueReminder, earningsStatus, feeWeekFrom, goOnFrom, isNextWeekAsked } from './fee-week.ts'

const AT = new Date('2026-11-21T09:00:00Z')
const DAY_MS = 86_400_000
const days = (count: number) => new Date(AT.getTime() + count * DAY_MS)

/** Consecutive weeks, as payments give them, starting up to three weeks ago. */
const weeks = fc.tuple(fc.integer({ min: 0, max: 21 * 86_400 }), fc.integer({ min: 0, max: 5 })).map(([ago, count]) => {
  let end: Date | null = new Date(AT.getTime() - ago * 1_000)
  return Array.from({ length: count }, () => {
    const { startsAt, endsAt } = feeWeekFrom(end!, end)
    end = endsAt
    return { starts_at: startsAt, ends_at: endsAt }
  })
})

/** How much of the periods lies after a moment. */
const left = (periods: readonly { starts_at: Date; ends_at: Date }[], at: Date) =>
  periods.reduce(
    (sum, { starts_at: from, ends_at: to }) => sum + Math.max(0, to.getTime() - Math.max(from.getTime(), at.getTime())),
    0,
  )

describe('CSUB-03 paused paid time', () => {
  test('after a pause of any length exactly as much is left as before it', () => {
    fc.assert(
      fc.property(weeks, fc.integer({ min: 0, max: 90 * 86_400 }), (periods, seconds) => {
        const running = periods.filter(({ ends_at: end }) => end > AT)
        const back = new Date(AT.getTime() + seconds * 1_000)
        const after = goOnFrom(running, AT, back).map(({ startsAt, endsAt }) => ({
          starts_at: startsAt,
          ends_at: endsAt,
        }))
        expect(left(after, back)).toBe(left(running, AT))
        for (const [index, { starts_at: start, ends_at: end }] of after.entries()) {
          expect(end > start).toBe(true)
          if (index > 0) expect(start).toEqual(after[index - 1]!.ends_at)
        }
      }),
    )
  })

  test('a week paused in its third day continues with four days', () => {
    const [week] = goOnFrom([{ starts_at: days(-3), ends_at: days(4) }], AT, days(30))
    expect(week).toMatchObject({ startsAt: days(-3), endsAt: days(34) })
  })
})

describe('CSUB-03 when a creator is asked for the next week', () => {
  test.each([
    [-3, true],
    [0, true],
    [13.99, true],
    [14, false],
    [3_650, false],
  ])('%d days before the end of what is paid: %s', (before, asked) => {
    expect(isNextWeekAsked(days(before), AT)).toBe(asked)
  })

  test('also before the first payment', () => expect(isNextWeekAsked(null, AT)).toBe(true))
})

describe('CSUB-03 which reminder is due', () => {
  test.each([
    [2.01, null],
    [2, 'two_days'],
    [1.01, 'two_days'],
    [1, 'one_day'],
    [0.001, 'one_day'],
    [0, 'hidden'],
    [-1.99, 'hidden'],
    [-2, null],
    [-30, null],
  ] as const)('%d days before the end: %s', (before, reminder) => {
    expect(dueReminder(days(before), AT)).toBe(reminder)
  })
})

describe('CSUB-03 whether earnings pay the next week automatically', () => {
  test.each([
    [null, 60_000n, 90_000n, null],
    [60_000n, 60_000n, 60_000n, 'covered'],
    [70_000n, 60_000n, 60_000n, 'covered'],
    [60_000n, 60_000n, 59_999n, 'short'],
    [60_000n, 60_001n, 90_000n, 'raised'],
    [60_000n, 60_001n, 0n, 'raised'],
  ] as const)('agreed to %s of %s with %s available: %s', (agreedMinor, feeMinor, availableMinor, status) => {
    expect(earningsStatus(agreedMinor, { feeMinor, availableMinor })).toBe(status)
  })
})
