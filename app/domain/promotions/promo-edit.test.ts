import { describe, expect, test } from 'vitest'
import { promoState, readPromo, spellCode, type TypedPromo } from './promo-edit.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const PLANS = ['monthly', 'annual']
const typed = (change: Partial<TypedPromo> = {}): TypedPromo => ({
  code: 'xmas25',
  discount: '25',
  ends: '2026-12-26T23:59',
  limit: '200',
  description: 'Christmas week',
  plans: ['monthly', 'annual'],
  countries: [],
  ...change,
})

describe('ADMIN-03 a new promo code', () => {
  test('is stored in capitals, with what was typed', () => {
    expect(readPromo(typed(), PLANS, NOW)).toEqual({
      ok: true,
      promo: {
        code: 'XMAS25',
        discountPercentage: 25,
        expiresAt: new Date('2026-12-26T20:59:00Z'),
        usageLimit: 200,
        description: 'Christmas week',
        plans: ['annual', 'monthly'],
        countries: [],
      },
    })
    expect(spellCode('  xMas25 ')).toBe('XMAS25')
  })

  test('may be used without a limit', () => {
    expect(readPromo(typed({ limit: '' }), PLANS, NOW)).toMatchObject({ ok: true, promo: { usageLimit: null } })
    expect(readPromo(typed({ limit: '1,000' }), PLANS, NOW)).toMatchObject({ ok: true, promo: { usageLimit: 1_000 } })
  })

  test.each([
    ['code', ''],
    ['code', 'AB'],
    ['code', 'TWO WORDS'],
    ['code', '-ABC'],
    ['code', 'X'.repeat(41)],
    ['code', 'CAFÉ'],
    ['discount', '0'],
    ['discount', '101'],
    ['discount', '-5'],
    ['discount', '2.5'],
    ['ends', ''],
    ['ends', '2026-11-21T11:59'],
    ['ends', 'never'],
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', '1000001'],
    ['description', 'x'.repeat(201)],
  ] as const)('%s %j is refused with a message at its field', (field, value) => {
    const read = readPromo(typed({ [field]: value }), PLANS, NOW)
    expect(Object.keys(read.ok ? {} : read.problems)).toEqual([field])
  })

  test('accepts only known plans and countries', () => {
    for (const change of [{ plans: [] }, { plans: ['weekly'] }, { countries: ['XX'] }])
      expect(readPromo(typed(change), PLANS, NOW)).toMatchObject({ ok: false })
  })
})

test('ADMIN-13 a code is shown as off, ended, used up or active, in this order', () => {
  const promo = { isActive: true, expiresAt: new Date('2026-12-01T00:00:00Z'), usageLimit: 2, usageCount: 0 }
  expect(promoState(promo, NOW)).toBe('active')
  expect(promoState({ ...promo, usageCount: 2 }, NOW)).toBe('used_up')
  expect(promoState({ ...promo, usageCount: 2, expiresAt: NOW }, NOW)).toBe('ended')
  expect(promoState({ ...promo, expiresAt: NOW, isActive: false }, NOW)).toBe('off')
  expect(promoState({ ...promo, expiresAt: null, usageLimit: null, usageCount: 9 }, NOW)).toBe('active')
})
