import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPostPrice } from './price.ts'

describe('the price of a post', () => {
  const price = (other: string, chosen = '50000') => readPostPrice({ locked: 'yes', price: chosen, other })

  test('ONB-C-03 the four prices, 50,000 by default, are accepted', () => {
    for (const shillings of [25_000, 50_000, 75_000, 100_000])
      expect(price('', String(shillings)).value).toBe(BigInt(shillings) * 100n)
    expect(price('', '60000').problem).toBe('invalid')
    expect(price('', '').problem).toBe('missing')
  })

  test.each([
    ['999', 'out_of_bounds'],
    ['1000', null],
    ['1,000', null],
    ['UGX 40 000', null],
    ['5000000', null],
    ['5000001', 'out_of_bounds'],
    ['0', 'out_of_bounds'],
    ['-5000', 'invalid'],
    ['1e6', 'invalid'],
    ['many', 'invalid'],
    ['99999999999999999999', 'invalid'],
    ['٥٠٠٠٠', null],
    ['٥٠٠', 'out_of_bounds'],
  ])('ONB-C-03 another amount of "%s" is validated', (typed, problem) => {
    expect(price(typed).problem).toBe(problem)
  })

  test('ONB-C-03 a custom amount replaces the chosen one, and amounts are ignored where the post is not locked', () => {
    expect(price('40000', '25000').value).toBe(4_000_000n)
    expect(readPostPrice({ locked: 'no', price: '25000', other: 'nonsense' })).toEqual({ value: null, problem: null })
  })

  test('ONB-C-03 every whole number within the bounds is a price, and nothing else is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000_000 }), (shillings) => {
        const read = price(String(shillings))
        expect(read.problem).toBe(shillings < 1_000 || shillings > 5_000_000 ? 'out_of_bounds' : null)
        if (read.problem === null) expect(read.value).toBe(BigInt(shillings) * 100n)
      }),
    )
  })
})
