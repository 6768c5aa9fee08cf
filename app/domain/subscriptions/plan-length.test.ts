import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOfTerm, LENGTH_UNITS, lengthText, periodText, readLength, termOf } from './plan-length.ts'

const at = new Date('2026-11-21T09:00:00Z')
const MONTH = { count: 1, unit: 'month' } as const
const DAY_MS = 86_400_000

describe('how long a pass lasts', () => {
  // Midnight in Kampala is 21:00 UTC of the day before.
  const kampala = (date: string) => new Date(`${date}T12:00:00+03:00`)

  it.each([
    [1, 'month', '2026-11-21', '2026-12-21'],
    [1, 'month', '2027-01-31', '2027-02-28'],
    [1, 'month', '2028-01-31', '2028-02-29'],
    [1, 'month', '2026-12-31', '2027-01-31'],
    [1, 'year', '2026-11-21', '2027-11-21'],
    [1, 'year', '2028-02-29', '2029-02-28'],
    [2, 'year', '2028-02-29', '2030-02-28'],
    [3, 'month', '2026-11-30', '2027-02-28'],
    [18, 'month', '2026-08-31', '2028-02-29'],
    [1, 'week', '2027-02-25', '2027-03-04'],
    [10, 'day', '2026-12-25', '2027-01-04'],
    [1, 'day', '2028-02-28', '2028-02-29'],
  ] as const)('%i %s from %s ends on %s', (count, unit, from, to) => {
    expect(endOfTerm(kampala(from), { count, unit })).toEqual(kampala(to))
  })

  it('counts the days of Kampala, not of UTC', () => {
    // 31 January 00:30 in Kampala is still 30 January in UTC.
    expect(endOfTerm(new Date('2027-01-30T21:30:00Z'), MONTH)).toEqual(new Date('2027-02-27T21:30:00Z'))
  })

  it('follows an active pass, or begins at once', () => {
    const end = kampala('2026-12-21')
    expect(termOf(MONTH, at, end)).toEqual({ startsAt: end, endsAt: kampala('2027-01-21') })
    expect(termOf(MONTH, at, kampala('2026-01-01')).startsAt).toEqual(at)
    expect(termOf(MONTH, at, null).startsAt).toEqual(at)
  })

  const start = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  const length = fc.constantFrom(...LENGTH_UNITS).chain((unit) =>
    fc.record({
      count: fc.integer({ min: 1, max: { day: 730, week: 104, month: 24, year: 2 }[unit] }),
      unit: fc.constant(unit),
    }),
  )
  const local = (at: Date) => new Date(at.getTime() + 3 * 3_600_000)

  it('SUB-05 ends at the same time of day in Kampala, after a day to two years', () => {
    fc.assert(
      fc.property(start, length, (from, plan) => {
        const end = endOfTerm(from, plan)
        const days = (end.getTime() - from.getTime()) / DAY_MS
        expect(Number.isInteger(days)).toBe(true)
        expect(days >= 1 && days <= 731).toBe(true)
      }),
    )
  })

  it('SUB-05 weeks and days are added exactly', () => {
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 104 }), (from, count) => {
        expect(endOfTerm(from, { count, unit: 'week' })).toEqual(endOfTerm(from, { count: 7 * count, unit: 'day' }))
        expect(endOfTerm(from, { count, unit: 'day' }).getTime() - from.getTime()).toBe(count * DAY_MS)
      }),
    )
  })

  it('SUB-05 months keep the day of the month, or take the last one where there is none such', () => {
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 24 }), (from, count) => {
        const [begin, end] = [local(from), local(endOfTerm(from, { count, unit: 'month' }))]
        const months = (end.getUTCFullYear() - begin.getUTCFullYear()) * 12 + end.getUTCMonth() - begin.getUTCMonth()
        expect(months).toBe(count)
        const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
        expect(end.getUTCDate()).toBe(Math.min(begin.getUTCDate(), lastDay))
      }),
    )
  })

  it('SUB-05 a year is twelve months, and a longer plan never ends earlier', () => {
    fc.assert(
      fc.property(start, length, (from, plan) => {
        if (plan.unit === 'year')
          expect(endOfTerm(from, plan)).toEqual(endOfTerm(from, { count: 12 * plan.count, unit: 'month' }))
        const longer = { ...plan, count: plan.count + 1 }
        expect(endOfTerm(from, longer) > endOfTerm(from, plan)).toBe(true)
      }),
    )
  })
})

describe('ADMIN-03 a typed length', () => {
  it.each([
    ['1', 'day', '1 day', 'for 1 day'],
    ['10', 'day', '10 days', 'for 10 days'],
    [' 1 ', 'week', '1 week', 'for 1 week'],
    ['3', 'month', '3 months', 'for 3 months'],
    ['1', 'month', '1 month', 'a month'],
    ['1', 'year', '1 year', 'a year'],
    ['730', 'day', '730 days', 'for 730 days'],
    ['104', 'week', '104 weeks', 'for 104 weeks'],
    ['24', 'month', '24 months', 'for 24 months'],
    ['2', 'year', '2 years', 'for 2 years'],
  ])('%s %s is shown as %s, and its price is %s', (count, unit, text, period) => {
    const read = readLength(count, unit)!
    expect(lengthText(read)).toBe(text)
    expect(periodText(read)).toBe(period)
  })

  it.each([
    ['0', 'day'],
    ['-1', 'day'],
    ['1.5', 'month'],
    ['', 'month'],
    ['731', 'day'],
    ['105', 'week'],
    ['25', 'month'],
    ['3', 'year'],
    ['1', 'hour'],
    ['1', ''],
    ['1e3', 'day'],
    ['\u0661', 'day'],
  ])('%j %s is refused', (count, unit) => {
    expect(readLength(count, unit)).toBeNull()
  })
})
