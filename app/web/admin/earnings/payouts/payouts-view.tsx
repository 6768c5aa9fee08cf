import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import { PersonRow, RowPerson, StatusChip } from '#app/web/admin/review-queue/rows.tsx'
import { PAYOUTS } from './texts.ts'
import type { Route } from './+types/payouts'

type PayoutsViewProps = Route.ComponentProps['loaderData'] & { open: boolean }

/** The payouts; the open one is beside the list, or replaces it on a narrow screen. */
export function PayoutsView(props: PayoutsViewProps) {
  const { page, open, run, nextRun, accounts, creators } = props
  return (
    <ReviewQueue
      queue={PAYOUTS}
      page={page}
      open={open}
      note={`Next run ${nextRun}`}
      above={
        <>
          <Stopped {...props} />
          {run && (
            <Card padded className="payouts-run">
              <p className="text-muted">{`Run of ${run.day}`}</p>
              <p className="text-h1-small money">{run.net}</p>
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
          <span className="payout-sum money text-h3">{row.net}</span>
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

function Stopped({ halt, paused, resumeHref }: Pick<PayoutsViewProps, 'halt' | 'paused' | 'resumeHref'>) {
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

function NamesToCheck({ accounts }: Pick<PayoutsViewProps, 'accounts'>) {
  return (
    <section className="stack stack-8" aria-labelledby="names">
      <h2 className="text-h2" id="names">
        Account names to check
      </h2>
      <p className="text-muted">Is this the name on the creator’s documents? We send nothing until you accept it.</p>
      <Card as="ul" rows>
        {accounts.map(({ id, name, about, action }) => (
          <li key={id} className="payout-check">
            <span className="payout-check-name">
              <span className="text-h3">{name}</span>
              <span className="text-muted">{about}</span>
            </span>
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
    </section>
  )
}

function Payable({ creators }: Pick<PayoutsViewProps, 'creators'>) {
  return (
    <section className="stack stack-8" aria-labelledby="payable">
      <h2 className="text-h2" id="payable">
        Available to pay out
      </h2>
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
    </section>
  )
}
