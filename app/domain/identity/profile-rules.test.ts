import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBio, readBirthday, readCity, readDisplayName } from './profile-rules.ts'

/** Noon of a day in Kampala. */
const noon = (day: string) => new Date(`${day}T12:00:00+03:00`)
const born = (day: string, month: string, year: string) => ({ day, month, year })

describe('the birthday', () => {
  const today = noon('2026-11-21')
  test.each([
    ['ONB-F-02 exactly 18 today', born('21', '11', '2008'), '2008-11-21'],
    ['ONB-F-02 one day short of 18', born('22', '11', '2008'), 'too_young'],
    ['ONB-F-02 18 by the year alone', born('31', '12', '2008'), 'too_young'],
    ['ONB-F-02 tomorrow', born('22', '11', '2026'), 'invalid'],
    ['ONB-F-02 29 February of a leap year', born('29', '2', '2004'), '2004-02-29'],
    ['ONB-F-02 29 February of a common year', born('29', '2', '2005'), 'invalid'],
    ['ONB-F-02 nothing', born('', ' ', ''), 'missing'],
    ['ONB-F-02 half of it', born('4', '7', ''), 'invalid'],
    ['ONB-F-02 a year of two digits', born('4', '7', '94'), 'invalid'],
    ['ONB-F-02 words', born('four', 'July', '1994'), 'invalid'],
    ['ONB-F-02 a birthday before anybody alive', born('4', '7', '1850'), 'invalid'],
    ['ONB-F-02 with spaces around', born(' 4 ', ' 07', '1994 '), '1994-07-04'],
  ])('%s', (_, parts, expected) => {
    const read = readBirthday(parts, today)
    expect(read.problem ?? read.value).toBe(expected)
  })

  test('ONB-F-02 a person born on 29 February is 18 on 1 March, by the day in Kampala', () => {
    const leap = born('29', '2', '2008')
    expect(readBirthday(leap, noon('2026-02-28')).problem).toBe('too_young')
    // Still the last of February in London, already 1 March in Kampala.
    expect(readBirthday(leap, new Date('2026-02-28T21:30:00Z')).problem).toBeNull()
  })
})

describe('names and other words', () => {
  test('ONB-F-02 a display name is trimmed, and one of spaces alone is missing', () => {
    expect(readDisplayName('  Brian \n O. ').value).toBe('Brian O.')
    expect(readDisplayName(' \t\u200b ').problem).toBe('missing')
    expect(readDisplayName('x'.repeat(61)).problem).toBe('too_long')
    expect(readDisplayName('\u{1F351}'.repeat(60)).problem).toBeNull()
  })

  test('VIEW-01 no character in a name changes the writing direction or is invisible', () => {
    expect(readDisplayName('Amina\u202e K\u2066').value).toBe('Amina K')
    expect(readDisplayName('Amina\t\u0000\tK').value).toBe('Amina K')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (typed) => {
        const name = readDisplayName(typed)
        if (name.problem) return
        expect(name.value).toBe(readDisplayName(name.value).value)
        expect(name.value).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      }),
    )
  })

  test('VIEW-01 a bio keeps its lines, a city is one line and may be empty', () => {
    expect(readBio('one\r\ntwo\u0007').value).toBe('one\ntwo')
    expect(readBio('x'.repeat(301)).problem).toBe('too_long')
    expect(readCity('  Fort\nPortal ').value).toBe('Fort Portal')
    expect(readCity('  ').value).toBeNull()
    expect(readCity('x'.repeat(61)).problem).toBe('too_long')
  })
})
