import { useParams } from 'react-router'
import { formatMoney } from '#app/domain/money/money.ts'
import { maskedAccount } from '#app/domain/payouts/account.ts'
import { nextRunAt } from '#app/domain/payouts/friday.ts'
import { payoutNumber, ugxOf } from '#app/domain/payouts/payout.ts'
import { canResumePayouts, canRunPayout } from '#app/domain/payouts/policy.ts'
import {
  countPayouts,
  findLastRun,
  findSendingState,
  listAccountsToCheck,
  listPayableCreators,
  listPayoutsForStaff,
  type PayableCreator,
  type StaffPayoutRow,
} from '#app/domain/payouts/staff-queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { now } from '#app/platform/clock.ts'
import { showDate, showDateTime } from '#app/platform/dates.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { Section } from '#app/ui/section.tsx'
import { loadQueue, queueAddress, readQueue } from '#app/web/admin/review-queue/queue.ts'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import { PersonRow, RowPerson } from '#app/web/admin/review-queue/rows.tsx'
import { personContext } from '#app/web/context.server.ts'
import { avatarPath } from '#app/web/picture.ts'
import { staffPage } from '#app/web/admin/staff-handle.ts'
import { staffPayoutChip } from './payout-texts.ts'
import { PAYOUTS } from './texts.ts'
import type { Route } from './+types/payouts'

export const handle = staffPage('Payouts', 'payouts.run')

/** The payouts, what blocks them, and the creators who can be paid. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const [page, run, sending, accounts, creators] = await Promise.all([
    loadQueue(PAYOUTS, url, params.payoutId, { list: listPayoutsForStaff, count: countPayouts, row: payoutRow }),
    findLastRun(),
    findSendingState(),
    listAccountsToCheck(),
    listPayableCreators(),
  ])
  const within = (path: string) => queueAddress(PAYOUTS, readQueue(PAYOUTS, url), path)
  return {
    page,
    run: run && {
      day: dayOf(run.day),
      net: formatMoney(ugxOf(run.netMinor)),
      done: `${run.done} of ${run.all} done`,
    },
    nextRun: showDateTime(nextRunAt(now())),
    paused: sending.paused,
    halt: sending.halt && { reason: sending.halt.reason, since: showDateTime(sending.halt.trippedAt) },
    resumeHref: canResumePayouts(actor).allowed ? within(toAdmin.payoutResumption) : null,
    accounts: accounts.map((account) => ({
      id: account.id,
      about: `${account.creatorName}, ${maskedAccount(account)}, since ${showDateTime(account.confirmedAt)}`,
      name: account.accountName,
      legalName: account.legalName ?? 'Not asked yet',
      action: canRunPayout(actor, account.creatorId).allowed && {
        accept: toAdmin.payoutAccountDecision(account.id, 'acceptance'),
        refuse: toAdmin.payoutAccountDecision(account.id, 'refusal'),
      },
    })),
    creators: creators.map((creator) => ({
      id: creator.creatorId,
      name: creator.creatorName,
      avatar: creator.avatarMediaId && avatarPath(creator.avatarMediaId),
      available: formatMoney(ugxOf(creator.availableMinor)),
      blocked: canRunPayout(actor, creator.creatorId).allowed ? ACCOUNTS[creator.account] : 'Your own account',
      href: within(toAdmin.creatorPayout(creator.creatorId)),
    })),
  }
}

const dayOf = (day: string) => showDate(new Date(`${day}T09:00:00Z`))

function payoutRow(row: StaffPayoutRow) {
  return {
    name: row.creatorName,
    avatar: row.avatarMediaId && avatarPath(row.avatarMediaId),
    number: payoutNumber(row.number),
    made: row.runDay ? `${dayOf(row.runDay)}, weekly run` : `${showDate(row.createdAt)}, outside the weekly run`,
    net: formatMoney(ugxOf(row.netMinor)).replace('UGX\u00a0', ''),
    status: staffPayoutChip(row.state, row.reason),
  }
}

const ACCOUNTS: Record<PayableCreator['account'], string | null> = {
  ready: null,
  none: 'No payout account',
  waiting: 'Name not checked yet',
  frozen: 'New account, waiting time',
  refused: 'Name not accepted',
}

type Page = Route.ComponentProps['loaderData']

/** The payouts; the open one is beside the list, or replaces it on a narrow screen. */
export default function Payouts({ loaderData }: Route.ComponentProps) {
  const { page, run, nextRun, accounts, creators } = loaderData
  const { payoutId } = useParams()
  return (
    <ReviewQueue
      queue={PAYOUTS}
      page={page}
      open={payoutId !== undefined}
      note={`Next run ${nextRun}`}
      above={
        <>
          <Stopped {...loaderData} />
          {run && (
            <Card padded className="payouts-run">
              <p className="text-muted">{`Run of ${run.day}`}</p>
              <p className="text-h1-small money" translate="no">
                {run.net}
              </p>
              <p className="text-caption">{run.done}</p>
            </Card>
          )}
          {accounts.length > 0 && (
            <Banner
              tone="info"
              title={accounts.length === 1 ? '1 name to check' : `${accounts.length} names to check`}
              action={
                <a className="link" href="#names">
                  Check names
                </a>
              }
            >
              We send nothing to an account until you have accepted its name.
            </Banner>
          )}
        </>
      }
      head={
        <div className="work-row work-row-head payout-row" aria-hidden="true">
          <span>Creator</span>
          <span className="work-row-wide">Run</span>
          <span className="payout-sum">Amount, UGX</span>
          <span>Status</span>
        </div>
      }
      renderRow={(row) => (
        <PersonRow className="payout-row" href={row.href} name={row.name} avatar={row.avatar} about={row.number}>
          <span className="work-row-wide text-secondary">{row.made}</span>
          <span className="payout-sum money text-h3" translate="no">
            {row.net}
          </span>
          <span className="payout-state">
            <StatusChip status={row.status} small />
          </span>
        </PersonRow>
      )}
      below={
        <>
          {accounts.length > 0 && <NamesToCheck accounts={accounts} />}
          {creators.length > 0 && <Payable creators={creators} />}
        </>
      }
    />
  )
}

