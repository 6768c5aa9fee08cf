import type { ReactNode } from 'react'
import { to } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip, FilterChip, FilterChips, type Tone } from '#app/ui/chip.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { IconName } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { Workbench } from '#app/web/admin/workbench.tsx'

type Row = {
  id: string
  href: string
  open: boolean
  name: string
  avatar: string | null
  number: string
  day: string
  by: string
  net: string
  chip: { tone: Tone; icon: IconName; text: string }
}
export type PayoutsPage = {
  filter: string
  filters: { name: string; count: number; active: boolean; href: string }[]
  rows: Row[]
  run: { day: string; net: string; done: string } | null
  nextRun: string
  paused: boolean
  halt: { reason: 'hour' | 'day' | 'gateway'; since: string } | null
  mayResume: boolean
  accounts: { id: string; creator: string; to: string; name: string; since: string; own: boolean }[]
  creators: {
    id: string
    name: string
    avatar: string | null
    available: string
    blocked: string | null
    href: string
  }[]
  ask: { kind: 'process'; creatorId: string; name: string; available: string; less: string } | { kind: 'resume' } | null
}

const FILTER_NAMES: Record<string, string> = {
  all: 'All',
  approval: 'Needs approval',
  pending: 'Pending',
  sending: 'Sending',
  unknown: 'Unknown',
  failed: 'Failed',
  completed: 'Completed',
}

/** The payouts; the open one is beside the list, or replaces it on a narrow screen. */
export function PayoutsView({ page, open, children }: { page: PayoutsPage; open: boolean; children: ReactNode }) {
  return (
    <>
      <Workbench panel={open ? children : null}>
        <div>
          <h1 className="text-h1-small">Payouts</h1>
          <p className="text-muted">{`Next run ${page.nextRun}`}</p>
        </div>
        <Stopped page={page} />
        {page.run && (
          <Card padded className="payouts-run">
            <p className="text-muted">{`Run of ${page.run.day}`}</p>
            <p className="text-h1-small money">{page.run.net}</p>
            <p className="text-caption">{page.run.done}</p>
          </Card>
        )}
        {page.accounts.length > 0 && (
          <Banner
            tone="info"
            title={page.accounts.length === 1 ? '1 name to check' : `${page.accounts.length} names to check`}
            action={
              <a className="link" href="#names">
                Check names
              </a>
            }
          >
            We send nothing to an account until you have accepted its name.
          </Banner>
        )}
        <FilterChips wrap="wide" label="Which payouts">
          {page.filters.map((one) => (
            <FilterChip key={one.name} href={one.href} active={one.active}>
              {FILTER_NAMES[one.name]} <span className="filter-count">{one.count}</span>
            </FilterChip>
          ))}
        </FilterChips>
        <Rows rows={page.rows} />
        {page.accounts.length > 0 && <NamesToCheck accounts={page.accounts} />}
        <Payable creators={page.creators} />
      </Workbench>
      {page.ask && <AskDialog ask={page.ask} />}
    </>
  )
}

const HALTS = {
  hour: 'The hourly limit is reached.',
  day: 'The daily limit is reached.',
  gateway: 'The gateway rejects our requests. Check our key, account and allow-list.',
} as const

function Stopped({ page }: { page: PayoutsPage }) {
  return (
    <>
      {page.halt && (
        <Banner
          tone="danger"
          title="Payouts have stopped"
          action={
            page.mayResume ? (
              <LinkButton size="small" href={`${to.admin.payouts}?ask=resume`}>
                Resume payouts
              </LinkButton>
            ) : null
          }
        >
          {`${HALTS[page.halt.reason]} Stopped since ${page.halt.since}. No money is lost. A super-admin or the owner can resume payouts.`}
        </Banner>
      )}
      {page.paused && (
        <Banner tone="warning" title="Payouts are paused">
          The owner paused payouts in Settings. Payouts that are already sent still complete.
        </Banner>
      )}
    </>
  )
}

