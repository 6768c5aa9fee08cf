import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestDeal, builtInPlan, isPlanName, namePlan, type Plan, priceOf, savingOf } from './plan.ts'
import type { PlanLength } from './plan-length.ts'

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
    const saving = (annual: bigint) =>
      savingOf(builtInPlan('annual'), [monthly, builtInPlan('annual')], ({ name }) =>
        ugx(name === 'annual' ? annual : 18_000_000n),
      )
    expect(saving(150_000_000n)).toEqual({ months: 12, percent: 31, perMonth: ugx(12_500_000n) })
    expect(saving(216_000_000n)).toBeNull()
    expect(saving(300_000_000n)).toBeNull()
  })
})

describe('plans of other lengths', () => {
  const annual = builtInPlan('annual')
  const plan = (length: PlanLength, priceUgx: bigint): Plan => ({ ...monthly, name: 'other', length, priceUgx })
  const price = ({ priceUgx }: Plan) => ugx(priceUgx)
  const quarter = plan({ count: 3, unit: 'month' }, 45_000_000n)

  it('SUB-01 a saving is named only where it is true: for whole months, against a month that is on sale', () => {
    expect(savingOf(quarter, [monthly, quarter], price)).toEqual({
      months: 3,
      percent: 17,
      perMonth: ugx(15_000_000n),
    })
    expect(savingOf(quarter, [annual, quarter], price)).toBeNull()
    expect(savingOf({ ...quarter, priceUgx: 54_000_000n }, [monthly, quarter], price)).toBeNull()
    for (const unit of ['day', 'week'] as const)
      expect(savingOf(plan({ count: 30, unit }, 100_000n), [monthly], price)).toBeNull()
    // A third of 100 shillings is shown in whole ones.
    expect(savingOf(plan({ count: 3, unit: 'month' }, 10_000n), [monthly], price)!.perMonth).toEqual(ugx(3_300n))
  })

  it('SUB-01 the annual plan is the best deal unless another one saves more', () => {
    const twoYears = plan({ count: 2, unit: 'year' }, 240_000_000n)
    expect(bestDeal([monthly, annual], price)).toBe(annual)
    expect(bestDeal([quarter, monthly, annual], price)).toBe(annual)
    expect(bestDeal([monthly, annual, twoYears], price)).toBe(twoYears)
    expect(bestDeal([monthly, quarter], price)).toBe(quarter)
    expect(bestDeal([monthly, plan({ count: 1, unit: 'week' }, 5_000_000n)], price)).toBeNull()
  })

  it.each([
    ['3 months', [], '3-months'],
    ['  Ten days! ', [], 'ten-days'],
    ['3 months', ['3-months', '3-months-2'], '3-months-3'],
    ['Été à Kampala', [], 'ete-a-kampala'],
    ['ሳምንት', [], 'plan'],
    ['x'.repeat(40), [], 'x'.repeat(20)],
  ])('ADMIN-03 a plan called %j is named %j %s', (displayName, taken, name) => {
    expect(namePlan(displayName, taken)).toBe(name)
  })

  it('ADMIN-03 every name that people give becomes a name that addresses and references can carry, and never a used one', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 12 }), (displayName, times) => {
        const taken: string[] = []
        for (let count = 0; count <= times; count += 1) taken.push(namePlan(displayName, taken))
        expect(new Set(taken).size).toBe(taken.length)
        expect(taken.every(isPlanName)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})
