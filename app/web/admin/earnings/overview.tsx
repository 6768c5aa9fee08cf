import { balanceSheet, type SheetPart } from '#app/domain/ledger/balance-sheet.ts'
import { listCosts, sumAccounts } from '#app/domain/ledger/browse.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { type EarnedSum, listDays, listEarnedBySource, listEarnedDays } from '#app/domain/overview/earnings.server.ts'
import { countDifferences, listRuns } from '#app/domain/reconciliation/queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { showDate } from '#app/platform/dates.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip, FilterChip, FilterChips } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ColumnHeads } from '#app/ui/table.tsx'
import { Panel } from '#app/web/admin/panel.tsx'
import { showDayAndMonth } from '#app/web/components/bar-chart.tsx'
import { staffPage } from '#app/web/admin/staff-handle.ts'
import { MoneyChart } from '../money-chart.tsx'
import { BookLines } from './book-lines.tsx'
import { accountName, moneyOf, sourceName } from './money-texts.ts'
import { RANGES, rangeOf } from './range.ts'
import type { Route } from './+types/overview'

export const handle = staffPage('Earnings', 'ledger.view')

export async function loader({ url }: Route.LoaderArgs) {
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
    ranges: RANGES.map((range) => ({ range, active: range === days, href: `${toAdmin.earnings}?days=${range}` })),
    sources: sources.map((row) => ({ name: sourceName(row.source), ...shown(row) })),
    byDay: dayList
      .filter((day) => sumOf.has(day))
      .toReversed()
      .map((day) => ({ name: showDayAndMonth(day), ...shown(sumOf.get(day)!) })),
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
    exportHref: `${toAdmin.moneyExport}?days=${days}`,
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

/** Amounts without "UGX": the table's head names the currency. */
function shown(sum: EarnedSum) {
  const plain = (amountMinor: bigint) => formatMoney(moneyOf(amountMinor)).replace('UGX\u00a0', '')
  return { gross: plain(sum.grossMinor), fee: plain(sum.feeMinor), net: plain(sum.netMinor) }
}

function sheetRows(part: SheetPart) {
  return {
    title: part.title,
    rows: part.lines.map((line) => ({
      key: `${line.purpose} ${line.currency}`,
      href: `${toAdmin.ledger}?purpose=${line.purpose}`,
      name: accountName(line.purpose),
      about: line.description,
      amount: formatMoney(moneyOf(line.amountMinor, line.currency)),
    })),
    totals: part.totals.map((total) => formatMoney(moneyOf(total.amountMinor, total.currency))),
  }
}

type Page = Route.ComponentProps['loaderData']

/** Earnings by source and by day, and the balances of all accounts. */
export default function Overview({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <div className="admin-heading">
        <h1 className="text-h1-small">Earnings</h1>
        <div className="row row-wrap">
          <BooksChip page={page} />
          <LinkButton href={page.exportHref} icon="download" size="small">
            CSV
          </LinkButton>
        </div>
      </div>
      <FilterChips label="How many days">
        {page.ranges.map(({ range, active, href }) => (
          <FilterChip key={range} href={href} active={active}>
            {range} days
          </FilterChip>
        ))}
      </FilterChips>
      <div className="earnings-columns">
        <Sources page={page} />
        <Panel id="by-day" title="Gross by day" aside={<p className="text-secondary">EAT</p>}>
          <MoneyChart days={page.chart} />
          {page.byDay.length > 0 && (
            <details className="earnings-days">
              <summary className="text-h3">
                Gross, fee and creators by day <Icon name="chevron-down" size={20} />
              </summary>
              <SumsTable first="Day" rows={page.byDay} total={page.total} />
            </details>
          )}
        </Panel>
      </div>
      <section className="stack stack-8" aria-labelledby="sheet">
        <div>
          <h2 className="text-h2" id="sheet">
            Balances
          </h2>
          <p className="text-secondary">
            What we hold minus what we owe is ours. All accounts together{' '}
            {page.balanced ? 'add up to zero.' : 'do NOT add up to zero.'}
          </p>
        </div>
        <div className="earnings-sheet">
          {page.sheet.map((part) => (
            <SheetCard key={part.title} part={part} />
          ))}
        </div>
      </section>
    </>
  )
}

function BooksChip({ page }: { page: Page }) {
  const { checked, open, balanced } = page
  if (!balanced || (checked && checked.breaches > 0))
    return (
      <Chip tone="danger" icon="triangle-exclamation-point">
        The books do not balance
      </Chip>
    )
  if (open > 0)
    return (
      <a className="link-target" href={toAdmin.reconciliation}>
        <Chip tone="warning" icon="clock">
          {open === 1 ? '1 difference' : `${open} differences`} open
        </Chip>
      </a>
    )
  return (
    <Chip tone="success" icon="circle-check">
      {checked ? (
        <>
          Audited <time dateTime={checked.at}>{checked.when}</time>
        </>
      ) : (
        'In balance'
      )}
    </Chip>
  )
}

function Sources({ page }: { page: Page }) {
  return (
    <Panel id="by-source" title="By source" aside={<p className="text-secondary">The last {page.days} days</p>}>
      {page.sources.length === 0 ? (
        <p className="admin-panel-empty text-secondary">No earnings in these days.</p>
      ) : (
        <SumsTable first="Source" rows={page.sources} total={page.total} />
      )}
      {page.costs.length > 0 && (
        <dl className="receipt earnings-costs">
          {page.costs.map((cost) => (
            <div key={`${cost.name} ${cost.amount}`}>
              <dt>{cost.name}</dt>
              <dd className="money" translate="no">
                {cost.amount}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}

function SumsTable({ first, rows, total }: { first: string; rows: Page['sources']; total: Page['total'] }) {
  return (
    <div className="earnings-scroll">
      <table className="earnings-table">
        <ColumnHeads heads={[first, 'Gross, UGX', 'Our fee', 'Creators']} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td className="money" translate="no">
                {row.gross}
              </td>
              <td className="money" translate="no">
                {row.fee}
              </td>
              <td className="money" translate="no">
                {row.net}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className="money" translate="no">
              {total.gross}
            </td>
            <td className="money" translate="no">
              {total.fee}
            </td>
            <td className="money" translate="no">
              {total.net}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function SheetCard({ part }: { part: Page['sheet'][number] }) {
  return (
    <Card as="section" aria-label={part.title}>
      <div className="admin-panel-head">
        <h3 className="text-h3">{part.title}</h3>
        <p className="money earnings-totals" translate="no">
          {part.totals.length === 0 ? 'None' : part.totals.join(' and ')}
        </p>
      </div>
      <BookLines lines={part.rows} />
    </Card>
  )
}
