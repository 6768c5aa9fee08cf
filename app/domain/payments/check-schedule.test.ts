import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextCheckAt } from './check-schedule.ts'

const start = new Date('2026-11-21T00:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
const HOUR = 3_600
const DAY = 24 * HOUR

describe('when a payment is checked again', () => {
  it('PAY-07 quickly, then hourly for a day, daily for a week, then never', () => {
    const checks: number[] = []
    for (let next = nextCheckAt(start, start); next !== null; next = nextCheckAt(start, next))
      checks.push((next.getTime() - start.getTime()) / 1_000)
    expect(checks.slice(0, 9)).toEqual([10, 20, 40, 60, 120, 300, 600, 900, 1_800])
    expect(checks.slice(9, 33)).toEqual(Array.from({ length: 24 }, (_, index) => (index + 1) * HOUR))
    expect(checks.slice(33)).toEqual([2, 3, 4, 5, 6, 7].map((days) => days * DAY))
  })

  it('PAY-07 the next check is always in the future', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000, max: 8 * DAY }), (age) => {
        const next = nextCheckAt(start, at(age))
        if (next === null) expect(age).toBeGreaterThanOrEqual(7 * DAY)
        else expect(next.getTime()).toBeGreaterThan(at(age).getTime())
      }),
    )
  })
})
