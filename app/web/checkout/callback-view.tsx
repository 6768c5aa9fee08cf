import type { ComponentType, ReactNode } from 'react'
import { to } from '#app/links.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, type ButtonVariant, LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import type { CallbackFacts, CallbackPage, PageOf } from './callback.ts'
import { useGoingOn, useRevalidation } from './payment-watch.ts'

export type FactsStatus = 'Paid' | 'Not paid' | 'Being checked' | 'Not confirmed yet' | 'Refund is being sent'

/** What the pages of fans and of creators show differently. */
export type CallbackLook = {
  /** The icon and heading of a result; screen readers announce changes. */
  Heading: ComponentType<{ mark: 'waiting' | 'success' | 'failed'; title: string; children?: ReactNode }>
  /** What was paid, as far as this viewer may know, and the reference for support. */
  FactsCard: ComponentType<{ facts: CallbackFacts; status?: FactsStatus }>
  Support: ComponentType<{ reference: string | null }>
  Waiting: ComponentType<{ page: PageOf<'waiting'> | PageOf<'check_failed'> }>
  Success: ComponentType<{ page: PageOf<'success'> }>
  /** The way out, below what else can be done; its button is the main one where there is nothing else. */
  home: { href: string; label: string; variant: (others: { again: boolean; link: boolean }) => ButtonVariant }
  /** What happened stands before the facts: on a small phone the sticky foot would cover it. */
  reasonFirst: boolean
}

/** The page after the payment page. It shows the status, refreshes by itself, and continues. */
export function CallbackView({ page, look }: { page: CallbackPage; look: CallbackLook }) {
  const waits = page.view === 'waiting' || page.view === 'check_failed' || ('live' in page && page.live)
  const onward =
    page.view === 'success' && page.continueHref !== null
      ? { href: page.continueHref, seconds: page.seconds ?? 2 }
      : null
  useRevalidation(waits)
  useGoingOn(onward)
  return (
    <div className="container container-narrow result-page">
      {/* Without script a meta refresh reloads the page or continues. */}
      <noscript>
        {waits && <meta httpEquiv="refresh" content="10" />}
        {onward && <meta httpEquiv="refresh" content={`${onward.seconds};url=${onward.href}`} />}
      </noscript>
      <PageBody page={page} look={look} />
    </div>
  )
}

function PageBody({ page, look }: { page: CallbackPage; look: CallbackLook }) {
  switch (page.view) {
    case 'waiting':
    case 'check_failed':
      return <look.Waiting page={page} />
    case 'success':
      return <look.Success page={page} />
    case 'unanswered':
      return <Unanswered page={page} look={look} />
    case 'being_refunded':
      return <BeingRefunded page={page} look={look} />
    case 'invalid':
    case 'in_review':
    case 'cancelled':
    case 'failed':
      return <NotPaid page={page} look={look} />
    default:
      return page satisfies never
  }
}

type NotPaidPage = PageOf<'invalid' | 'in_review' | 'cancelled' | 'failed'>

/** A payment that did not succeed: what we know, what to do, and the links out. */
function NotPaid({ page, look }: { page: NotPaidPage; look: CallbackLook }) {
  const { title, text, facts, tryAgainHref } = page
  const link = 'link' in page ? page.link : null
  const card = facts && (
    <look.FactsCard facts={facts} status={page.view === 'in_review' ? 'Being checked' : 'Not paid'} />
  )
  const declined = 'declined' in page && page.declined
  const reason = 'reason' in page && page.reason && (
    <Banner tone="neutral" title="What happened">
      {page.reason}
    </Banner>
  )
  return (
    <>
      <look.Heading mark="failed" title={title}>
        {!declined && text}
      </look.Heading>
      {look.reasonFirst && reason}
      {card}
      {!look.reasonFirst && reason}
      {declined && <p className="text-secondary">{text}</p>}
      <look.Support reference={facts?.short ?? null} />
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
        <Home look={look} again={tryAgainHref !== null} link={link !== null} />
      </StickyFoot>
    </>
  )
}

/** A payment that the gateway has reported neither paid nor failed for a day; its buyer can stop waiting. */
function Unanswered({ page, look }: { page: PageOf<'unanswered'>; look: CallbackLook }) {
  const { facts, waits } = page
  return (
    <>
      <look.Heading mark="waiting" title="This payment is not confirmed yet">
        No money has arrived so far. If you were charged, you get what you bought or a refund. You don’t need to do
        anything.
      </look.Heading>
      <look.FactsCard facts={facts} status="Not confirmed yet" />
      <look.Support reference={facts.short} />
      <StickyFoot>
        {waits && !waits.open && (
          <p className="text-muted text-center">{`If nothing changes, you can pay again from ${waits.from}.`}</p>
        )}
        {waits?.open && (
          <form method="post" action={page.stopAction} className="stack stack-8">
            <Button wide>Stop waiting and pay again</Button>
            <p className="text-muted text-center">
              If the first payment still arrives, you get what you chose or a refund.
            </p>
          </form>
        )}
        <LinkButton variant="quiet" wide href={look.home.href}>
          {look.home.label}
        </LinkButton>
      </StickyFoot>
    </>
  )
}

function BeingRefunded({ page, look }: { page: PageOf<'being_refunded'>; look: CallbackLook }) {
  return (
    <>
      <look.Heading mark="success" title="Your money is on its way back">
        {page.text}
      </look.Heading>
      <look.FactsCard facts={page.facts} status="Refund is being sent" />
      <p className="text-secondary">We send it within 24-48 hours. It arrives in 3-10 business days.</p>
      <StickyFoot>
        <LinkButton variant="primary" wide href={look.home.href}>
          {look.home.label}
        </LinkButton>
      </StickyFoot>
    </>
  )
}

function Home({ look, again, link }: { look: CallbackLook; again: boolean; link: boolean }) {
  const { href, label, variant } = look.home
  return (
    <LinkButton variant={variant({ again, link })} wide href={href}>
      {label}
    </LinkButton>
  )
}

/** The link to a person of the team, with an icon; the reference goes along. */
export function SupportLink({ reference, children }: { reference: string | null; children: ReactNode }) {
  return (
    <a className="link link-target row" href={to.help(reference ?? undefined)}>
      <Icon name="message-circle" size={20} /> {children}
    </a>
  )
}
