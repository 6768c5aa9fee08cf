import { capitalised } from '#app/platform/graphemes.ts'
import type { CreatorBalances, Sums } from '#app/domain/earnings/queries.server.ts'
import { type EarningSource, SOURCE_TEXTS } from './earning.ts'

/**
 * One entry on a creator's accounts, from the creator's view: incoming money is positive. Releases move nothing in or out and are left out.
 */
export type StatementLine = {
  entryId: string
  kind: string
  causeKind: string
  causeId: string
  at: Date
  amountMinor: bigint
  /** Of an earning: its source. */
  earned: (Sums & { source: EarningSource }) | null
  /** What the creator is owed in total after this line. */
  balanceMinor: bigint
}

/** A creator's part of the passes of one week. */
export type ShareOfWeek = Sums & { runId: string; week: string; fans: number; days: number; checksum: string | null }

export type EarningsStatement = {
  /** "2026-10", or "2026" for a year. */
  period: string
  from: Date
  to: Date
  opening: CreatorBalances
  closing: CreatorBalances
  lines: StatementLine[]
  shares: ShareOfWeek[]
}

export type Part = 'earned' | 'payouts' | 'reversed' | 'creator_fees' | 'other'

/** The sum of the statement that a line belongs to. */
export function partOf(line: Pick<StatementLine, 'kind' | 'earned' | 'causeKind'>): Part {
  if (line.earned) return 'earned'
  if (line.causeKind === 'payout') return 'payouts'
  if (line.kind.startsWith('creator_fee')) return 'creator_fees'
  if (line.causeKind === 'refund' || line.causeKind === 'chargeback') return 'reversed'
  return 'other'
}

const TEXTS: Record<string, string> = {
  payout_scheduled: 'Payout',
  payout_failed: 'Payout failed, money available again',
  payout_cancelled: 'Payout cancelled, money available again',
  payout_reversed: 'Payout came back',
  payout_arrived_late: 'Payout arrived late',
  creator_fee_paid: 'Weekly fee, paid from earnings',
}

/** The label of a line. */
export function textOf(line: Pick<StatementLine, 'kind' | 'earned' | 'causeKind'>): string {
  if (line.earned) return SOURCE_TEXTS[line.earned.source]
  const known = TEXTS[line.kind]
  if (known) return known
  if (line.causeKind === 'chargeback') return line.kind.includes('won') ? 'Chargeback won' : 'Taken back: chargeback'
  if (line.causeKind === 'refund')
    return line.kind.endsWith('_to_earnings') ? 'Refund to earnings' : 'Taken back: refund'
  const plain = line.kind.replaceAll('_', ' ')
  return capitalised(plain)
}

export function totalOf(balances: CreatorBalances): bigint {
  return balances.pendingMinor + balances.availableMinor - balances.owedMinor
}

/** The sums under a statement, each with its sign: the opening and all of them make the closing. */
export function sumsOf(
  lines: readonly StatementLine[],
): Record<Part, bigint> & { grossMinor: bigint; feeMinor: bigint } {
  const sums = { earned: 0n, payouts: 0n, reversed: 0n, creator_fees: 0n, other: 0n, grossMinor: 0n, feeMinor: 0n }
  for (const line of lines) {
    sums[partOf(line)] += line.amountMinor
    sums.grossMinor += line.earned?.grossMinor ?? 0n
    sums.feeMinor += line.earned?.feeMinor ?? 0n
  }
  return sums
}

const MONTH = /^(20\d\d)-(0[1-9]|1[0-2])$/

/** The month of Kampala that a text such as "2026-10" names, or null. */
export function readMonth(text: string): { month: string; from: Date; to: Date } | null {
  const match = MONTH.exec(text)
  if (!match) return null
  const [year, month] = [Number(match[1]), Number(match[2])]
  return { month: text, from: firstOf(year, month - 1), to: firstOf(year, month) }
}

const YEAR = /^20\d\d$/

/** The month or year of Kampala that a text such as "2026-10" or "2026" names, or null. */
export function readPeriod(text: string): { period: string; from: Date; to: Date } | null {
  if (YEAR.test(text)) return { period: text, from: firstOf(Number(text), 0), to: firstOf(Number(text) + 1, 0) }
  const month = readMonth(text)
  return month && { period: text, from: month.from, to: month.to }
}

/** The years that have one of these months, as "2026", in their order. */
export function yearsOf(months: readonly string[]): string[] {
  return [...new Set(months.map((month) => month.slice(0, 4)))]
}

/** The first moment of a month of Kampala, three hours ahead of UTC. */
function firstOf(year: number, monthIndex: number): Date {
  return new Date(Date.UTC(year, monthIndex, 1, -3))
}

/** The months from one moment to another, newest first, as "2026-11". */
export function monthsBetween(from: Date, to: Date): string[] {
  const first = monthOf(from)
  const months: string[] = []
  for (let month = monthOf(to); month >= first; month = monthBefore(month)) months.push(month)
  return months
}

export function monthOf(at: Date): string {
  return new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 7)
}

export function monthBefore(month: string): string {
  const { from } = readMonth(month)!
  return monthOf(new Date(from.getTime() - 1))
}
