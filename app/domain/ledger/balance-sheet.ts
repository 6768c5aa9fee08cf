import type { Currency } from '#app/domain/money/money.ts'
import { CHART, type Purpose } from './chart.ts'

export type SheetLine = {
  purpose: Purpose
  description: string
  currency: Currency
  amountMinor: bigint
  accounts: number
}
export type SheetPart = { title: string; lines: SheetLine[]; totals: { currency: Currency; amountMinor: bigint }[] }
export type Sheet = { holds: SheetPart; owes: SheetPart; result: SheetPart; balanced: boolean }

type Sum = { purpose: string; currency: Currency; accounts: number; balanceMinor: bigint }

/**
 * What we hold, what we owe, and what is left of it: revenue minus costs. Signs are chosen so that in each currency holdings minus debts
 * equal the result.
 */
export function balanceSheet(sums: readonly Sum[]): Sheet {
  const holds = partOf('What we hold', sums, ['asset'], 1n)
  const owes = partOf('What we owe', sums, ['liability'], -1n)
  const result = partOf('What is ours', sums, ['revenue', 'expense'], -1n)
  const off = new Map<Currency, bigint>()
  for (const sum of sums) off.set(sum.currency, (off.get(sum.currency) ?? 0n) + sum.balanceMinor)
  return { holds, owes, result, balanced: [...off.values()].every((amount) => amount === 0n) }
}

function partOf(title: string, sums: readonly Sum[], classes: readonly string[], sign: 1n | -1n): SheetPart {
  const lines = sums.flatMap((sum): SheetLine[] => {
    const purpose = purposeOf(sum.purpose)
    if (!purpose || !classes.includes(CHART[purpose].class) || sum.balanceMinor === 0n) return []
    const { description } = CHART[purpose]
    return [
      { purpose, description, currency: sum.currency, amountMinor: sum.balanceMinor * sign, accounts: sum.accounts },
    ]
  })
  const totals = new Map<Currency, bigint>()
  for (const line of lines) totals.set(line.currency, (totals.get(line.currency) ?? 0n) + line.amountMinor)
  return { title, lines, totals: Array.from(totals, ([currency, amountMinor]) => ({ currency, amountMinor })) }
}

function purposeOf(text: string): Purpose | null {
  return Object.hasOwn(CHART, text) ? (text as Purpose) : null
}
