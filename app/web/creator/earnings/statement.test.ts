import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type EarningsStatement,
  monthBefore,
  monthsBetween,
  readMonth,
  readPeriod,
  type StatementLine,
  sumsOf,
  totalOf,
  yearsOf,
} from '#app/domain/earnings/statement.ts'
import { statementPdf } from '#app/web/creator/earnings/statement-pdf.server.ts'
import { statementCsv, statementRows, statementSums } from './statement-rows.ts'

const amount = fc.bigInt({ min: 1n, max: 10n ** 9n }).map((shillings) => shillings * 100n)
const line = fc.oneof(
  amount.map((grossMinor): Partial<StatementLine> => {
    const feeMinor = (grossMinor / 500n) * 100n
    const netMinor = grossMinor - feeMinor
    return {
      kind: 'tip_paid',
      causeKind: 'purchase',
      amountMinor: netMinor,
      earned: { source: 'tip', grossMinor, feeMinor, netMinor },
    }
  }),
  amount.map((minor): Partial<StatementLine> => ({
    kind: 'payout_scheduled',
    causeKind: 'payout',
    amountMinor: -minor,
  })),
  amount.map((minor): Partial<StatementLine> => ({ kind: 'refund_decided', causeKind: 'refund', amountMinor: -minor })),
  amount.map((minor): Partial<StatementLine> => ({
    kind: 'creator_fee_paid',
    causeKind: 'purchase',
    amountMinor: -minor,
  })),
)

function statementOf(parts: Partial<StatementLine>[]): EarningsStatement {
  const opening = { pendingMinor: 500n, availableMinor: 70_000n, owedMinor: 100n }
  let balanceMinor = totalOf(opening)
  const lines = parts.map((part, index): StatementLine => {
    balanceMinor += part.amountMinor!
    return {
      entryId: String(index),
      kind: part.kind!,
      causeKind: part.causeKind!,
      causeId: '01970000-0000-7000-8000-000000000001',
      at: new Date('2026-11-10T09:00:00Z'),
      amountMinor: part.amountMinor!,
      earned: part.earned ?? null,
      balanceMinor,
    }
  })
  const closing = { pendingMinor: 0n, availableMinor: balanceMinor, owedMinor: 0n }
  return { ...readPeriod('2026-11')!, opening, closing, lines, shares: [] }
}

/** The texts of the first page, which the file holds compressed. */
function firstPageOf(file: Buffer): string {
  const from = file.indexOf('stream\n') + 'stream\n'.length
  return inflateSync(file.subarray(from, file.indexOf('\nendstream', from))).toString('latin1')
}

describe('a statement', () => {
  test('EARN-01 the totals add up from the opening to the closing balance, whatever happened in the month', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (parts) => {
        const statement = statementOf(parts)
        const sums = statementSums(statement)
        const moved = sums.filter((sum) => !sum.strong).reduce((all, sum) => all + sum.amountMinor, 0n)
        expect(totalOf(statement.opening) + moved).toBe(totalOf(statement.closing))
        const { earned, grossMinor, feeMinor } = sumsOf(statement.lines)
        expect(grossMinor - feeMinor).toBe(earned)
      }),
    )
  })

  test('EARN-01 the CSV file adds up line by line, and no text in it runs as a formula', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), (parts) => {
        const statement = statementOf(parts)
        const cells = statementCsv(statement, statementRows(statement, new Map()))
          .trim()
          .split('\r\n')
          .slice(1)
          .map((row) => row.split(','))
        let balance = Number(cells[0]!.at(-1))
        for (const row of cells.slice(1, -1)) {
          balance += Number(row.at(-2))
          expect(Number(row.at(-1))).toBeCloseTo(balance, 2)
        }
        expect(Number(cells.at(-1)!.at(-1))).toBeCloseTo(balance, 2)
        for (const cell of cells.flat()) expect(cell).not.toMatch(/^[=+@\t|%]|^-(?!\d)/)
      }),
    )
  })

  test('EARN-01 a month of a thousand lines makes a PDF of about twenty pages', () => {
    const statement = statementOf(fc.sample(line, 1_000))
    const file = statementPdf(
      {
        statement,
        rows: statementRows(statement, new Map()),
        taken: { feeMinor: 150_000n, taxMinor: 600_000n },
        parties: { from: 'Peach Ltd, TIN 1000123456', to: 'Amina Nakato (@amina_k)' },
      },
      { brandName: 'Peach', madeAt: new Date('2026-12-01T09:00:00Z') },
    )
    const first = firstPageOf(file)
    for (const text of ['Peach Ltd, TIN 1000123456', 'Amina Nakato', 'Tax withheld from payouts'])
      expect(first).toContain(text)
    expect(Number(/\/Count (\d+)/.exec(file.toString('latin1'))![1])).toBeGreaterThan(18)
  })
})

describe('months', () => {
  test('EARN-01 a month starts at midnight in Kampala, three hours before the UTC day', () => {
    expect(readMonth('2026-11')).toEqual({
      month: '2026-11',
      from: new Date('2026-10-31T21:00:00Z'),
      to: new Date('2026-11-30T21:00:00Z'),
    })
    expect(monthBefore('2026-01')).toBe('2025-12')
    expect(monthsBetween(new Date('2025-12-31T22:00:00Z'), new Date('2026-03-01T00:00:00Z'))).toEqual([
      '2026-03',
      '2026-02',
      '2026-01',
    ])
  })

  test('EARN-01 a year is all its months, and nothing else is a period', () => {
    expect(readPeriod('2026')).toEqual({
      period: '2026',
      from: readMonth('2026-01')!.from,
      to: readMonth('2026-12')!.to,
    })
    for (const wrong of ['226', '1999', '20266', '2026-', '2026-1', '']) expect(readPeriod(wrong), wrong).toBeNull()
    expect(yearsOf(['2026-02', '2026-01', '2025-12'])).toEqual(['2026', '2025'])
  })

  test.each(['2026-13', '2026-00', '26-11', '2026-11-01', "2026-11' or 1=1", '', '9999-01'])(
    'EARN-01 an invalid month is refused: %s',
    (text) => expect(readMonth(text)).toBeNull(),
  )
})
