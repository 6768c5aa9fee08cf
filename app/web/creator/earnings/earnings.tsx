import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import earningsStylesUrl from '#app/web/creator/earnings/earnings.css?url'
import { type EarningsBoard, loadEarningsBoard } from '#app/web/creator/earnings/board.server.ts'
import { loadToday } from '#app/web/creator/earnings/today.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, Glyph, ListRow } from '#app/ui/card.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { NextPayout } from '#app/web/creator/overview/home-view.tsx'
import { DashboardTabs } from './dashboard-tabs.tsx'
import { EarningsChart } from './earnings-chart.tsx'
import { EarningsSources } from './earnings-sources.tsx'
import { TodayCard } from './today-card.tsx'
import type { Route } from './+types/earnings'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: earningsStylesUrl }]

export const handle = creatorPage('Earnings', { shell: 'full', tab: 'earnings' })

export async function loader({ context }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const [board, today] = await Promise.all([loadEarningsBoard(creator.id), loadToday(creator.id)])
  return { board, today }
}

/** What a creator has earned: balances, days, sources, payouts, statements. */
export default function Earnings({ loaderData: { board, today } }: Route.ComponentProps) {
  return (
    <div className="container earnings">
      <aside className="earnings-rail" aria-label="Today">
        <TodayCard today={today} />
      </aside>
      <div className="earnings-tabs">
        <DashboardTabs active="earnings" />
        <h1 className="visually-hidden">Earnings</h1>
      </div>
      <div className="earnings-balance">
        <Balances board={board} />
      </div>
      <div className="earnings-main stack stack-16">
        <Days board={board} />
        <EarningsSources board={board} />
      </div>
      <div className="earnings-after stack stack-16">
        <Card rows>
          <ListRow
            href={toDashboard.tips}
            leading={<Glyph icon="hand-coins" tone="neutral" />}
            title="Tips"
            meta="From whom, with their messages"
          />
        </Card>
        <Payouts board={board} />
        <Statement board={board} />
      </div>
    </div>
  )
}

function Balances({ board }: { board: EarningsBoard }) {
  const { nextPayout } = board
  return (
    <Card as="section" aria-label="Balance">
      <div className="earnings-amounts">
        <div>
          <p className="earnings-amount">
            <Icon name="hourglass" size={20} />
            Pending
          </p>
          <p className="money earnings-sum" translate="no">
            {board.pending}
          </p>
          {board.hasPending ? (
            <a className="link link-target" href={to.clearingEarnings}>
              {board.clears}
            </a>
          ) : (
            <p className="text-caption">{board.clears}</p>
          )}
        </div>
        <div>
          <p className="earnings-amount text-success">
            <Icon name="circle-check" size={20} />
            Available
          </p>
          <p className="money earnings-sum" translate="no">
            {board.available}
          </p>
          <p className="text-caption">{nextPayout.amount ? nextPayout.title : 'Not paid yet'}</p>
        </div>
      </div>
      {board.owed && (
        <p className="earnings-owed">{`${board.owed} was refunded to fans after your payout. We take it from your next earnings.`}</p>
      )}
      <NextPayout next={nextPayout} className="earnings-next" />
      {nextPayout.waits && (
        <div className="earnings-add">
          <LinkButton variant="primary" wide href={nextPayout.href}>
            {board.account ? 'See the payout account' : 'Add a payout account'}
          </LinkButton>
        </div>
      )}
    </Card>
  )
}

function Days({ board }: { board: EarningsBoard }) {
  return (
    <Card padded as="section" aria-labelledby="days-heading">
      <div className="row row-between row-wrap">
        <div>
          <h2 className="text-body text-secondary" id="days-heading">
            Last 30 days, net
          </h2>
          <p className="money money-large" translate="no">
            {board.net}
          </p>
        </div>
        {board.change && (
          <p className={board.change.up ? 'earnings-change text-success' : 'earnings-change text-secondary'}>
            {board.change.up && <Icon name="arrow-up-right" size={16} />}
            {board.change.message}
          </p>
        )}
      </div>
      <EarningsChart days={board.days} />
    </Card>
  )
}

function Payouts({ board }: { board: EarningsBoard }) {
  return (
    <Card rows as="section" aria-labelledby="payouts-heading">
      <div className="earnings-head">
        <h2 className="text-h2" id="payouts-heading">
          Payouts
        </h2>
        <a className="link earnings-account" href={toDashboard.payoutAccount}>
          <Icon name="smartphone" size={20} />
          {board.account ?? 'Add a payout account'}
        </a>
      </div>
      {board.payouts.map((payout) => (
        <div className="earnings-payout" key={payout.number}>
          <div className="grow">
            <p className="text-h3">
              <a className="link" href={toDashboard.payout(payout.id)}>
                {payout.day}
              </a>
            </p>
            {payout.note && <p className="text-caption">{payout.note}</p>}
          </div>
          <div className="earnings-payout-sum">
            <p className="money text-h3" translate="no">
              {payout.amount}
            </p>
            <StatusChip status={payout.chip} small />
          </div>
        </div>
      ))}
      {board.payouts.length === 0 ? (
        <p className="earnings-none text-muted">No payouts yet. We pay your available balance every Friday at 09:00.</p>
      ) : (
        <ListRow href={to.payouts} title="All payouts" />
      )}
    </Card>
  )
}

function Statement({ board: { statement } }: { board: EarningsBoard }) {
  if (!statement)
    return (
      <p className="text-muted">
        Your first statement appears after your first sale. <RuleLink />
      </p>
    )
  const address = withQuery(toDashboard.statement, { period: statement.month })
  return (
    <section className="stack stack-8" aria-label="Statement">
      <Card padded className="row">
        <Glyph icon="receipt-text" tone="neutral" />
        <div className="grow">
          <p className="text-h3">
            <a className="link" href={address}>
              {statement.title}
            </a>
          </p>
          <p className="text-caption">All transactions with gross, fee and net</p>
        </div>
        <LinkButton
          size="small"
          icon="download"
          href={withQuery(toDashboard.statementCsv, { period: statement.month })}
        >
          CSV
        </LinkButton>
      </Card>
      <p className="text-muted">
        <RuleLink />
      </p>
    </section>
  )
}

function RuleLink() {
  return (
    <a className="link" href={to.passSharing}>
      How passes are shared
    </a>
  )
}
