import { Button, LinkButton } from '#app/ui/button.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Card, Glyph } from '#app/ui/card.tsx'
import type { Tone } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { IconName } from '#app/ui/icons/names.ts'
import { joinClasses } from '#app/ui/join-classes.ts'
import { Receipt } from '#app/ui/receipt.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { Reason, REFUNDED_ANYWAY, RefundTime, StopWaiting, UNANSWERED } from '#app/web/checkout/result-parts.tsx'
import { ResultPage } from '#app/web/checkout/result-page.tsx'
import type { ReactNode } from 'react'
import { CREATOR_FEE_TEXTS } from './texts.ts'

type Facts = {
  short: string
  reference: string
  /** Only for the person who started or bought it. */
  amount: string | null
  startedAt: string | null
}

export type CreatorCallbackPage =
  /** `failed` is why the last check did not succeed. */
  | { view: 'verifying'; facts: Facts | null; failed: string | null; link?: string | null }
  | { view: 'success'; facts: Facts; until: string | null; href: string; seconds: number }
  | { view: 'issue'; title: string; facts: Facts | null; reason: string | null; link: string | null; live: boolean }
  | { view: 'mismatch'; facts: Facts }
  | { view: 'unanswered'; facts: Facts; waits: { from: string; open: boolean } | null }
  | { view: 'returned'; facts: Facts; reason: 'paid_twice' | 'unmatched' | 'product_gone' | 'not_approved' }

/** The page after the payment page, for the creator's fee: verifying, success or issue. */
export function CreatorCallbackView({ page }: { page: CreatorCallbackPage }) {
  const waits = page.view === 'verifying' || (page.view === 'issue' && page.live)
  const onward = page.view === 'success' ? { href: page.href, seconds: page.seconds } : null
  return (
    <ResultPage waits={waits} onward={onward}>
      <PageBody page={page} />
    </ResultPage>
  )
}

function PageBody({ page }: { page: CreatorCallbackPage }) {
  switch (page.view) {
    case 'verifying':
      return <Verifying page={page} />
    case 'success':
      return <Success page={page} />
    case 'issue':
      return <Issue page={page} />
    case 'mismatch':
      return (
        <>
          <Heading icon="circle-exclamation-point" tone="danger" title={CREATOR_FEE_TEXTS.verificationFailed}>
            We received a different amount than the price. Our team is checking it. Please don’t pay again.
          </Heading>
          <FactsCard facts={page.facts} status="Being checked" />
          <Support reference />
          <StickyFoot>
            <LinkButton wide href="/dashboard">
              Back to dashboard
            </LinkButton>
          </StickyFoot>
        </>
      )
    case 'unanswered':
      return (
        <>
          <Heading icon="hourglass" tone="info" title={UNANSWERED.title}>
            {UNANSWERED.text}
          </Heading>
          <FactsCard facts={page.facts} status={UNANSWERED.status} />
          <Support reference />
          <StickyFoot>
            {page.waits && (
              <StopWaiting
                action={`/creator-subscription-callback?tx_ref=${page.facts.reference}&stop`}
                waits={page.waits}
              />
            )}
            <LinkButton variant="quiet" wide href="/dashboard">
              Back to dashboard
            </LinkButton>
          </StickyFoot>
        </>
      )
    case 'returned':
      return <Returned page={page} />
    default:
      return page satisfies never
  }
}

function Verifying({ page }: { page: Extract<CreatorCallbackPage, { view: 'verifying' }> }) {
  const { facts, failed, link } = page
  return (
    <>
      <Heading icon="shield-check" tone="info" title="Verifying your payment">
        We are checking with the payment provider. This takes a few seconds. You can close this page.
      </Heading>
      {failed && (
        <Banner tone="warning" title={CREATOR_FEE_TEXTS.verificationFailed} role="status">
          {failed}
        </Banner>
      )}
      {facts && <FactsCard facts={facts} />}
      <form
        method="post"
        action={facts ? `/creator-subscription-callback?tx_ref=${facts.reference}` : '/creator-subscription-callback'}
        className="centered"
      >
        {facts && <input type="hidden" name="tx_ref" value={facts.reference} />}
        <Button icon="refresh-cw">Check again</Button>
        {link && (
          <a className="link link-target" href={link}>
            Open the payment page again <Icon name="arrow-up-right" size={16} />
          </a>
        )}
      </form>
      <p className="text-muted text-center">
        Still waiting after 15 minutes? If you were charged, your page opens automatically and we email you.
      </p>
    </>
  )
}