function Rows({ rows }: { rows: Row[] }) {
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState icon="wallet" title="No payouts match" heading="h2" compact>
          The weekly run creates payouts every Friday.
        </EmptyState>
      </Card>
    )
  return (
    <Card>
      <div className="work-row work-row-head payout-row" aria-hidden="true">
        <span>Creator</span>
        <span className="work-row-wide">Run</span>
        <span className="payout-sum">Amount, UGX</span>
        <span>Status</span>
      </div>
      <ul className="card-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <a
              className={joinClasses('work-row payout-row', row.open && 'work-row-open')}
              href={row.href}
              aria-current={row.open ? 'true' : undefined}
            >
              <span className="row work-row-person">
                <Avatar name={row.name} src={row.avatar} size={32} />
                <span className="stack payout-names">
                  <span className="text-h3">{row.name}</span>
                  <span className="text-caption">{row.number}</span>
                </span>
              </span>
              <span className="work-row-wide text-secondary">{`${row.day}, ${row.by.toLowerCase()}`}</span>
              <span className="payout-sum money text-h3">{row.net}</span>
              <span className="payout-state">
                <Chip tone={row.chip.tone} icon={row.chip.icon} small>
                  {row.chip.text}
                </Chip>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function NamesToCheck({ accounts }: { accounts: PayoutsPage['accounts'] }) {
  return (
    <section className="stack stack-8" aria-labelledby="names">
      <h2 className="text-h2" id="names">
        Account names to check
      </h2>
      <p className="text-muted">Is this the name on the creator’s documents? We send nothing until you accept it.</p>
      <Card>
        <ul className="card-rows">
          {accounts.map((account) => (
            <li key={account.id} className="payout-check">
              <span className="payout-check-name">
                <span className="text-h3">{account.name}</span>
                <span className="text-muted">{`${account.creator}, ${account.to}, since ${account.since}`}</span>
              </span>
              {account.own ? (
                <span className="text-muted">Your own account</span>
              ) : (
                <form method="post" action={to.admin.payouts} className="row">
                  <input type="hidden" name="account" value={account.id} />
                  <Button size="small" name="intent" value="accept-name">
                    Accept name
                  </Button>
                  <Button size="small" variant="quiet" name="intent" value="refuse-name">
                    Refuse name
                  </Button>
                </form>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

function Payable({ creators }: { creators: PayoutsPage['creators'] }) {
  if (creators.length === 0) return null
  return (
    <section className="stack stack-8" aria-labelledby="payable">
      <h2 className="text-h2" id="payable">
        Available to pay out
      </h2>
      <Card>
        <ul className="card-rows">
          {creators.map((creator) => (
            <li key={creator.id} className="payout-check">
              <span className="row work-row-person">
                <Avatar name={creator.name} src={creator.avatar} size={32} />
                <span className="stack payout-names">
                  <span className="text-h3">{creator.name}</span>
                  <span className="text-caption money">{creator.available}</span>
                </span>
              </span>
              {creator.blocked ? (
                <span className="text-muted">{creator.blocked}</span>
              ) : (
                <LinkButton size="small" href={creator.href}>
                  Pay now
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

function AskDialog({ ask }: { ask: NonNullable<PayoutsPage['ask']> }) {
  const message =
    ask.kind === 'process'
      ? {
          title: `Pay ${ask.name} now?`,
          text: `${ask.available} is available. We send it now, minus ${ask.less}. A large amount needs approvals first.`,
          button: 'Pay now',
        }
      : {
          title: 'Resume payouts?',
          text: 'First check the payouts that were sent, and the gateway. The limits reset when you resume.',
          button: 'Resume payouts',
        }
  return (
    <Dialog title={message.title} description={message.text} closeHref={to.admin.payouts}>
      <form method="post" action={to.admin.payouts} className="payout-acts">
        <input type="hidden" name="intent" value={ask.kind} />
        {ask.kind === 'process' && <input type="hidden" name="creator" value={ask.creatorId} />}
        <LinkButton href={to.admin.payouts}>Go back</LinkButton>
        <Button variant="primary">{message.button}</Button>
      </form>
    </Dialog>
  )
}
