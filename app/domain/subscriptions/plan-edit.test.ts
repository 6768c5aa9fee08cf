import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kampalaField, readKampalaTime } from '#app/platform/kampala-time.ts'
import { typedPlan } from '#tests/support/plans.ts'
import { planChanges } from './plan-changes.ts'
import {
  amountField,
  type PlanEdit,
  previewOfPlan,
  priceGap,
  readAmount,
  readNewPlan,
  readPlanEdit,
  type TypedPlan,
} from './plan-edit.ts'
import { readFeature } from './feature-edit.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const edit = (change: Partial<TypedPlan> = {}): PlanEdit => {
  const read = readPlanEdit(typedPlan(change), NOW)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.edit
}

describe('amounts as people type them', () => {
  test('what a field shows is read back as the same amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 12n - 1n),
        fc.constantFrom('UGX' as const, 'USD' as const),
        (units, currency) => {
          const amountMinor = currency === 'UGX' ? units * 100n : units
          expect(readAmount(amountField({ amountMinor, currency }), currency)).toBe(amountMinor)
        },
      ),
    )
  })

  test.each([
    ['180,000', 'UGX', 18_000_000n],
    ['UGX 180000', 'UGX', 18_000_000n],
    ['180000.00', 'UGX', 18_000_000n],
    ['١٨٠٠٠٠', 'UGX', 18_000_000n],
    ['4.9', 'USD', 490n],
    ['$4.99', 'USD', 499n],
  ] as const)('%s in %s', (text, currency, minor) => {
    expect(readAmount(text, currency)).toBe(minor)
  })

  test.each(['', '-1', '1.5e3', '180000.50', '1.234', 'NaN', 'Infinity', '0x10', '9'.repeat(20), 'one'])(
    'ADMIN-03 %j is not an amount of shillings',
    (text) => {
      expect(readAmount(text, 'UGX')).toBeNull()
    },
  )

  test('any typed text is an amount or nothing, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const minor = readAmount(text, 'USD')
        expect(minor === null || minor >= 0n).toBe(true)
      }),
    )
  })
})

describe('Kampala times', () => {
  test('a field is read back as the same minute', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2001-01-01'), max: new Date('2199-01-01'), noInvalidDate: true }), (at) => {
        const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
        expect(readKampalaTime(kampalaField(minute))).toEqual(minute)
      }),
    )
  })

  test('it is three hours ahead of UTC, and a date that does not exist is refused', () => {
    expect(readKampalaTime('2026-11-30T23:59')).toEqual(new Date('2026-11-30T20:59:00Z'))
    for (const text of ['2026-02-30T10:00', '2026-13-01T10:00', '2026-11-30T24:00', '2026-11-30', '', 'soon'])
      expect(readKampalaTime(text)).toBeNull()
  })
})

