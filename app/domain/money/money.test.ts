import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMoney, lessPercentage, splitByWeights, splitFee, ugx } from './money.ts'

const minor = fc.bigInt({ min: 0n, max: 10n ** 15n })
const shillings = fc.bigInt({ min: 1n, max: 10n ** 12n })

describe('formatMoney', () => {
  test('shows whole shillings with a no-break space and commas', () => {
    expect(formatMoney(ugx(1_500_000))).toBe('UGX\u00a01,500,000')
    expect(formatMoney(ugx(0))).toBe('UGX\u00a00')
    expect(formatMoney({ amountMinor: -2_500_000n, currency: 'UGX' })).toBe('\u2212UGX\u00a025,000')
  })
  test('shows dollars with cents', () => {
    expect(formatMoney({ amountMinor: 499n, currency: 'USD' })).toBe('US$4.99')
    expect(formatMoney({ amountMinor: 123_405n, currency: 'USD' })).toBe('US$1,234.05')
  })
})

describe('lessPercentage', () => {
  test('rounds half up to whole shillings', () => {
    expect(lessPercentage(ugx(33), 50)).toEqual(ugx(17))
    expect(lessPercentage(ugx(180_000), 15)).toEqual(ugx(153_000))
    expect(lessPercentage({ amountMinor: 499n, currency: 'USD' }, 10)).toEqual({ amountMinor: 449n, currency: 'USD' })
    expect(lessPercentage({ amountMinor: 5n, currency: 'USD' }, 50)).toEqual({ amountMinor: 3n, currency: 'USD' })
  })
  test('is within half a shilling of the exact price and never has a fraction of a shilling', () => {
    fc.assert(
      fc.property(shillings, fc.integer({ min: 0, max: 100 }), (price, percentage) => {
        const quoted = lessPercentage(ugx(price), percentage).amountMinor
        expect(quoted % 100n).toBe(0n)
        const off = quoted * 100n - price * 100n * BigInt(100 - percentage)
        expect(off > -5_000n && off <= 5_000n).toBe(true)
      }),
    )
  })
})

describe('splitFee', () => {
  test('EARN-01 a fifth of a tip is the platform fee, rounded down, and the rest is the creator part', () => {
    expect(splitFee(ugx(10_000), 2_000)).toEqual({ fee: ugx(2_000), rest: ugx(8_000) })
    expect(splitFee(ugx(10_004), 2_000)).toEqual({ fee: ugx(2_000), rest: ugx(8_004) })
  })
  test('loses nothing', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 100 }), (amount, percentage) => {
        const { fee, rest } = splitFee({ amountMinor: amount, currency: 'UGX' }, percentage * 100)
        expect(fee.amountMinor + rest.amountMinor).toBe(amount)
        expect(fee.amountMinor * 100n <= amount * BigInt(percentage)).toBe(true)
      }),
    )
  })
})

describe('splitByWeights', () => {
  test('gives the remainder to the largest fractions, ties by id', () => {
    const split = splitByWeights(100n, [
      { id: 'c', weight: 1n },
      { id: 'a', weight: 1n },
      { id: 'b', weight: 1n },
    ])
    expect(Object.fromEntries(split)).toEqual({ a: 34n, b: 33n, c: 33n })
  })
  test('loses nothing and does not depend on the order', () => {
    const parts = fc.uniqueArray(fc.record({ id: fc.uuid(), weight: fc.bigInt({ min: 1n, max: 10n ** 6n }) }), {
      selector: (part) => part.id,
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(minor, parts, (amount, list) => {
        const split = splitByWeights(amount, list)
        expect([...split.values()].reduce((sum, share) => sum + share, 0n)).toBe(amount)
        expect(splitByWeights(amount, list.toReversed())).toEqual(new Map(split))
        for (const part of list) expect(splitByWeights(amount, list.toReversed()).get(part.id)).toBe(split.get(part.id))
      }),
    )
  })
})
