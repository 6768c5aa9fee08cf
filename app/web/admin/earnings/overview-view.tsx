import { to } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip, FilterChip, FilterChips } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { MoneyChart } from '../money-chart.tsx'

type Sums = { gross: string; fee: string; net: string }
type NamedSums = Sums & { name: string }
export type SheetRows = {
  title: string
  rows: { key: string; href: string; name: string; description: string; amount: string }[]
  totals: string[]
}
export type OverviewPage = {
  days: number
  ranges: { range: number; active: boolean; href: string }[]
  sources: NamedSums[]
  byDay: NamedSums[]
  total: Sums
  chart: { day: string; shillings: number; message: string }[]
  costs: { name: string; amount: string }[]
  sheet: SheetRows[]
  balanced: boolean
  checked: { when: string; at: string; breaches: number } | null
  open: number
  exportHref: string
}

/** Earnings by source and by day, and the balances of all accounts. */
export function OverviewView({ page }: { page: OverviewPage }) {
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
        <Card as="section" aria-labelledby="by-day">
          <div className="admin-panel-head">
            <h2 className="text-h2" id="by-day">
              Gross by day
            </h2>
            <p className="text-secondary">EAT</p>
          </div>
          <MoneyChart days={page.chart} />
          {page.byDay.length > 0 && (
            <details className="earnings-days">
              <summary className="text-h3">
                Gross, fee and creators by day <Icon name="chevron-down" size={20} />
              </summary>
              <SumsTable first="Day" rows={page.byDay} total={page.total} />
            </details>
          )}
        </Card>
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

function BooksChip({ page }: { page: OverviewPage }) {
  const { checked, open, balanced } = page
  if (!balanced || (checked && checked.breaches > 0))
    return (
      <Chip tone="danger" icon="triangle-exclamation-point">
        The books do not balance
      </Chip>
    )
  if (open > 0)
    return (
      <a className="link-target" href={to.admin.reconciliation}>
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

function Sources({ page }: { page: OverviewPage }) {
  return (
    <Card as="section" aria-labelledby="by-source">
      <div className="admin-panel-head">
        <h2 className="text-h2" id="by-source">
          By source
        </h2>
        <p className="text-secondary">The last {page.days} days</p>
      </div>
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
              <dd className="money">{cost.amount}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

function SumsTable({ first, rows, total }: { first: string; rows: NamedSums[]; total: Sums }) {
  return (
    <div className="earnings-scroll">
      <table className="earnings-table">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">Gross, UGX</th>
            <th scope="col">Our fee</th>
            <th scope="col">Creators</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td className="money">{row.gross}</td>
              <td className="money">{row.fee}</td>
              <td className="money">{row.net}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className="money">{total.gross}</td>
            <td className="money">{total.fee}</td>
            <td className="money">{total.net}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function SheetCard({ part }: { part: SheetRows }) {
  return (
    <Card as="section" aria-label={part.title}>
      <div className="admin-panel-head">
        <h3 className="text-h3">{part.title}</h3>
        <p className="money earnings-totals">{part.totals.length === 0 ? 'None' : part.totals.join(' and ')}</p>
      </div>
      <ul className="card-rows">
        {part.rows.map((row) => (
          <li key={row.key}>
            <a className="earnings-line" href={row.href}>
              <span className="earnings-line-text">
                <span className="text-h3">{row.name}</span>
                <span className="text-muted">{row.description}</span>
              </span>
              <span className="money earnings-line-sum">{row.amount}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
