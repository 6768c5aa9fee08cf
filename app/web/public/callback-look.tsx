import { to } from '#app/links.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, ListRow } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { StatusMark } from '#app/ui/status-mark.tsx'
import { Steps } from '#app/ui/steps.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { VerifyForm } from '#app/web/components/code-forms.tsx'
import { type CallbackLook, SupportLink } from '#app/web/checkout/callback-view.tsx'

const Heading: CallbackLook['Heading'] = ({ mark, title, children }) => (
  <div className="centered text-center result-head" role="status">
    <StatusMark state={mark} />
    <h1 className="text-h1">{title}</h1>
    {children && <p className="text-lead">{children}</p>}
  </div>
)

const FactsCard: CallbackLook['FactsCard'] = ({ facts: { receipt, short }, status }) => (
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

const Waiting: CallbackLook['Waiting'] = ({ page }) => {
  const { facts } = page
  if (page.view === 'check_failed')
    return (
      <>
        <Heading mark="waiting" title="Payment verification failed. Please try again.">
          {page.failed}
        </Heading>
        {facts && <FactsCard facts={facts} status="Not confirmed yet" />}
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
  const { link, sentAt, otherWayHref } = page
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
      <FactsCard facts={page.facts} />
      <Steps
        steps={[
          { title: 'Request sent', note: sentAt ?? undefined, state: 'done' },
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
        <form method="post" action={`${to.paymentCallback}?tx_ref=${page.facts.reference}`}>
          <input type="hidden" name="tx_ref" value={page.facts.reference} />
          <Button variant="primary" wide>
            I have approved
          </Button>
        </form>
        {otherWayHref && (
          <LinkButton variant="quiet" wide href={otherWayHref}>
            Use another way to pay
          </LinkButton>
        )}
      </StickyFoot>
    </>
  )
}

const Success: CallbackLook['Success'] = ({ page }) => {
  const { until, email, back, codeHref, codeAction, continueHref, seconds } = page
  const open = until ? (
    <>
      All Peaches are open to you until <strong>{until}</strong>.
    </>
  ) : (
    'All Peaches are open to you.'
  )
  return (
    <>
      <Heading mark="success" title="Payment received">
        {page.description ?? open}
      </Heading>
      <FactsCard facts={page.facts} />
      {codeHref && (
        <Banner tone="info" icon="mail" title="Check your email">
          We made your account{email ? ` for ${email}` : ''} and emailed you a code.
          {codeAction ? ' Enter it here.' : ' Enter it to sign in.'}
        </Banner>
      )}
      {codeAction && <VerifyForm action={codeAction} />}
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
      {!codeAction && (
        <StickyFoot note={seconds ? `Continues by itself in ${seconds} seconds` : undefined}>
          <LinkButton variant="primary" wide href={codeHref ?? continueHref ?? '/'}>
            {codeHref ? 'Enter the code' : page.button}
          </LinkButton>
        </StickyFoot>
      )}
    </>
  )
}

/** The page after a fan's payment. */
export const FAN_LOOK: CallbackLook = {
  Heading,
  FactsCard,
  Support: ({ reference }) => <SupportLink reference={reference}>Contact support</SupportLink>,
  Waiting,
  Success,
  home: { href: '/', label: 'Back to Home', variant: ({ again }) => (again ? 'quiet' : 'primary') },
  reasonFirst: false,
}