describe('ADMIN-03 a change of a plan', () => {
  test('valid input becomes a plan', () => {
    expect(
      edit({
        discount: '10',
        discount_ends: '2026-11-30T23:59',
        countries: ['UG', 'KE', 'UG'],
        display_name: '  A   month ',
      }),
    ).toEqual({
      displayName: 'A month',
      priceUgx: 18_000_000n,
      priceUsd: 499n,
      currencyPrimary: 'UGX',
      discountPercentage: 10,
      discountExpiresAt: new Date('2026-11-30T20:59:00Z'),
      isActive: true,
      isFeatured: false,
      countries: ['KE', 'UG'],
    })
  })

  test.each([
    ['display_name', ''],
    ['display_name', ' M '],
    ['display_name', 'x'.repeat(41)],
    ['price_ugx', '0'],
    ['price_ugx', '-180000'],
    ['price_ugx', '180000.50'],
    ['price_ugx', '999'],
    ['price_ugx', '20,000,001'],
    ['price_usd', '0.49'],
    ['price_usd', '4.999'],
    ['currency', 'EUR'],
    ['discount', '101'],
    ['discount', '-1'],
    ['discount', '1.5'],
    ['discount', ''],
    ['discount_ends', 'tomorrow'],
  ] as const)('%s %j is refused with a message at its field', (field, value) => {
    const read = readPlanEdit(typedPlan({ [field]: value }), NOW)
    expect(read).toMatchObject({ ok: false })
    expect(Object.keys(read.ok ? {} : read.problems)).toEqual([field])
  })

  test('a new plan needs a length too, and every flaw is named at once', () => {
    const named = { ...typedPlan(), length_count: '3', length_unit: 'month' }
    expect(readNewPlan(named, NOW)).toMatchObject({ ok: true, length: { count: 3, unit: 'month' } })
    expect(readNewPlan({ ...named, length_count: '25' }, NOW)).toEqual({
      ok: false,
      problems: { length_count: 'Enter a length from 1 day to 2 years' },
    })
    expect(readNewPlan({ ...named, length_count: '', price_ugx: '999', display_name: 'M' }, NOW)).toEqual({
      ok: false,
      problems: {
        length_count: 'Enter a length from 1 day to 2 years',
        price_ugx: 'Enter whole shillings from UGX\u00a01,000 to UGX\u00a020,000,000',
        display_name: 'Enter a name of 2 to 40 characters',
      },
    })
  })

  test('a discount of 0 and of 100 are possible; one that ends in the past is not', () => {
    expect(edit({ discount: '0', discount_ends: '2020-01-01T00:00' }).discountExpiresAt).toBeNull()
    expect(edit({ discount: '100' }).discountPercentage).toBe(100)
    expect(readPlanEdit(typedPlan({ discount: '5', discount_ends: '2026-11-21T11:59' }), NOW)).toMatchObject({
      ok: false,
      problems: { discount_ends: expect.any(String) as string },
    })
  })

  test('a country that is not in the list is refused', () => {
    expect(readPlanEdit(typedPlan({ countries: ['XX'] }), NOW)).toMatchObject({ ok: false })
  })

  test('the preview is the price of the plans page, rounded once', () => {
    const preview = previewOfPlan(edit({ price_ugx: '1,005', discount: '10' }), NOW)
    expect(preview).toMatchObject({
      price: { amountMinor: 90_500n, currency: 'UGX' },
      before: { amountMinor: 100_500n },
      percent: 10,
    })
    expect(previewOfPlan(edit({ currency: 'USD' }), NOW).price).toEqual({ amountMinor: 499n, currency: 'USD' })
  })

  test('only differences are described', () => {
    expect(planChanges(edit(), edit())).toEqual([])
    expect(
      planChanges(edit(), edit({ price_ugx: '170,000', discount: '10', featured: true, countries: ['UG'] })),
    ).toEqual([
      'Price UGX\u00a0180,000 to UGX\u00a0170,000',
      'Discount 0% to 10%',
      'Countries All to Uganda',
      'Featured',
    ])
    expect(planChanges(edit(), edit({ active: false }))).toEqual(['Switched off'])
  })
})

describe('ADMIN-03 the warning about two prices', () => {
  test('the fallback prices differ by 90 percent at 3,670', () => {
    expect(priceGap({ priceUgx: 18_000_000n, priceUsd: 499n }, 3_670)).toEqual({
      percent: 90,
      usdInUgx: { amountMinor: 1_831_300n, currency: 'UGX' },
      usdIsLower: true,
    })
  })

  test('exactly 20 percent is within the limit, a shilling more is not', () => {
    expect(priceGap({ priceUgx: 10_000_000n, priceUsd: 8_000n }, 1_000)).toBeNull()
    expect(priceGap({ priceUgx: 10_000_100n, priceUsd: 8_000n }, 1_000)).not.toBeNull()
    expect(priceGap({ priceUgx: 7_999_900n, priceUsd: 10_000n }, 1_000)).toMatchObject({ usdIsLower: false })
  })

  test('it never reports less than 20 or more than 100', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 7n),
        fc.bigInt(1n, 10n ** 6n),
        fc.integer({ min: 1_000, max: 20_000 }),
        (ugx, usd, rate) => {
          const gap = priceGap({ priceUgx: ugx * 100n, priceUsd: usd }, rate)
          if (gap) expect(gap.percent >= 20 && gap.percent <= 100).toBe(true)
        },
      ),
    )
  })
})

test('ADMIN-03 a feature has a text and one of our icons', () => {
  expect(readFeature({ text: '  Live   calls ', icon: 'video' })).toEqual({
    ok: true,
    text: 'Live calls',
    icon: 'video',
  })
  expect(readFeature({ text: '', icon: 'constructor' })).toMatchObject({
    ok: false,
    problems: { text: expect.any(String) as string, icon: expect.any(String) as string },
  })
})
