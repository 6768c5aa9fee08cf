import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import { showPeriod, signed } from './amounts.ts'
import { loadStatement } from './load-statement.server.ts'
import { closingParts, statementSums, sumText, takenRows, usersText, weekText } from './statement-rows.ts'

const MAX_LINES = 200

/** A creator's month or year as the page shows it, as texts. */
export async function loadStatementPage(
  creator: Pick<Person, 'id' | 'username'>,
  asked: { period: string; periods: string[] },
) {
  const { statement, rows, taken, parties } = await loadStatement(creator, asked.period)
  const amount = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
  return {
    period: asked.period,
    title: `${showPeriod(asked.period)} statement`,
    parties,
    span: `${showDate(statement.from)} to ${showDate(new Date(statement.to.getTime() - 1))}, EAT`,
    periods: asked.periods.map((period) => ({
      period,
      message: showPeriod(period),
      active: period === asked.period,
    })),
    sums: statementSums(statement).map((sum) => ({ ...sum, amount: amount(sum.amountMinor) })),
    closing: [...closingParts(statement), ...takenRows(taken)].map((part) => ({
      ...part,
      amount: amount(part.amountMinor),
    })),
    lines: rows.slice(-MAX_LINES).map((row) => ({
      id: row.id,
      day: `${row.date.replace(/ \d{4}$/, '')}, ${row.time}`,
      message: row.message,
      reference: row.reference,
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
