import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromGatewayAmount, fromGatewayFee, toGatewayAmount } from './gateway-amount.ts'

describe('amounts sent to the gateway and read back', () => {
  it('PAY-02 shillings are sent whole, dollars with their cents', () => {
    expect(toGatewayAmount({ amountMinor: 18_000_000n, currency: 'UGX' })).toBe('180000')
    expect(toGatewayAmount({ amountMinor: 499n, currency: 'USD' })).toBe('4.99')
    expect(toGatewayAmount({ amountMinor: 4_900n, currency: 'USD' })).toBe('49')
    expect(toGatewayAmount({ amountMinor: 5n, currency: 'USD' })).toBe('0.05')
  })

  it('PAY-02 a fraction of a shilling, zero and negative amounts are refused', () => {
    expect(() => toGatewayAmount({ amountMinor: 18_000_050n, currency: 'UGX' })).toThrow('whole shillings')
    expect(() => toGatewayAmount({ amountMinor: 0n, currency: 'UGX' })).toThrow('positive')
    expect(() => toGatewayAmount({ amountMinor: -100n, currency: 'USD' })).toThrow('positive')
  })

  it('PAY-06 what is sent is read back the same, for every amount and both currencies', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 13n }),
        fc.constantFrom('UGX' as const, 'USD' as const),
        (units, currency) => {
          const amountMinor = currency === 'UGX' ? units * 100n : units
          expect(fromGatewayAmount(toGatewayAmount({ amountMinor, currency }), currency)).toBe(amountMinor)
        },
      ),
    )
  })

  it.each(['', '-1', '+1', '1e5', '1,000', ' 1', '0x10', '1.', '.5', 'NaN', 'Infinity', '9'.repeat(16), '1.005', '١٢'])(
    'PAY-06 %j is not an amount',
    (text) => {
      expect(fromGatewayAmount(text, 'USD')).toBeNull()
    },
  )

  it('PAY-06 shillings with a fraction are not an amount, though a fee may have one', () => {
    expect(fromGatewayAmount('180000.50', 'UGX')).toBeNull()
    expect(fromGatewayAmount('180000.00', 'UGX')).toBe(18_000_000n)
    expect(fromGatewayFee('76.5')).toBe(7_650n)
  })
})
