import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { STATEMENT_NAME } from '#app/domain/settings/constants.ts'
import { PaymentForm, type PaymentFormErrors } from '#app/web/components/payment-form.tsx'
import { CREATOR_FEE_TEXTS } from './texts.ts'

export type CreatorSubscriptionPage =
  | { state: 'failed'; retryHref: string }
  | {
      state: 'open'
      price: string
      days: number
      share: number
      chip: { tone: 'warning' | 'success' | 'info'; text: string } | null
      /** When a week paid now would end; null while it waits for the approval. */
      until: string | null
      refused: string | null
      renewal: boolean
      dialog: {
        action: string
        closeHref: string
        attempt: string
        shownMinor: string
        payer: { name: string; email: string; changeHref: string | null }
        phone: string
      } | null
    }

type Answer = { errors: PaymentFormErrors; values: Record<string, string> } | null

/** The one weekly plan of a creator, and the way to pay for it. */
export function CreatorSubscriptionView({ page, answer }: { page: CreatorSubscriptionPage; answer: Answer }) {
  if (page.state === 'failed') {
    return (
      <div className="container">
        <EmptyState
          icon="triangle-exclamation-point"
          title={CREATOR_FEE_TEXTS.notChecked.title}
          heading="h1"
          action={
            <LinkButton variant="primary" href={page.retryHref}>
              Retry
            </LinkButton>
          }
        >
          {CREATOR_FEE_TEXTS.notChecked.description}
        </EmptyState>
      </div>
    )
  }
  const { dialog } = page
  return (
    <div className="container container-narrow stack stack-16 result-page">
      <div className="stack stack-4">
        <h1 className="text-h1">Keep your profile visible</h1>
        <p className="text-body">One weekly plan. No automatic charge.</p>
      </div>
      <PlanCard page={page} />
      <p className="text-muted">
        Mobile money (MTN, Airtel) or card. Paying from your earnings opens together with payouts.
      </p>
      <details className="disclosure">
        <summary className="text-h3">
          Why do I have to pay? <Icon name="chevron-down" size={20} />
        </summary>
        <p className="text-body">
          {`The weekly plan pays for people who review every creator, for moderation around the clock and for keeping your posts private. It keeps your profile visible for ${page.days} days at a time. You keep ${page.share}% of what fans spend.`}
        </p>
      </details>
      <form method="get" action="/creator-subscription">
        {page.renewal && <input type="hidden" name="renew" value="1" />}
        <input type="hidden" name="pay" value="1" />
        <StickyFoot note={`Appears as: ${STATEMENT_NAME}`}>
          <Button variant="primary" wide icon="lock-open" disabledReason={page.refused}>
            Pay &amp; Unlock
          </Button>
        </StickyFoot>
      </form>
      {dialog && (
        <Dialog
          title={`Pay ${page.price}`}
          description={page.until ? `Weekly plan, visible until ${page.until}` : 'Weekly plan, starts at approval'}
          closeHref={dialog.closeHref}
        >
          <PaymentForm
            action={dialog.action}
            button={`Pay ${page.price}`}
            attempt={answer?.values.attempt || dialog.attempt}
            shownMinor={dialog.shownMinor}
            mobileMoney
            payer={dialog.payer}
            values={answer?.values ?? { phone: dialog.phone }}
            errors={answer?.errors ?? null}
          />
        </Dialog>
      )}
    </div>
  )
}

function PlanCard({ page }: { page: Extract<CreatorSubscriptionPage, { state: 'open' }> }) {
  const benefits = [
    'Profile in the feed and at your link',
    'Chat, calls, bookings and tips on',
    `${page.share}% of what fans spend is yours`,
    'Payout every Friday',
  ]
  return (
    <Card as="section" className="plan-card" aria-labelledby="plan">
      <div className="stack stack-16 plan-card-body">
        <div className="row row-between">
          <h2 className="text-h3" id="plan">
            Weekly plan
          </h2>
          {page.chip && (
            <Chip tone={page.chip.tone} icon="clock">
              {page.chip.text}
            </Chip>
          )}
        </div>
        <p className="plan-card-price">
          <b className="money-large">{page.price}</b> <span className="text-body">per week</span>
        </p>
        <hr className="divider" />
        <ul className="check-list">
          {benefits.map((benefit) => (
            <li key={benefit}>
              <Icon name="check" size={20} />
              {benefit}
            </li>
          ))}
        </ul>
      </div>
      <p className="plan-card-strip">
        <Icon name="calendar-days" size={20} />
        {page.until ? (
          <span>
            Pay now: visible until <b>{page.until}</b>
          </span>
        ) : (
          <span>
            Pay now: your week starts <b>when you are approved</b>
          </span>
        )}
      </p>
    </Card>
  )
}
