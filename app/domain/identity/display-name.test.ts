import { describe, expect, test } from 'vitest'
import { oneLine } from '#app/platform/plain-text.ts'
import { displayNameDenial, nameSkeleton } from './display-name.ts'

describe('display names', () => {
  test.each([
    ['Peach Support', 'team'],
    ['Peach Team', 'team'],
    ['Peach', 'team'],
    ['P3ach Care', 'team'],
    ['Реасh Теаm', 'team'],
    ['Οfficial Amina', 'team'],
    ['Supp0rt Kampala', 'team'],
    ['Amina ✓', 'badge'],
    ['Amina ✅', 'badge'],
    ['Amina ✔️', 'badge'],
    ['🔥🔥', 'no_letter'],
    ['12345', 'no_letter'],
    ['Amina K', null],
    ['Georgia Peaches', null],
    ['Team Kampala', null],
    ['أمينة', null],
    ['Brian O.', null],
    ['👩🏽‍🎤 Star', null],
  ])('%s: %s', (name, denial) => expect(displayNameDenial(oneLine(name))).toBe(denial))

  test.each(['\u3164', '\u200b\u200e', '\u2800\u2800', '\u115f\u1160', '\u200d', '\u00ad', ' \u2060 '])(
    'a name that shows nothing is none: %j',
    (name) => expect(oneLine(name)).toBe(''),
  )

  test('fifty accents on one letter become three', () => {
    expect(Array.from(oneLine(`Zoe${'\u0323'.repeat(50)}`)).length).toBeLessThanOrEqual(6)
  })

  test.each(['Аmina K', 'AMINA  K', 'Amína K.', 'Am1na K', '𝐀mina K', 'Аміпа К'])('%s looks like Amina K', (name) =>
    expect(nameSkeleton(name)).toBe(nameSkeleton('Amina K')),
  )
})
