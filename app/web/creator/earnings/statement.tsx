import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { data } from 'react-router'
import { NotFoundView } from '#app/web/components/notices.tsx'
import earningsStylesUrl from '#app/web/creator/earnings/earnings.css?url'
import { askedPeriod } from '#app/web/creator/earnings/load-statement.server.ts'
import { loadStatementPage, type StatementPage } from '#app/web/creator/earnings/statement-page.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FilterChip, FilterChips } from '#app/ui/chip.tsx'
import { Section } from '#app/ui/section.tsx'
import { ColumnHeads } from '#app/ui/table.tsx'
import { DashboardTabs } from './dashboard-tabs.tsx'
import type { Route } from './+types/statement'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: earningsStylesUrl }]

export const handle = creatorPage('Statement', { shell: 'full', tab: 'earnings', backHref: to.earnings })

/** One month or year of the signed-in creator's earnings, transaction by transaction. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const asked = await askedPeriod(creator.id, url)
  if (!asked) return data({ state: 'not_found' as const }, 404)
  const page = await loadStatementPage(creator, asked)
  return { state: 'page' as const, page }
}

/** A month: its totals, all transactions, and the shares of passes. */
export default function Statement({ loaderData }: Route.ComponentProps) {
  if (loaderData.state === 'not_found') return <NotFoundView />
  const { page } = loaderData
  return (
    <div className="container container-reading stack stack-16">
      <DashboardTabs active="earnings" />
      <header className="stack stack-4">
        <h1 className="text-h1">{page.title}</h1>
        <p className="text-muted">{page.span}</p>
        <p className="text-muted">
          From {page.parties.from}
          <br />
          For {page.parties.to}
        </p>
      </header>
      <FilterChips label="Year or month">
        {page.periods.map(({ period, message, active }) => (
          <FilterChip key={period} href={withQuery(toDashboard.statement, { period })} active={active}>
            {message}
          </FilterChip>
        ))}
      </FilterChips>
      <div className="statement-files">
        <LinkButton icon="download" href={withQuery(toDashboard.statementCsv, { period: page.period })}>
          CSV
        </LinkButton>
        <LinkButton icon="download" href={withQuery(toDashboard.statementPdf, { period: page.period })}>
          PDF
        </LinkButton>
      </div>
      <Sums page={page} />
      <Lines page={page} />
      <Shares page={page} />
    </div>
  )
}

function Sums({ page }: { page: StatementPage }) {
  return (
    <Card padded as="section" aria-label="Totals">
      <dl className="stack stack-8 statement-sums">
        {page.sums.map((sum) => (
          <div key={sum.message} className={sum.strong ? 'row row-between text-strong' : 'row row-between'}>
            <dt>{sum.message}</dt>
            <dd className="money" translate="no">
              {sum.amount}
            </dd>
          </div>
        ))}
        {page.closing.map((part) => (
          <div key={part.message} className="row row-between text-muted">
            <dt>{part.message}</dt>
            <dd className="money" translate="no">
              {part.amount}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Lines({ page }: { page: StatementPage }) {
  if (page.lines.length === 0) return <p className="text-secondary">No transactions in this period.</p>
  return (
    <Section gap="stack-8" id="lines-heading" title="Transactions, UGX">
      {page.left > 0 && <p className="text-muted">{`The last 200. Download CSV or PDF for ${page.left} more.`}</p>}
      <Card className="statement-scroll">
        <table className="earnings-table statement-lines">
          <ColumnHeads heads={['Date', 'What', 'Gross', 'Fee', 'Net', 'Balance']} />
          <tbody>
            {page.lines.map((line) => (
              <tr key={line.id}>
                <td>{line.day}</td>
                <td>
                  {line.message}
                  <br />
                  <span className="text-caption">{line.reference}</span>
                </td>
                <td>{line.gross}</td>
                <td>{line.fee}</td>
                <td className="text-strong earnings-net">{line.net}</td>
                <td>{line.balance}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </Section>
  )
}

function Shares({ page }: { page: StatementPage }) {
  return (
    <Section gap="stack-8" id="shares-heading" title="Your share of passes">
      <p className="text-secondary">
        Each week, what a fan paid for a pass is shared among the creators that fan used.{' '}
        <a className="link" href={to.passSharing}>
          How passes are shared
        </a>
      </p>
      {page.shares.length > 0 && (
        <Card rows>
          {page.shares.map((share) => (
            <div className="earnings-payout" key={share.id}>
              <div className="grow">
                <p className="text-h3">{share.week}</p>
                <p>{share.users}</p>
                <p className="text-caption">{`${share.sum}${share.checksum ? `. Checksum ${share.checksum}` : ''}`}</p>
              </div>
              <p className="money text-h3" translate="no">
                {share.net}
              </p>
            </div>
          ))}
          <div className="earnings-payout">
            <p className="text-h3 grow">Total</p>
            <p className="money text-h3" translate="no">
              {page.sharesTotal}
            </p>
          </div>
        </Card>
      )}
    </Section>
  )
}
