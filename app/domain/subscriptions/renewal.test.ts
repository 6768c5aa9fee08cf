import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countryOfBuyer, countryOfPhone } from './country-of.ts'
import { passExchanged, shillingsFor } from './exchange.ts'
import { builtInPlan, isSoldIn } from './plan.ts'
import { endOfTerm } from './plan-length.ts'
import { dueNotice, isRenewalDue, NO_CHOICE, reminderText } from './renewal.ts'

const end = new Date('2026-12-21T09:00:00Z')
const longAgo = new Date('2026-11-21T09:00:00Z')
const before = (hours: number) => new Date(end.getTime() - hours * 3_600_000)

describe('the end of a pass', () => {
  test.each([
    [73, null],
    [72, 'three_days'],
    [25, 'three_days'],
    [24, 'one_day'],
    [0.01, 'one_day'],
    [0, 'ended'],
    [-71, 'ended'],
    [-72, null],
  ] as const)('SUB-06 %s hours before, the notice is: %s', (hours, notified) => {
    expect(dueNotice(end, before(hours), 'by_hand', longAgo)).toBe(notified)
    expect(dueNotice(end, before(hours), 'automatic', longAgo)).toBe(notified)
    expect(dueNotice(end, before(hours), 'cancelled', longAgo)).toBe(notified === 'ended' ? 'ended' : null)
  })

  test.each([
    [{ count: 1, unit: 'day' }, [], ''],
    [{ count: 2, unit: 'day' }, ['one_day'], 'We remind you 1 day before.'],
    [{ count: 3, unit: 'day' }, ['one_day'], 'We remind you 1 day before.'],
    [{ count: 4, unit: 'day' }, ['three_days', 'one_day'], 'We remind you 3 days and 1 day before.'],
    [{ count: 1, unit: 'week' }, ['three_days', 'one_day'], 'We remind you 3 days and 1 day before.'],
    [{ count: 2, unit: 'month' }, ['three_days', 'one_day'], 'We remind you 3 days and 1 day before.'],
  ] as const)('SUB-06 a plan of %o is reminded of its end as its page promises: %o', (length, notices, promise) => {
    const bought = longAgo
    const ends = endOfTerm(bought, length)
    const sent = new Set<string>()
    for (let at = bought.getTime(); at < ends.getTime(); at += 3_600_000) {
      const notice = dueNotice(ends, new Date(at), 'by_hand', bought)
      if (notice) sent.add(notice)
    }
    expect([...sent]).toEqual(notices)
    expect(reminderText(length)).toBe(promise)
  })

  test.each([
    [7, false],
    [6, true],
    [0, true],
    [-23, true],
    [-24, false],
  ] as const)('SUB-06 the wallet is used %s hours before the end: %s', (hours, due) => {
    const chosen = { mode: 'automatic', agreedMinor: 18_000_000n, triedFor: null } as const
    expect(isRenewalDue(chosen, end, before(hours))).toBe(due)
    expect(isRenewalDue({ ...chosen, triedFor: end }, end, before(hours))).toBe(false)
    expect(isRenewalDue(NO_CHOICE, end, before(hours))).toBe(false)
  })
})

describe('where a plan is sold', () => {
  test.each([
    ['+256772123456', 'UG'],
    ['+254 712 345 678', 'KE'],
    ['00254712345678', 'KE'],
    ['+1 202 555 0100', 'US'],
    ['+49 30 123456', 'ZZ'],
    ['0772123456', null],
    ['772 123 456', null],
    ['', null],
    ['+0', null],
  ])('SUB-07 the number %s is from %s', (phone, country) => {
    expect(countryOfPhone(phone)).toBe(country)
  })

  test('SUB-07 the profile’s number has priority over the one that pays, and without a number it is Uganda', () => {
    expect(countryOfBuyer('+254712345678', '+256772123456')).toBe('KE')
    expect(countryOfBuyer(null, '+254712345678')).toBe('KE')
    expect(countryOfBuyer(null, '0772123456')).toBe('UG')
    expect(countryOfBuyer(null, null)).toBe('UG')
  })

  test('SUB-07 no restriction means everywhere, and a restriction excludes other countries', () => {
    const plan = builtInPlan('monthly')
    expect(isSoldIn(plan, 'ZZ')).toBe(true)
    expect(isSoldIn({ countries: ['UG'] }, 'UG')).toBe(true)
    expect(isSoldIn({ countries: ['UG'] }, 'KE')).toBe(false)
    expect(isSoldIn({ countries: ['UG'] }, 'ZZ')).toBe(false)
  })
})

describe('dollars', () => {
  test('SUB-08 are shillings at the rate, rounded half up to whole ones', () => {
    expect(shillingsFor(499n, 3_670)).toBe(1_831_300n)
    expect(shillingsFor(4_999n, 3_670)).toBe(18_346_300n)
    expect(shillingsFor(1n, 3_650)).toBe(3_700n)
    expect(shillingsFor(1n, 3_649)).toBe(3_600n)
  })

  test('SUB-08 an exchange balances in each currency', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 1_000_000n }),
        fc.integer({ min: 1_000, max: 20_000 }),
        (usdMinor, rate) => {
          const ugxMinor = shillingsFor(usdMinor, rate)
          expect(ugxMinor % 100n).toBe(0n)
          const { lines } = passExchanged({ purchaseId: 'p', usdMinor, ugxMinor, at: end })
          for (const currency of ['UGX', 'USD'])
            expect(sumOf(lines.filter((line) => line.account.currency === currency))).toBe(0n)
        },
      ),
    )
  })
})

function sumOf(lines: readonly { amountMinor: bigint }[]): bigint {
  return lines.reduce((sum, line) => sum + line.amountMinor, 0n)
}
