import { describe, expect, test } from 'vitest'
import { countGraphemes } from '#app/platform/graphemes.ts'
import fc from 'fast-check'
import { A_FAN } from '#tests/support/a-fan.ts'
import { canArrangeVault } from './policy.ts'
import { cleanName } from './vault.ts'

describe('who has a vault', () => {
  const creator = { ...A_FAN, userType: 'creator' as const }
  test.each([
    ['a visitor', null, false],
    ['a fan', A_FAN, false],
    ['a creator', creator, true],
    ['a suspended creator', { ...creator, accountStatus: 'suspended' as const }, false],
    ['a blocked creator', { ...creator, isBlocked: true }, false],
    ['a member of the team', { ...A_FAN, userType: 'admin' as const }, false],
  ])('DASH-03a %s: %s', (_who, actor, allowed) => {
    expect(canArrangeVault(actor).allowed).toBe(allowed)
  })
})

test('MEDIA-01c a file keeps its name without path and control characters', () => {
  expect(cleanName('C:\\fakepath\\IMG_1.jpg', 120)).toBe('IMG_1.jpg')
  expect(cleanName('../../etc/passwd', 120)).toBe('passwd')
  expect(cleanName('a\u0000b\u202Egpj.exe\n', 120)).toBe('abgpj.exe')
  expect(cleanName('👨‍👩‍👧 Entebbe.jpg', 120)).toBe('👨‍👩‍👧 Entebbe.jpg')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 120 }), (text, max) => {
      const name = cleanName(text, max)
      expect(countGraphemes(name)).toBeLessThanOrEqual(max)
      expect(name).not.toMatch(/[/\\\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})
