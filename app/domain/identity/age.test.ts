import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageOn, birthdayOf, dayInKampala, isOldEnough } from './age.ts'

const at = (iso: string) => new Date(iso)

describe('age', () => {
  test('SETUP-01 the eighteenth birthday begins at midnight in Kampala, three hours before it does in UTC', () => {
    expect(isOldEnough('2008-11-21', at('2026-11-20T20:59:59Z'))).toBe(false)
    expect(isOldEnough('2008-11-21', at('2026-11-20T21:00:00Z'))).toBe(true)
    expect(dayInKampala(at('2026-11-20T21:00:00Z'))).toBe('2026-11-21')
  })

  test('SETUP-01 the exact day counts, not the year alone', () => {
    expect(ageOn('2008-12-31', at('2026-01-01T12:00:00Z'))).toBe(17)
    expect(ageOn('2008-01-01', at('2026-01-01T12:00:00Z'))).toBe(18)
  })

  test('SETUP-01 a person born on a leap day comes of age on 1 March of a common year and on 29 February of a leap year', () => {
    expect(isOldEnough('2008-02-29', at('2026-02-28T12:00:00Z'))).toBe(false)
    expect(isOldEnough('2008-02-29', at('2026-03-01T12:00:00Z'))).toBe(true)
    expect(ageOn('2008-02-29', at('2028-02-29T12:00:00Z'))).toBe(20)
  })

  test('SETUP-01 an age grows by one on each birthday and never falls', () => {
    const day = fc
      .date({ min: new Date('1940-01-01'), max: new Date('2020-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const time = fc.integer({ min: Date.UTC(2021, 0, 1), max: Date.UTC(2060, 0, 1) })
    fc.assert(
      fc.property(day, time, fc.integer({ min: 0, max: 400 }), (birthday, from, days) => {
        const before = ageOn(birthday, new Date(from))
        const after = ageOn(birthday, new Date(from + days * 86_400_000))
        expect(after).toBeGreaterThanOrEqual(before)
        expect(after - before).toBeLessThanOrEqual(2)
        expect(before).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('SETUP-01 only a calendar day on which a living person may be born is a birthday', () => {
    const today = at('2026-11-21T12:00:00Z')
    expect(birthdayOf({ day: '5', month: '3', year: '1999' }, today)).toBe('1999-03-05')
    expect(birthdayOf({ day: '29', month: '02', year: '2000' }, today)).toBe('2000-02-29')
    expect(birthdayOf({ day: '29', month: '02', year: '2001' }, today)).toBeNull()
    expect(birthdayOf({ day: '31', month: '4', year: '1999' }, today)).toBeNull()
    expect(birthdayOf({ day: '22', month: '11', year: '2026' }, today)).toBeNull()
    expect(birthdayOf({ day: '1', month: '1', year: '1899' }, today)).toBeNull()
    expect(birthdayOf({ day: 'x', month: '1', year: '1999' }, today)).toBeNull()
    expect(birthdayOf({ day: '1', month: '1', year: '99' }, today)).toBeNull()
    expect(birthdayOf({ day: '', month: '', year: '' }, today)).toBeNull()
  })
})