function Success({ page }: { page: Extract<CreatorCallbackPage, { view: 'success' }> }) {
  const { facts, until, href, seconds } = page
  return (
    <>
      <Heading icon="circle-check" tone="success" title={until ? 'Your profile is visible' : 'Your first week is paid'}>
        {until ? `Thank you. Fans can find you until ${until}.` : 'Thank you. It starts when you are approved.'}
      </Heading>
      <FactsCard facts={facts} status="Paid" />
      <p className="text-muted text-center">
        {until ? `Opening your page in ${seconds} seconds` : `Continues by itself in ${seconds} seconds`}
      </p>
      <StickyFoot>
        <LinkButton variant="primary" wide href={href}>
          Continue
        </LinkButton>
        <LinkButton wide icon="receipt-text" href="/subscription">
          See receipt
        </LinkButton>
      </StickyFoot>
    </>
  )
}

function Issue({ page }: { page: Extract<CreatorCallbackPage, { view: 'issue' }> }) {
  return (
    <>
      <Heading icon="circle-exclamation-point" tone="danger" title={page.title}>
        {CREATOR_FEE_TEXTS.dontWorry}
      </Heading>
      {/* Placed before the facts: on a small phone the sticky foot would cover it. */}
      {page.reason && <Reason>{page.reason}</Reason>}
      {page.facts && <FactsCard facts={page.facts} status="Not paid" />}
      <Support reference={page.facts !== null} />
      <StickyFoot>
        <LinkButton variant="primary" wide href="/creator-subscription">
          Try Again
        </LinkButton>
        {page.link && (
          <LinkButton wide href={page.link}>
            Open the payment page again
          </LinkButton>
        )}
        <LinkButton variant={page.link ? 'quiet' : 'outline'} wide href="/dashboard">
          Back to dashboard
        </LinkButton>
      </StickyFoot>
    </>
  )
}

const RETURNED: Record<Extract<CreatorCallbackPage, { view: 'returned' }>['reason'], string> = {
  ...REFUNDED_ANYWAY,
  product_gone: 'Your page can\u2019t be made visible now, so we refund the whole amount.',
  not_approved: 'Your application was not approved and your week never began, so we refund the whole amount.',
}

function Returned({ page }: { page: Extract<CreatorCallbackPage, { view: 'returned' }> }) {
  return (
    <>
      <Heading icon="circle-check" tone="success" title="Your money is on its way back">
        {RETURNED[page.reason]}
      </Heading>
      <FactsCard facts={page.facts} status="Refund is being sent" />
      <RefundTime />
      <StickyFoot>
        <LinkButton variant="primary" wide href="/dashboard">
          Back to dashboard
        </LinkButton>
      </StickyFoot>
    </>
  )
}

function Heading({ icon, tone, title, children }: { icon: IconName; tone: Tone; title: string; children: ReactNode }) {
  return (
    <div className="centered text-center result-head" role="status">
      <Glyph icon={icon} tone={tone} large />
      <h1 className="text-h1">{title}</h1>
      <p className="text-lead">{children}</p>
    </div>
  )
}

type FeeStatus = 'Paid' | 'Not paid' | 'Being checked' | 'Not confirmed yet' | 'Refund is being sent'

function FactsCard({ facts, status }: { facts: Facts; status?: FeeStatus }) {
  return (
    <Card padded>
      <Receipt
        rows={[
          ...(facts.amount ? [{ label: 'Amount', value: facts.amount }] : []),
          { label: 'Reference', value: facts.short, copy: facts.short },
          ...(facts.startedAt ? [{ label: 'Started', value: facts.startedAt }] : []),
          ...(status ? [{ label: 'Status', value: <Status message={status} /> }] : []),
        ]}
      />
    </Card>
  )
}

const STATUS_STYLES: Record<FeeStatus, { icon: IconName; className?: string }> = {
  Paid: { icon: 'circle-check', className: 'text-success' },
  'Not paid': { icon: 'circle-x', className: 'text-danger' },
  'Being checked': { icon: 'hourglass' },
  'Not confirmed yet': { icon: 'hourglass' },
  'Refund is being sent': { icon: 'refresh-cw' },
}

function Status({ message }: { message: FeeStatus }) {
  const { icon, className } = STATUS_STYLES[message]
  return (
    <span className={joinClasses('row', className)}>
      <Icon name={icon} size={20} /> {message}
    </span>
  )
}

function Support({ reference }: { reference: boolean }) {
  return (
    <p className="centered">
      <a className="link link-target row" href="/refunds">
        <Icon name="message-circle" size={20} /> {reference ? 'Contact support with this reference' : 'Contact support'}
      </a>
    </p>
  )
}
