import type { ReactNode } from 'react'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { StatusMark } from '#app/ui/status-mark.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'

export type Facts = {
  short: string
  reference: string
  /** Only for the person who started or bought it. */
  receipt: { amount: string; product: string; label: string; date: string } | null
}

/** The icon and heading of a result; screen readers announce changes. */
export function Heading({
  mark,
  title,
  children,
}: {
  mark: 'waiting' | 'success' | 'failed'
  title: string
  children?: ReactNode
}) {
  return (
    <div className="centered text-center result-head" role="status">
      <StatusMark state={mark} />
      <h1 className="text-h1">{title}</h1>
      {children && <p className="text-lead">{children}</p>}
    </div>
  )
}

/** What was paid, as far as this viewer may know, and the reference for support. */
export function FactsCard({ facts, status }: { facts: Facts; status?: string }) {
  const { receipt, short } = facts
  return (
    <Card padded>
      <Receipt
        rows={[
          ...(receipt
            ? [
                { label: 'Amount', value: receipt.amount },
                { label: receipt.label, value: receipt.product },
              ]
            : []),
          ...(status ? [{ label: 'Status', value: status }] : receipt ? [{ label: 'Date', value: receipt.date }] : []),
          { label: 'Reference', value: short, copy: short },
        ]}
      />
    </Card>
  )
}

type FailedProps = {
  title: string
  text: string
  facts?: Facts
  status?: string
  tryAgainHref: string | null
  link?: string | null
  children?: ReactNode
}

/** A payment that did not succeed: what we know, what to do, and the links out. */
export function Failed({ title, text, facts, status, tryAgainHref, link, children }: FailedProps) {
  return (
    <>
      <Heading mark="failed" title={title}>
        {text}
      </Heading>
      {facts && <FactsCard facts={facts} status={status} />}
      {children}
      <ContactSupport />
      <StickyFoot>
        {tryAgainHref && (
          <LinkButton variant="primary" wide href={tryAgainHref}>
            Try Again
          </LinkButton>
        )}
        {link && (
          <LinkButton wide href={link}>
            Open the payment page again
          </LinkButton>
        )}
        <LinkButton variant={tryAgainHref ? 'quiet' : 'primary'} wide href="/">
          Back to Home
        </LinkButton>
      </StickyFoot>
    </>
  )
}

export function ContactSupport() {
  return (
    <a className="link link-target row" href="/refunds">
      <Icon name="message-circle" size={20} /> Contact support
    </a>
  )
}

/** Reasons for a refund that fit every product; each page adds its own. */
export const REFUNDED_ANYWAY = {
  paid_twice: 'You paid twice. We refund the second payment.',
  unmatched: 'The amount did not match the price, so we refund all of it.',
} as const

/** For a payment that the gateway has reported neither paid nor failed for a day. */
export const UNANSWERED = {
  title: 'This payment is not confirmed yet',
  text: 'No money has arrived so far. If you were charged, you get what you bought or a refund. You don’t need to do anything.',
  status: 'Not confirmed yet',
} as const

/** Lets the buyer stop waiting for an answer; before the day is over it shows from when. */
export function StopWaiting({ action, waits }: { action: string; waits: { from: string; open: boolean } }) {
  if (!waits.open)
    return <p className="text-muted text-center">{`If nothing changes, you can pay again from ${waits.from}.`}</p>
  return (
    <form method="post" action={action} className="stack stack-8">
      <Button wide>Stop waiting and pay again</Button>
      <p className="text-muted text-center">If the first payment still arrives, you get what you chose or a refund.</p>
    </form>
  )
}

/** When a refund arrives. */
export function RefundTime() {
  return <p className="text-secondary">We send it within 24-48 hours. It arrives in 3-10 business days.</p>
}

export function Reason({ children }: { children: ReactNode }) {
  return (
    <Banner tone="neutral" title="What happened">
      {children}
    </Banner>
  )
}
