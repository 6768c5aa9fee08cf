import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import { showMonth, signed } from './amounts.ts'
import { loadStatement } from './load-statement.server.ts'
import { closingParts, statementSums, sumText, usersText, weekText } from './statement-rows.ts'

const MAX_LINES = 200

/** A creator's month as the page shows it, as texts. */
export async function loadStatementPage(creatorId: string, asked: { month: string; months: string[] }) {
  const { statement, rows } = await loadStatement(creatorId, asked.month)
  const amount = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
  return {
    month: asked.month,
    title: `${showMonth(asked.month)} statement`,
    span: `${showDate(statement.from)} to ${showDate(new Date(statement.to.getTime() - 1))}, EAT`,
    months: asked.months.map((month) => ({ month, message: showMonth(month), active: month === asked.month })),
    sums: statementSums(statement).map((sum) => ({ ...sum, amount: amount(sum.amountMinor) })),
    closing: closingParts(statement).map((part) => ({ ...part, amount: amount(part.amountMinor) })),
    lines: rows.slice(-MAX_LINES).map((row) => ({
      id: row.id,
      day: `${row.date.replace(/ \d{4}$/, '')}, ${row.time}`,
      message: row.message,
      gross: row.grossMinor === null ? '' : signed(row.grossMinor),
      fee: row.feeMinor === null ? '' : signed(-row.feeMinor),
      net: signed(row.amountMinor),
      balance: signed(row.balanceMinor),
    })),
    left: Math.max(0, rows.length - MAX_LINES),
    shares: statement.shares.map((share) => ({
      id: share.runId,
      week: weekText(share.week),
      users: usersText(share),
      sum: sumText(share),
      net: amount(share.netMinor),
      checksum: share.checksum?.slice(0, 16) ?? null,
    })),
    sharesTotal: amount(statement.shares.reduce((sum, share) => sum + share.netMinor, 0n)),
  }
}

export type StatementPage = Awaited<ReturnType<typeof loadStatementPage>>
