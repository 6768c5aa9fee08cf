import { to } from '#app/links.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, Glyph } from '#app/ui/card.tsx'
import type { Tone } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { IconName } from '#app/ui/icons/names.ts'
import { joinClasses } from '#app/ui/join-classes.ts'
import { Receipt } from '#app/ui/receipt.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { type CallbackLook, type FactsStatus, SupportLink } from '#app/web/checkout/callback-view.tsx'
import type { ReactNode } from 'react'
import { CREATOR_FEE_TEXTS } from './texts.ts'

const MARKS = {
  checking: { icon: 'shield-check', tone: 'info' },
  waiting: { icon: 'hourglass', tone: 'info' },
  success: { icon: 'circle-check', tone: 'success' },
  failed: { icon: 'circle-exclamation-point', tone: 'danger' },
} as const satisfies Record<string, { icon: IconName; tone: Tone }>

function Heading({ mark, title, children }: { mark: keyof typeof MARKS; title: string; children?: ReactNode }) {
  return (
    <div className="centered text-center result-head" role="status">
      <Glyph {...MARKS[mark]} large />
      <h1 className="text-h1">{title}</h1>
      <p className="text-lead">{children}</p>
    </div>
  )
}

const STATUS_STYLES: Record<FactsStatus, { icon: IconName; className?: string }> = {
  Paid: { icon: 'circle-check', className: 'text-success' },
  'Not paid': { icon: 'circle-x', className: 'text-danger' },
  'Being checked': { icon: 'hourglass' },
  'Not confirmed yet': { icon: 'hourglass' },
  'Refund is being sent': { icon: 'refresh-cw' },
}

function Status({ status }: { status: FactsStatus }) {
  const { icon, className } = STATUS_STYLES[status]
  return (
    <span className={joinClasses('row', className)}>
      <Icon name={icon} size={20} /> {status}
    </span>
  )
}

const FactsCard: CallbackLook['FactsCard'] = ({ facts: { receipt, short }, status }) => (
  <Card padded>
    <Receipt
      rows={[
        ...(receipt ? [{ label: 'Amount', value: receipt.amount }] : []),
        { label: 'Reference', value: short, copy: short },
        ...(receipt ? [{ label: 'Started', value: receipt.startedAt }] : []),
        ...(status ? [{ label: 'Status', value: <Status status={status} /> }] : []),
      ]}
    />
  </Card>
)

const Waiting: CallbackLook['Waiting'] = ({ page }) => {
  const { facts } = page
  const link = page.view === 'waiting' && page.link
  return (
    <>
      <Heading mark="checking" title="Verifying your payment">
        We are checking with the payment provider. This takes a few seconds. You can close this page.
      </Heading>
      {page.view === 'check_failed' && (
        <Banner tone="warning" title={CREATOR_FEE_TEXTS.verificationFailed} role="status">
          {page.failed}
        </Banner>
      )}
      {facts && <FactsCard facts={facts} />}
      <form
        method="post"
        action={facts ? `${to.creatorFeeCallback}?tx_ref=${facts.reference}` : to.creatorFeeCallback}
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

const Success: CallbackLook['Success'] = ({ page: { facts, until, continueHref, seconds } }) => (
  <>
    <Heading mark="success" title={until ? 'Your profile is visible' : 'Your first week is paid'}>
      {until ? `Thank you. Fans can find you until ${until}.` : 'Thank you. It starts when you are approved.'}
    </Heading>
    <FactsCard facts={facts} status="Paid" />
    <p className="text-muted text-center">
      {until ? `Opening your page in ${seconds} seconds` : `Continues by itself in ${seconds} seconds`}
    </p>
    <StickyFoot>
      <LinkButton variant="primary" wide href={continueHref!}>
        Continue
      </LinkButton>
      <LinkButton wide icon="receipt-text" href={to.subscription}>
        See receipt
      </LinkButton>
    </StickyFoot>
  </>
)

/** The page after a creator has paid the weekly fee. */
export const CREATOR_LOOK: CallbackLook = {
  Heading,
  FactsCard,
  Support: ({ reference }) => (
    <p className="centered">
      <SupportLink reference={reference}>
        {reference ? 'Contact support with this reference' : 'Contact support'}
      </SupportLink>
    </p>
  ),
  Waiting,
  Success,
  home: { href: to.dashboard, label: 'Back to dashboard', variant: ({ link }) => (link ? 'quiet' : 'outline') },
  reasonFirst: true,
}
