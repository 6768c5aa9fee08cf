import type { EarningsStatement, StatementLine } from '#app/domain/earnings/statement.ts'
import { sumsOf, totalOf, textOf } from '#app/domain/earnings/statement.ts'
import { showClock, showDate } from '#app/platform/dates.ts'
import { csvOf, plainAmount } from '#app/domain/privacy/csv.ts'
import { addToDay } from '#app/domain/usage/day.ts'
import { showShortDay, signed } from './amounts.ts'

/** A transaction of the statement, for page, CSV and PDF. `balanceMinor` is the creator's total balance after it. */
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

/** Who a statement is from and for, each in a line. */
export type Parties = { from: string; to: string }

/** `references`: "PCH-…" of sales and refunds and "PO-…" of payouts, by the cause of the entry; the ledger stores neither. */
export function statementRows(statement: EarningsStatement, references: ReadonlyMap<string, string>): StatementRow[] {
  const weeks = new Map(statement.shares.map((share) => [share.runId, share]))
  return statement.lines.map((line) => ({
    id: line.entryId,
    date: showDate(line.at),
    time: showClock(line.at),
    message: textWith(line, weeks.get(line.causeId)),
    reference: references.get(line.causeId) ?? referenceOf(line.causeId),
    grossMinor: line.earned?.grossMinor ?? null,
    feeMinor: line.earned?.feeMinor ?? null,
    amountMinor: line.amountMinor,
    balanceMinor: line.balanceMinor,
  }))
}

function textWith(line: StatementLine, share: EarningsStatement['shares'][number] | undefined): string {
  return share ? `Pass share, ${weekText(share.week)}: ${usersText(share)}` : textOf(line)
}

/**
 * "12 fans, 34 days of use": the basis of a creator's share of a week, or its origin if nobody was used; "common pool" is for weeks under
 * the former rule.
 */
export function usersText({ fans, days }: { fans: number; days: number }): string {
  if (days === 0 && fans === 0) return 'from the common pool'
  if (days === 0) return fans === 1 ? '1 fan who follows you' : `${fans} fans who follow you`
  return `${fans} ${fans === 1 ? 'fan' : 'fans'}, ${days} ${days === 1 ? 'day' : 'days'} of use`
}

/** "42,000 less our fee of 8,400": gross share and fee; the rest is the creator's net. */
export function sumText({ grossMinor, feeMinor }: { grossMinor: bigint; feeMinor: bigint }): string {
  return `${signed(grossMinor)} less our fee of ${signed(feeMinor)}`
}

/** "9 Nov to 15 Nov". */
export function weekText(monday: string): string {
  return `${showShortDay(monday)} to ${showShortDay(addToDay(monday, 6))}`
}

/** Of what has no reference that people know, such as a day of subscriptions: the end of its id. */
function referenceOf(causeId: string): string {
  return causeId.replaceAll('-', '').slice(-12).toUpperCase()
}

/** The totals of a statement, each with its sign, from the opening to the closing balance. */
export function statementSums(
  statement: EarningsStatement,
): { message: string; amountMinor: bigint; strong?: boolean }[] {
  const sums = sumsOf(statement.lines)
  const rows = [
    { message: 'Opening balance', amountMinor: totalOf(statement.opening), strong: true },
    { message: 'Gross earnings', amountMinor: sums.grossMinor },
    { message: 'Platform fee', amountMinor: -sums.feeMinor },
    { message: 'Refunds and chargebacks', amountMinor: sums.reversed },
    { message: 'Weekly fees from earnings', amountMinor: sums.creator_fees },
    { message: 'Payouts', amountMinor: sums.payouts },
    { message: 'Other', amountMinor: sums.other },
    { message: 'Closing balance', amountMinor: totalOf(statement.closing), strong: true },
  ]
  return rows.filter((row) => row.strong || row.amountMinor !== 0n)
}

/** How the closing balance is made up. */
export function closingParts({ closing }: EarningsStatement): { message: string; amountMinor: bigint }[] {
  return [
    { message: 'Pending', amountMinor: closing.pendingMinor },
    { message: 'Available', amountMinor: closing.availableMinor },
    { message: 'You owe', amountMinor: -closing.owedMinor },
  ].filter((row) => row.amountMinor !== 0n)
}

/** What was taken from the payouts of the period before they left: part of the payouts above. */
export function takenRows({ feeMinor, taxMinor }: { feeMinor: bigint; taxMinor: bigint }) {
  return [
    { message: 'Tax withheld from payouts', amountMinor: taxMinor },
    { message: 'Payout fees', amountMinor: feeMinor },
  ]
}

/** Whole shillings, as a spreadsheet adds them up. */
function shillings(amountMinor: bigint): string {
  return amountMinor % 100n === 0n ? String(amountMinor / 100n) : plainAmount(amountMinor)
}

const HEAD = ['Date', 'Time (EAT)', 'What', 'Reference', 'Gross UGX', 'Platform fee UGX', 'Net UGX', 'Balance UGX']

/** The statement for a spreadsheet. The net column adds up from the opening to the closing balance. */
export function statementCsv(statement: EarningsStatement, rows: readonly StatementRow[]): string {
  const opening = shillings(totalOf(statement.opening))
  const closing = shillings(totalOf(statement.closing))
  return csvOf([
    HEAD,
    [showDate(statement.from), '', 'Opening balance', '', '', '', '', opening],
    ...rows.map((row) => [
      row.date,
      row.time,
      row.message,
      row.reference,
      row.grossMinor === null ? '' : shillings(row.grossMinor),
      row.feeMinor === null ? '' : shillings(-row.feeMinor),
      shillings(row.amountMinor),
      shillings(row.balanceMinor),
    ]),
    [showDate(new Date(statement.to.getTime() - 1)), '', 'Closing balance', '', '', '', '', closing],
  ])
}
