import type { EarningsStatement, StatementLine } from '#app/domain/earnings/statement.ts'
import { sumsOf, totalOf, textOf } from '#app/domain/earnings/statement.ts'
import { showClock, showDate } from '#app/domain/payments/show-time.ts'
import { csvOf, plainAmount } from '#app/domain/privacy/csv.ts'
import { addToDay } from '#app/domain/usage/day.ts'
import { showShortDay, signed } from './amounts.ts'

/** A line as every form of the statement shows it. `balanceMinor` is what the creator is owed in all after it. */
export type StatementRow = {
  id: string
  date: string
  time: string
  message: string
  reference: string
  grossMinor: bigint | null
  feeMinor: bigint | null
  amountMinor: bigint
  balanceMinor: bigint
}

/** `payouts`: the fee and number of each payout by its id, which the ledger doesn't tell apart. */
export function statementRows(statement: EarningsStatement, payouts: ReadonlyMap<string, string>): StatementRow[] {
  const weeks = new Map(statement.shares.map((share) => [share.runId, share]))
  return statement.lines.map((line) => ({
    id: line.entryId,
    date: showDate(line.at),
    time: showClock(line.at),
    message: textWith(line, weeks.get(line.causeId), payouts.get(line.causeId)),
    reference: referenceOf(line.causeId),
    grossMinor: line.earned?.grossMinor ?? null,
    feeMinor: line.earned?.feeMinor ?? null,
    amountMinor: line.amountMinor,
    balanceMinor: line.balanceMinor,
  }))
}

function textWith(
  line: StatementLine,
  share: EarningsStatement['shares'][number] | undefined,
  payout: string | undefined,
): string {
  if (share) return `Pass share, ${weekText(share.week)}: ${usersText(share)}`
  return payout ? `${textOf(line)} ${payout}` : textOf(line)
}

/** "12 fans, 34 days of use": how large a creator's part of a week was, or where it came from without any use; the last is of weeks of the former rule. */
export function usersText({ fans, days }: { fans: number; days: number }): string {
  if (days === 0 && fans === 0) return 'from the common pool'
  if (days === 0) return fans === 1 ? '1 fan who follows you' : `${fans} fans who follow you`
  return `${fans} ${fans === 1 ? 'fan' : 'fans'}, ${days} ${days === 1 ? 'day' : 'days'} of use`
}

/** "42,000 less our fee of 8,400": what the passes gave, of which the creator's net is the rest. */
export function sumText({ grossMinor, feeMinor }: { grossMinor: bigint; feeMinor: bigint }): string {
  return `${signed(grossMinor)} less our fee of ${signed(feeMinor)}`
}

/** "9 Nov to 15 Nov". */
export function weekText(monday: string): string {
  return `${showShortDay(monday)} to ${showShortDay(addToDay(monday, 6))}`
}

/** Names what moved the money, and opens nothing. */
function referenceOf(causeId: string): string {
  return causeId.replaceAll('-', '').slice(-12).toUpperCase()
}

/** The last lines of a statement: every sum with its sign, from the opening to the closing. */
export function statementSums(
  statement: EarningsStatement,
): { message: string; amountMinor: bigint; strong?: boolean }[] {
  const sums = sumsOf(statement.lines)
  const rows = [
    { message: 'Owed to you at the beginning', amountMinor: totalOf(statement.opening), strong: true },
    { message: 'Gross earnings', amountMinor: sums.grossMinor },
    { message: 'Platform fee', amountMinor: -sums.feeMinor },
    { message: 'Taken back by refunds and chargebacks', amountMinor: sums.taken_back },
    { message: 'Weekly fees from earnings', amountMinor: sums.creator_fees },
    { message: 'Payouts', amountMinor: sums.payouts },
    { message: 'Other', amountMinor: sums.other },
    { message: 'Owed to you at the end', amountMinor: totalOf(statement.closing), strong: true },
  ]
  return rows.filter((row) => row.strong || row.amountMinor !== 0n)
}

/** How the closing is parted. */
export function closingParts({ closing }: EarningsStatement): { message: string; amountMinor: bigint }[] {
  return [
    { message: 'of it pending', amountMinor: closing.pendingMinor },
    { message: 'of it available', amountMinor: closing.availableMinor },
    { message: 'less what you owe', amountMinor: -closing.owedMinor },
  ].filter((row) => row.amountMinor !== 0n)
}

const HEAD = ['Date', 'Time (EAT)', 'What', 'Reference', 'Gross UGX', 'Platform fee UGX', 'Net UGX', 'Balance UGX']

/** The statement for a spreadsheet. The net column adds up from the opening to the closing balance. */
export function statementCsv(statement: EarningsStatement, rows: readonly StatementRow[]): string {
  const opening = plainAmount(totalOf(statement.opening))
  const closing = plainAmount(totalOf(statement.closing))
  return csvOf([
    HEAD,
    [showDate(statement.from), '', 'Opening balance', '', '', '', '', opening],
    ...rows.map((row) => [
      row.date,
      row.time,
      row.message,
      row.reference,
      row.grossMinor === null ? '' : plainAmount(row.grossMinor),
      row.feeMinor === null ? '' : plainAmount(-row.feeMinor),
      plainAmount(row.amountMinor),
      plainAmount(row.balanceMinor),
    ]),
    [showDate(new Date(statement.to.getTime() - 1)), '', 'Closing balance', '', '', '', '', closing],
  ])
}
