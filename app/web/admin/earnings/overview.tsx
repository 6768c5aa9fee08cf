import { showDate } from '#app/platform/dates.ts'
import { listCosts, sumAccounts } from '#app/domain/ledger/browse.server.ts'
import { balanceSheet, type SheetPart } from '#app/domain/ledger/balance-sheet.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { type EarnedSum, listDays, listEarnedBySource, listEarnedDays } from '#app/domain/overview/earnings.server.ts'
import { countDifferences, listRuns } from '#app/domain/reconciliation/queries.server.ts'
import { to } from '#app/links.ts'
import { accountName, moneyOf, sourceName } from './money-texts.ts'
import { RANGES, rangeOf } from './range.ts'
import { OverviewView, type OverviewPage, type SheetRows } from './overview-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/overview'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:ledger.view' },
  title: 'Earnings',
} satisfies RouteHandle

export async function loader({ url }: Route.LoaderArgs): Promise<OverviewPage> {
  const days = rangeOf(url.searchParams.get('days'))
  const [sources, byDay, dayList, costs, sums, differences, audits] = await Promise.all([
    listEarnedBySource(days),
    listEarnedDays(days),
    listDays(days),
    listCosts(days),
    sumAccounts(),
    countDifferences(),
    listRuns('audit', 1),
  ])
  const sumOf = new Map<string, EarnedSum>()
  for (const row of byDay) sumOf.set(row.day, add(sumOf.get(row.day) ?? NOTHING, row))
  const sheet = balanceSheet(sums)
  const audit = audits[0] ?? null
  return {
    days,
    ranges: RANGES.map((range) => ({ range, active: range === days, href: `${to.admin.earnings}?days=${range}` })),
    sources: sources.map((row) => ({ name: sourceName(row.source), ...shown(row) })),
    byDay: dayList
      .filter((day) => sumOf.has(day))
      .toReversed()
      .map((day) => ({ name: shortDay(day), ...shown(sumOf.get(day)!) })),
    total: shown(sources.reduce(add, NOTHING)),
    chart: dayList.map((day) => {
      const amountMinor = (sumOf.get(day) ?? NOTHING).grossMinor
      // Whole shillings are precise enough for a chart, and a double holds them exactly.
      return { day, shillings: Number(amountMinor / 100n), message: formatMoney(moneyOf(amountMinor)) }
    }),
    costs: costs.map((cost) => ({
      name: accountName(cost.purpose),
      amount: formatMoney(moneyOf(cost.amountMinor, cost.currency)),
    })),
    sheet: [sheet.holds, sheet.owes, sheet.result].map(sheetRows),
    balanced: sheet.balanced,
    checked: audit?.finishedAt
      ? { when: showDate(audit.finishedAt), at: audit.finishedAt.toISOString(), breaches: audit.counts.breaches ?? 0 }
      : null,
    open: differences.open,
    exportHref: `${to.admin.moneyExport}?days=${days}`,
  }
}

const NOTHING: EarnedSum = { grossMinor: 0n, feeMinor: 0n, netMinor: 0n }

function add(left: EarnedSum, right: EarnedSum): EarnedSum {
  return {
    grossMinor: left.grossMinor + right.grossMinor,
    feeMinor: left.feeMinor + right.feeMinor,
    netMinor: left.netMinor + right.netMinor,
  }
}

/** The date without its year, as below the chart: the table fits on the narrowest phone. */
function shortDay(day: string): string {
  return showDate(new Date(`${day}T12:00:00Z`)).replace(/ \d{4}$/, '')
}

/** Amounts without "UGX": the table's head names the currency. */
function shown(sum: EarnedSum) {
  const plain = (amountMinor: bigint) => formatMoney(moneyOf(amountMinor)).replace('UGX\u00a0', '')
  return { gross: plain(sum.grossMinor), fee: plain(sum.feeMinor), net: plain(sum.netMinor) }
}

function sheetRows(part: SheetPart): SheetRows {
  return {
    title: part.title,
    rows: part.lines.map((line) => ({
      key: `${line.purpose} ${line.currency}`,
      href: `${to.admin.ledger}?purpose=${line.purpose}`,
      name: accountName(line.purpose),
      description: line.description,
      amount: formatMoney(moneyOf(line.amountMinor, line.currency)),
    })),
    totals: part.totals.map((total) => formatMoney(moneyOf(total.amountMinor, total.currency))),
  }
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  return <OverviewView page={loaderData} />
}
