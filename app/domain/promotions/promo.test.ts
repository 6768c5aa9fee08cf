import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPromo, type Promo, promoText, readCode } from './promo.ts'

const at = new Date('2026-11-21T09:00:00Z')
const promo: Promo = {
  id: 'p',
  code: 'PEACH20',
  discountPercentage: 20,
  expiresAt: new Date('2026-12-01T00:00:00Z'),
  usageLimit: 3,
  usageCount: 0,
  countries: [],
  plans: [],
  isActive: true,
}
const facts = { plan: 'monthly', country: 'UG', past: 'none', at } as const

describe('promo codes', () => {
  test('SUB-04 a code is read in any spelling, and other text is refused', () => {
    expect(readCode(' peach20 ')).toBe('PEACH20')
    expect(readCode('pe ach-20')).toBe('PEACH-20')
    for (const typed of ['', 'a', 'ab', '-AB', 'AB-', 'ABÄ', "A'B", 'X'.repeat(41), '🍑🍑🍑'])
      expect(readCode(typed)).toBeNull()
  })

  test('SUB-04 any text that is read as a code can be stored', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const code = readCode(typed)
        expect(code === null || /^[A-Z0-9][A-Z0-9_-]{1,38}[A-Z0-9]$/.test(code)).toBe(true)
      }),
    )
  })

  test('SUB-04 unknown, switched off, ended and used up get the same answer', () => {
    const denied = { allowed: false, reason: 'cannot_be_used' }
    expect(checkPromo(null, facts)).toEqual(denied)
    expect(checkPromo({ ...promo, isActive: false }, facts)).toEqual(denied)
    expect(checkPromo({ ...promo, expiresAt: at }, facts)).toEqual(denied)
    expect(checkPromo({ ...promo, usageCount: 3 }, facts)).toEqual(denied)
  })

  test('SUB-04 plan and country restrictions, and once a person', () => {
    expect(checkPromo(promo, facts)).toEqual({ allowed: true })
    expect(checkPromo({ ...promo, plans: ['annual'] }, facts)).toEqual({ allowed: false, reason: 'other_plan' })
    expect(checkPromo({ ...promo, countries: ['KE'] }, facts)).toEqual({ allowed: false, reason: 'other_country' })
    expect(checkPromo({ ...promo, plans: ['monthly'], countries: ['UG', 'KE'] }, facts)).toEqual({ allowed: true })
    expect(checkPromo(promo, { ...facts, past: 'confirmed' })).toEqual({ allowed: false, reason: 'used_before' })
    // The person's own unfinished payment keeps the last use for their next try.
    expect(checkPromo({ ...promo, usageCount: 3 }, { ...facts, past: 'reserved' })).toEqual({ allowed: true })
  })

  test('SUB-04 without an end and without a limit a code stays valid', () => {
    expect(checkPromo({ ...promo, expiresAt: null, usageLimit: null, usageCount: 10_000 }, facts)).toEqual({
      allowed: true,
    })
  })

  test.each(['cannot_be_used', 'other_plan', 'other_country', 'used_before', 'too_many_tries'] as const)(
    'the text about %s is a sentence',
    (refusal) => {
      expect(promoText(refusal)).toMatch(/^[A-Z].*\.$/)
    },
  )
})
