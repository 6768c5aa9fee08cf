import { expect, test } from 'vitest'
import { isSaleMailed, SALE_MAIL_STEPS, SaleMailsForm } from './sale-mails.ts'

test('NOTIFY-01g a sale is mailed from the chosen price on, and as the first of its kind', () => {
  const sale = (priceMinor: bigint, isFirst = false) => isSaleMailed(10_000_000n, { priceMinor, isFirst })
  expect([sale(9_999_900n), sale(10_000_000n), sale(100n, true)]).toEqual([false, true, true])
  expect(isSaleMailed(null, { priceMinor: 10n ** 12n, isFirst: true })).toBe(false)
})

test('the form takes one of the prices, or none', () => {
  for (const step of SALE_MAIL_STEPS) expect(SaleMailsForm.parse({ from: String(step / 100n) })).toEqual({ from: step })
  expect(SaleMailsForm.parse({ from: '' })).toEqual({ from: null })
  for (const wrong of [{ from: '1' }, { from: '-20000' }, { from: '1e5' }, {}])
    expect(SaleMailsForm.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})
