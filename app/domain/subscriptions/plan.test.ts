import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { annualSavings, builtInPlan, perMonth, priceOf, termEnd, termOf } from './plan.ts'

const at = new Date('2026-11-21T09:00:00Z')
const monthly = builtInPlan('monthly')
const ugx = (amountMinor: bigint) => ({ amountMinor, currency: 'UGX' as const })

describe('what a plan costs', () => {
  it('SUB-05 the built-in plans have the prices of the specification', () => {
    expect(priceOf(monthly, 'UGX', at)).toEqual(ugx(18_000_000n))
    expect(priceOf(monthly, 'USD', at)).toEqual({ amountMinor: 499n, currency: 'USD' })
    expect(priceOf(builtInPlan('annual'), 'UGX', at)).toEqual(ugx(150_000_000n))
    expect(priceOf(builtInPlan('annual'), 'USD', at)).toEqual({ amountMinor: 4_999n, currency: 'USD' })
  })

  it('SUB-03 a discount applies while it is above zero and not over, to the moment', () => {
    const plan = { ...monthly, discountPercentage: 15 }
    expect(priceOf(plan, 'UGX', at).amountMinor).toBe(15_300_000n)
    expect(priceOf({ ...plan, discountExpiresAt: new Date(at.getTime() + 1) }, 'UGX', at).amountMinor).toBe(15_300_000n)
    expect(priceOf({ ...plan, discountExpiresAt: at }, 'UGX', at).amountMinor).toBe(18_000_000n)
    expect(priceOf({ ...plan, discountPercentage: 0 }, 'UGX', at).amountMinor).toBe(18_000_000n)
  })

  it('SUB-03 a discounted price is rounded half up to whole shillings, once', () => {
    // 33 % off 180,050 shillings is 120,633.5.
    expect(priceOf({ ...monthly, priceUgx: 18_005_000n, discountPercentage: 33 }, 'UGX', at).amountMinor).toBe(
      12_063_400n,
    )
    expect(priceOf({ ...monthly, priceUsd: 499n, discountPercentage: 50 }, 'USD', at).amountMinor).toBe(250n)
  })

  it('SUB-03 any discount leaves whole shillings between zero and the full price', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 8n }),
        fc.integer({ min: 0, max: 100 }),
        (shillings, discountPercentage) => {
          const price = priceOf({ ...monthly, priceUgx: shillings * 100n, discountPercentage }, 'UGX', at).amountMinor
          expect(price % 100n).toBe(0n)
          expect(price >= 0n && price <= shillings * 100n).toBe(true)
        },
      ),
    )
  })

  it('SUB-01 the annual plan saves 31 percent', () => {
    expect(annualSavings(ugx(18_000_000n), ugx(150_000_000n))).toBe(31)
    expect(annualSavings(ugx(18_000_000n), ugx(216_000_000n))).toBe(0)
    expect(annualSavings(ugx(18_000_000n), ugx(300_000_000n))).toBe(0)
    expect(perMonth(ugx(150_000_000n))).toEqual(ugx(12_500_000n))
  })
})

describe('how long a pass lasts', () => {
  // Midnight in Kampala is 21:00 UTC of the day before.
  const kampala = (date: string) => new Date(`${date}T12:00:00+03:00`)

  it.each([
    ['monthly', '2026-11-21', '2026-12-21'],
    ['monthly', '2027-01-31', '2027-02-28'],
    ['monthly', '2028-01-31', '2028-02-29'],
    ['monthly', '2026-12-31', '2027-01-31'],
    ['annual', '2026-11-21', '2027-11-21'],
    ['annual', '2028-02-29', '2029-02-28'],
  ] as const)('a %s pass of %s ends on %s', (plan, from, to) => {
    expect(termEnd(plan, kampala(from))).toEqual(kampala(to))
  })

  it('counts the days of Kampala, not of UTC', () => {
    // 31 January 00:30 in Kampala is still 30 January in UTC.
    expect(termEnd('monthly', new Date('2027-01-30T21:30:00Z'))).toEqual(new Date('2027-02-27T21:30:00Z'))
  })

  it('follows an active pass, or begins at once', () => {
    const end = kampala('2026-12-21')
    expect(termOf('monthly', at, end)).toEqual({ startsAt: end, endsAt: kampala('2027-01-21') })
    expect(termOf('monthly', at, kampala('2026-01-01')).startsAt).toEqual(at)
    expect(termOf('monthly', at, null).startsAt).toEqual(at)
  })

  it('always ends after it begins', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.constantFrom('monthly', 'annual'),
        (start, plan) => {
          expect(termEnd(plan, start).getTime()).toBeGreaterThan(start.getTime() + 27 * 86_400_000)
        },
      ),
    )
  })
})
