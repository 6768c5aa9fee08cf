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
  /** Only for whoever started or bought it. */
  receipt: { amount: string; product: string; label: string; date: string } | null
}

/** The sign and the sentence of a result; read aloud when it changes. */
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
    <div className="centered text-center" role="status">
      <StatusMark state={mark} />
      <h1 className="text-h1">{title}</h1>
      {children && <p className="text-lead">{children}</p>}
    </div>
  )
}

/** What was paid, as far as this reader may know, and the reference for support. */
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

/** Whatever ended without a success: what we know, what to do, and the way out. */
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

/** Why money goes back, whatever was bought; each page adds what belongs to its own. */
export const REFUNDED_ANYWAY = {
  paid_twice: 'This was paid twice. The second payment goes back to you.',
  unmatched: 'What arrived did not match the price, so all of it goes back to you.',
} as const

/** What is true of a payment that the gateway has called neither paid nor failed for a day. */
export const UNANSWERED = {
  title: 'No answer about this payment yet',
  text: 'The payment service has neither confirmed nor refused it, and no money has arrived here. If you were charged, it counts by itself or comes back to you.',
  status: 'No answer yet',
} as const

/** Lets the buyer stop waiting for an answer; before the day is over it says from when on. */
export function StopWaiting({ action, waits }: { action: string; waits: { from: string; open: boolean } }) {
  if (!waits.open) return <p className="text-muted text-center">{`You can stop waiting from ${waits.from} on.`}</p>
  return (
    <form method="post" action={action} className="stack stack-8">
      <Button wide>Stop waiting and pay again</Button>
      <p className="text-muted text-center">If the money still arrives, it buys what you chose or we send it back.</p>
    </form>
  )
}

/** When money that goes back arrives. */
export function RefundTime() {
  return <p className="text-secondary">We send it within 24-48 hours; your network or bank needs 3-10 business days.</p>
}

export function Reason({ children }: { children: ReactNode }) {
  return (
    <Banner tone="neutral" title="What happened">
      {children}
    </Banner>
  )
}
