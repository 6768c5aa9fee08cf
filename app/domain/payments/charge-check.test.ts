import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCharge, type RequestedCharge, type SeenCharge } from './charge-check.ts'

const requested: RequestedCharge = {
  reference: 'peach_pass_monthly_1_a',
  amountMinor: 18_000_000n,
  currency: 'UGX',
  accountId: '17321',
}
const charge: SeenCharge = {
  reference: requested.reference,
  status: 'succeeded',
  amountMinor: 18_000_000n,
  currency: 'UGX',
  chargedMinor: 18_000_000n,
  accountId: '17321',
}

describe('comparing a charge with the request', () => {
  it('PAY-06 accepts exactly what was requested', () => {
    expect(checkCharge(requested, charge)).toEqual({ kind: 'match', excessMinor: 0n })
  })

  it('PAY-06 accepts more and returns the excess; a fee that the payer bears is no excess', () => {
    expect(checkCharge(requested, { ...charge, amountMinor: 18_100_000n })).toEqual({
      kind: 'match',
      excessMinor: 100_000n,
    })
    expect(checkCharge(requested, { ...charge, chargedMinor: 18_540_000n })).toEqual({ kind: 'match', excessMinor: 0n })
  })

  it.each([
    ['one minor unit less', { amountMinor: 17_999_999n }, ['amount_short']],
    ['an unreadable amount', { amountMinor: null }, ['amount_short']],
    ['less charged than requested', { chargedMinor: 17_000_000n }, ['charged_short']],
    ['another currency', { currency: 'USD' }, ['other_currency']],
    ['another account', { accountId: '17322' }, ['other_account']],
    ['no account', { accountId: null }, ['other_account']],
    [
      'several at once',
      { accountId: '1', currency: 'NGN', amountMinor: 1n },
      ['other_account', 'other_currency', 'amount_short'],
    ],
  ])('PAY-06 keeps %s for staff', (_name, change, reasons) => {
    expect(checkCharge(requested, { ...charge, ...change })).toEqual({ kind: 'mismatch', reasons })
  })

  it('PAY-06 ignores a charge of another reference, however well it matches', () => {
    expect(checkCharge(requested, { ...charge, reference: 'peach_pass_monthly_1_b' })).toEqual({ kind: 'foreign' })
  })

  it('PAY-06 never matches unless status, reference, account, currency and amount all match', () => {
    fc.assert(
      fc.property(
        fc.record({
          reference: fc.constantFrom(requested.reference, 'other'),
          status: fc.constantFrom('pending', 'succeeded', 'failed', 'unknown'),
          amountMinor: fc.option(fc.bigInt({ min: 0n, max: 40_000_000n }), { nil: null }),
          currency: fc.constantFrom('UGX', 'USD', 'NGN'),
          chargedMinor: fc.option(fc.bigInt({ min: 0n, max: 40_000_000n }), { nil: null }),
          accountId: fc.constantFrom('17321', '1', null),
        }),
        (seen) => {
          if (checkCharge(requested, seen).kind !== 'match') return
          expect(seen).toMatchObject({
            reference: requested.reference,
            status: 'succeeded',
            currency: 'UGX',
            accountId: '17321',
          })
          expect(seen.amountMinor! >= requested.amountMinor).toBe(true)
        },
      ),
    )
  })
})
