import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countGraphemes,
  cutGraphemes,
  initialOf,
  LONGEST_GRAPHEME,
  shorten,
  withBoundedGraphemes,
} from './graphemes.ts'
import { firstLine, oneLine, severalLines } from './plain-text.ts'

const FAMILY = '👨‍👩‍👧'
const WELL_FORMED = /^\P{Cs}*$/u

describe('characters as people see them', () => {
  test.each([
    ['', 0],
    ['Amina', 5],
    ['café', 4],
    ['cafe\u0301', 4],
    ['🎉', 1],
    [FAMILY, 1],
    ['🇺🇬', 1],
    ['👍🏿👍', 2],
    [`a${FAMILY}b`, 3],
  ])('%s has %i', (text, count) => expect(countGraphemes(text)).toBe(count))

  test('an emoji at the end of what is shown stays whole, or is left out', () => {
    for (const letters of [57, 58, 59, 77, 78, 79, 80])
      for (const most of [60, 80]) {
        const line = shorten(`${'x'.repeat(letters)}🎉 ${'y'.repeat(40)}`, most)
        expect(line).toMatch(WELL_FORMED)
        expect(countGraphemes(line)).toBeLessThanOrEqual(most)
      }
    expect(shorten('short 🎉', 60)).toBe('short 🎉')
    expect(shorten(FAMILY.repeat(61), 60)).toBe(`${FAMILY.repeat(59)}…`)
    expect(firstLine('\n\n one \n two')).toBe('one')
  })

  test('a cut is a beginning of the text, at most as long as asked, and never ends inside a character', () => {
    const unit = fc.constantFrom('a', 'é', 'e\u0301', '🎉', FAMILY, '🇺🇬', '\n', ' ', 'न\u094d', '👍🏿')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), fc.nat(20), (text, most) => {
        const cut = cutGraphemes(text, most)
        expect(text.startsWith(cut)).toBe(true)
        expect(cut).toMatch(WELL_FORMED)
        expect(countGraphemes(cut)).toBe(Math.min(most, countGraphemes(text)))
      }),
    )
  })

  test('one character has at most a few accents and at most twelve code points', () => {
    expect(withBoundedGraphemes(`Z${'\u0301'.repeat(50)}a`)).toBe(`Z${'\u0301'.repeat(3)}a`)
    const endless = withBoundedGraphemes(`${'👩‍'.repeat(40)}👩`)
    expect(Array.from(endless).length).toBeLessThanOrEqual(LONGEST_GRAPHEME)
    expect(withBoundedGraphemes('👨🏽‍👩🏽‍👧🏽‍👦🏽')).toBe('👨🏽‍👩🏽‍👧🏽‍👦🏽')
  })

  test('what is stored is one form of each letter, without lone halves of characters and invisible ones', () => {
    expect(oneLine('e\u0301\ud83d x\u0000\u202e\u200f ')).toBe('é x')
    expect(severalLines('a\r\n\n\n\nb\udc00')).toBe('a\n\nb')
    expect(oneLine(FAMILY)).toBe(FAMILY)
  })

  test('an initial is a whole character', () => {
    expect(initialOf('élan')).toBe('É')
    expect(initialOf('👩🏽‍🎤 Star')).toBe('👩🏽‍🎤')
  })
})
