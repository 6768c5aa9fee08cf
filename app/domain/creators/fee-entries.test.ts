import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateEntry, type Line, type Purpose } from '#app/domain/ledger/chart.ts'
import { taxWithin, ugx } from '#app/domain/money/money.ts'
import { type BookedSale, creatorFeeEarned, creatorFeeRefunded, creatorFeeReversed } from './fee-entries.ts'

const at = new Date('2026-11-21T09:00:00Z')
const week = { id: 'w', amountMinor: 6_000_000n, currency: 'UGX' as const, at }
const table = (lines: readonly Line[]) =>
  Object.fromEntries(lines.map((line) => [line.account.purpose, line.amountMinor])) as Partial<Record<Purpose, bigint>>

test('CSUB-03 without a tax rate a week is earned in full; with 18 percent its tax is booked separately, to the shilling', () => {
  expect(table(creatorFeeEarned(week).lines)).toEqual({
    deferred_creator_fees: 6_000_000n,
    creator_fee_revenue: -6_000_000n,
  })
  expect(table(creatorFeeEarned(week, { vatBasisPoints: 1_800, soldMinor: 0n }).lines)).toEqual({
    deferred_creator_fees: 6_000_000n,
    creator_fee_revenue: -5_084_700n,
    taxes_payable: -915_300n,
  })
  expect(table(creatorFeeRefunded(week).lines)).toEqual({
    deferred_creator_fees: 6_000_000n,
    refunds_payable: -6_000_000n,
  })
})

test('CSUB-03 what was refunded by agreement before the week was over contains no tax', () => {
  const { lines } = creatorFeeEarned(week, { vatBasisPoints: 1_800, soldMinor: -2_000_000n })
  expect(table(lines).taxes_payable).toBe(-610_200n)
})

/** The three accounts of a week while parts of it are refunded, before it is over and after. */
class Books {
  owed: bigint
  sale: BookedSale = { soldMinor: 0n, taxMinor: 0n }
  readonly priceMinor: bigint
  constructor(priceMinor: bigint) {
    this.priceMinor = priceMinor
    this.owed = priceMinor
  }

  post(lines: readonly Line[]): void {
    const moved = table(lines)
    this.owed -= moved.deferred_creator_fees ?? 0n
    this.sale = {
      soldMinor: this.sale.soldMinor - (moved.creator_fee_revenue ?? 0n) - (moved.taxes_payable ?? 0n),
      taxMinor: this.sale.taxMinor - (moved.taxes_payable ?? 0n),
    }
  }

  earn(vatBasisPoints: number): void {
    const entry = creatorFeeEarned(
      { ...week, amountMinor: this.priceMinor },
      { vatBasisPoints, soldMinor: this.sale.soldMinor },
    )
    expect(validateEntry(entry)).toBeNull()
    this.post(entry.lines)
  }

  reverse(amountMinor: bigint, ends: boolean, vatBasisPoints: number): void {
    const back = { amountMinor, owedMinor: ends ? this.owed : 0n, currency: 'UGX' as const, vatBasisPoints }
    const lines = creatorFeeReversed(this.sale, back)
    expect(lines.reduce((sum, line) => sum + line.amountMinor, 0n)).toBe(amountMinor)
    this.post(lines)
  }
}

test('CSUB-03 PAY-08 however a week is refunded, in whatever parts, no tax of it is left after the last part', () => {
  const step = fc.oneof(
    fc.constant({ event: 'earn' as const }),
    fc.record({ event: fc.constant('back' as const), percent: fc.integer({ min: 1, max: 100 }), ends: fc.boolean() }),
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 500, max: 1_000_000 }),
      fc.integer({ min: 0, max: 3_000 }),
      fc.array(step, { maxLength: 8 }),
      (price, vat, steps) => {
        const books = new Books(ugx(price).amountMinor)
        let rest = books.priceMinor
        let over = false
        for (const step of steps) {
          if (step.event === 'earn') {
            if (!over) books.earn(vat)
            over = true
            continue
          }
          const amount = ((rest * BigInt(step.percent)) / 100n / 100n) * 100n
          if (amount === 0n) continue
          books.reverse(amount, step.ends, vat)
          over ||= step.ends
          rest -= amount
          const { soldMinor, taxMinor } = books.sale
          expect(taxMinor).toBeGreaterThanOrEqual(0n)
          // Rounding down keeps a shilling too much for each refunded part, never too little.
          if (over) expect(soldMinor).toBe(rest)
          if (soldMinor > 0n && over)
            expect(taxMinor).toBeGreaterThanOrEqual(taxWithin(ugx(Number(soldMinor / 100n)), vat).amountMinor - 100n)
        }
        if (!over) books.earn(vat)
        if (rest > 0n) books.reverse(rest, true, vat)
        expect({ owed: books.owed, ...books.sale }).toEqual({ owed: 0n, soldMinor: 0n, taxMinor: 0n })
      },
    ),
  )
})
