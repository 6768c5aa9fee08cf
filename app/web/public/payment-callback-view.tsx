import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, ListRow } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Steps } from '#app/ui/steps.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import {
  ContactSupport,
  type Facts,
  Failed,
  FactsCard,
  Heading,
  Reason,
  RefundTime,
  REFUNDED_ANYWAY,
  StopWaiting,
  UNANSWERED,
} from '#app/web/checkout/result-parts.tsx'
import { ResultPage } from '#app/web/checkout/result-page.tsx'

export type CallbackPage =
  | { view: 'invalid' }
  | {
      view: 'waiting'
      facts: Facts
      link: string | null
      sentAt: string | null
      otherWayHref: string | null
      slow: boolean
      onTheWay: boolean
      /** What happens when the payment is confirmed. */
      opens: string
    }
  | {
      view: 'success'
      facts: Facts
      /** What was bought, if it is not a pass. */
      description: string | null
      until: string | null
      email: string | null
      back: { href: string; meta: string } | null
      /** The label of the button to continue. */
      button: string
      codeHref: string | null
      continueHref: string | null
      seconds: number | null
    }
  | { view: 'being_returned'; facts: Facts; because: 'paid_twice' | 'unmatched' | 'gone' }
  | {
      view: 'cancelled' | 'failed'
      facts: Facts
      reason: string | null
      /** The payer declined it on their phone. */
      declined: boolean
      link: string | null
      tryAgainHref: string
      live: boolean
    }
  | { view: 'in_review'; facts: Facts }
  | { view: 'unanswered'; facts: Facts; waits: { from: string; open: boolean } | null }
  | { view: 'check_failed'; facts: Facts | null; again: string }

/** The page after the payment page. It shows the status, refreshes by itself, and continues. */
export function PaymentCallbackView({ page }: { page: CallbackPage }) {
  const waits =
    page.view === 'waiting' ||
    page.view === 'check_failed' ||
    ((page.view === 'failed' || page.view === 'cancelled') && page.live)
  const onward =
    page.view === 'success' && page.continueHref !== null
      ? { href: page.continueHref, seconds: page.seconds ?? 2 }
      : null
  return (
    <ResultPage waits={waits} onward={onward}>
      <PageBody page={page} />
    </ResultPage>
  )
}

const DECLINED = 'You declined the payment. Nothing was charged.'

function PageBody({ page }: { page: CallbackPage }) {
  switch (page.view) {
    case 'invalid':
      return (
        <Failed
          title="Invalid payment reference"
          text="We can’t find this payment. If you paid, the receipt is in your email."
          tryAgainHref="/viewer-onboarding"
        />
      )
    case 'waiting':
      return <Waiting page={page} />
    case 'success':
      return <Success page={page} />
    case 'being_returned':
      return <BeingRefunded page={page} />
    case 'cancelled':
      return (
        <Failed
          title="Payment was cancelled"
          text="We checked with the payment service and found no payment."
          facts={page.facts}
          status="Not paid"
          tryAgainHref={page.tryAgainHref}
          link={page.link}
        >
          {page.reason && <Reason>{page.reason}</Reason>}
        </Failed>
      )
    case 'failed':
      return (
        <Failed
          title="Payment verification failed. Please contact support."
          text={page.declined ? DECLINED : 'We checked with the payment service: this payment did not succeed.'}
          facts={page.facts}
          status="Not paid"
          tryAgainHref={page.tryAgainHref}
          link={page.link}
        >
          {!page.declined && (
            <Reason>
              {page.reason ?? 'The request ran out of time, or you closed the payment page. Nothing was charged.'}
            </Reason>
          )}
        </Failed>
      )
    case 'in_review':
      return (
        <Failed
          title="Payment verification failed. Please contact support."
          text="We received a different amount than the price. Our team is checking it. Please don’t pay again."
          facts={page.facts}
          status="Being checked"
          tryAgainHref={null}
        />
      )
    case 'unanswered':
      return <Unanswered page={page} />
    case 'check_failed':
      return <CheckFailed page={page} />
    default:
      return page satisfies never
  }
}