const HALTS = {
  hour: 'The hourly limit is reached.',
  day: 'The daily limit is reached.',
  gateway: 'The gateway rejects our requests. Check our key, account and allow-list.',
} as const

function Stopped({ halt, paused, resumeHref }: Pick<Page, 'halt' | 'paused' | 'resumeHref'>) {
  return (
    <>
      {halt && (
        <Banner
          tone="danger"
          title="Payouts have stopped"
          action={
            resumeHref && (
              <LinkButton size="small" href={resumeHref}>
                Resume payouts
              </LinkButton>
            )
          }
        >
          {`${HALTS[halt.reason]} Stopped since ${halt.since}. No money is lost. A super-admin or the owner can resume payouts.`}
        </Banner>
      )}
      {paused && (
        <Banner tone="warning" title="Payouts are paused">
          The owner paused payouts in Settings. Payouts that are already sent still complete.
        </Banner>
      )}
    </>
  )
}

function NamesToCheck({ accounts }: Pick<Page, 'accounts'>) {
  return (
    <Section gap="stack-8" id="names" title="Account names to check">
      <p className="text-muted">
        Are both names the same person’s? A reviewer saw the one on the ID. We send nothing until you accept it.
      </p>
      <Card as="ul" rows>
        {accounts.map(({ id, name, legalName, about, action }) => (
          <li key={id} className="payout-check">
            <div className="payout-check-name">
              <dl className="payout-check-names">
                <div>
                  <dt className="text-caption">On the account</dt>
                  <dd className="text-h3">{name}</dd>
                </div>
                <div>
                  <dt className="text-caption">On the ID</dt>
                  <dd className="text-h3">{legalName}</dd>
                </div>
              </dl>
              <span className="text-muted">{about}</span>
            </div>
            {action ? (
              <form method="post" className="row">
                <Button size="small" formAction={action.accept}>
                  Accept name
                </Button>
                <Button size="small" variant="quiet" formAction={action.refuse}>
                  Refuse name
                </Button>
              </form>
            ) : (
              <span className="text-muted">Your own account</span>
            )}
          </li>
        ))}
      </Card>
    </Section>
  )
}

function Payable({ creators }: Pick<Page, 'creators'>) {
  return (
    <Section gap="stack-8" id="payable" title="Available to pay out">
      <Card as="ul" rows>
        {creators.map((creator) => (
          <li key={creator.id} className="payout-check">
            <RowPerson name={creator.name} avatar={creator.avatar} about={creator.available} />
            {creator.blocked ? (
              <span className="text-muted">{creator.blocked}</span>
            ) : (
              <LinkButton size="small" href={creator.href}>
                Pay now
              </LinkButton>
            )}
          </li>
        ))}
      </Card>
    </Section>
  )
}