function Waiting({ page }: { page: Extract<CallbackPage, { view: 'waiting' }> }) {
  const { facts, link } = page
  return (
    <>
      <Heading mark="waiting" title="Confirming your payment">
        {page.slow ? (
          'Not confirmed yet. If you were charged, access opens automatically.'
        ) : (
          <>
            {page.onTheWay ? 'Approve it with your PIN.' : 'Finish on the payment page.'}
            <br />
            This page updates by itself.
          </>
        )}
      </Heading>
      <FactsCard facts={facts} />
      <Steps
        steps={[
          { title: 'Request sent', note: page.sentAt ?? undefined, state: 'done' },
          {
            title: 'You approve with your PIN',
            note: link ? (
              <a className="link link-target" href={link}>
                Open the payment page again <Icon name="arrow-up-right" size={16} />
              </a>
            ) : undefined,
            state: 'now',
          },
          { title: page.opens, note: 'You can close this page. We also email you.', state: 'next' },
        ]}
      />
      <StickyFoot>
        <form method="post" action={`/payment-callback?tx_ref=${facts.reference}`}>
          <input type="hidden" name="tx_ref" value={facts.reference} />
          <Button variant="primary" wide>
            I have approved
          </Button>
        </form>
        {page.otherWayHref && (
          <LinkButton variant="quiet" wide href={page.otherWayHref}>
            Use another way to pay
          </LinkButton>
        )}
      </StickyFoot>
    </>
  )
}

function Success({ page }: { page: Extract<CallbackPage, { view: 'success' }> }) {
  const { until, email, back, codeHref, continueHref, seconds } = page
  return (
    <>
      <Heading mark="success" title="Payment received">
        {page.description !== null ? (
          page.description
        ) : until ? (
          <>
            All Peaches are open to you until <strong>{until}</strong>.
          </>
        ) : (
          'All Peaches are open to you.'
        )}
      </Heading>
      <FactsCard facts={page.facts} />
      {codeHref && (
        <Banner tone="info" icon="mail" title="Check your email">
          We made your account{email ? ` for ${email}` : ''} and emailed you a code. Check your email, enter the code,
          then refresh this page.
        </Banner>
      )}
      {back && continueHref && (
        <Card rows>
          <ListRow href={back.href} title="Back to where you were" meta={back.meta} />
        </Card>
      )}
      {email && !codeHref && (
        <p className="row text-secondary">
          <Icon name="receipt-text" size={20} /> Receipt sent to {email}
        </p>
      )}
      <StickyFoot note={seconds ? `Continues by itself in ${seconds} seconds` : undefined}>
        <LinkButton variant="primary" wide href={codeHref ?? continueHref ?? '/'}>
          {codeHref ? 'Enter the code' : page.button}
        </LinkButton>
      </StickyFoot>
    </>
  )
}

const RETURNED = {
  ...REFUNDED_ANYWAY,
  gone: 'What you paid for is no longer for sale, so we refund the whole amount.',
} as const

function BeingRefunded({ page }: { page: Extract<CallbackPage, { view: 'being_returned' }> }) {
  return (
    <>
      <Heading mark="success" title="Your money is on its way back">
        {RETURNED[page.because]}
      </Heading>
      <FactsCard facts={page.facts} status="Refund is being sent" />
      <RefundTime />
      <StickyFoot>
        <LinkButton variant="primary" wide href="/">
          Back to Home
        </LinkButton>
      </StickyFoot>
    </>
  )
}

function Unanswered({ page }: { page: Extract<CallbackPage, { view: 'unanswered' }> }) {
  const { facts, waits } = page
  return (
    <>
      <Heading mark="waiting" title={UNANSWERED.title}>
        {UNANSWERED.text}
      </Heading>
      <FactsCard facts={facts} status={UNANSWERED.status} />
      <ContactSupport />
      <StickyFoot>
        {waits && <StopWaiting action={`/payment-callback?tx_ref=${facts.reference}&stop`} waits={waits} />}
        <LinkButton variant="quiet" wide href="/">
          Back to Home
        </LinkButton>
      </StickyFoot>
    </>
  )
}

function CheckFailed({ page }: { page: Extract<CallbackPage, { view: 'check_failed' }> }) {
  return (
    <>
      <Heading mark="waiting" title="Payment verification failed. Please try again.">
        We could not reach the payment service just now. If you approved the payment, access opens automatically. Please
        don’t pay again.
      </Heading>
      {page.facts && <FactsCard facts={page.facts} status="Not confirmed yet" />}
      <StickyFoot>
        <LinkButton variant="primary" wide href={page.again}>
          Try Again
        </LinkButton>
        <LinkButton variant="quiet" wide href="/">
          Back to Home
        </LinkButton>
      </StickyFoot>
    </>
  )
}
