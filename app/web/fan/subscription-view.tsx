import { to } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, ListRow } from '#app/ui/card.tsx'
import { SwitchField } from '#app/ui/choice.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ProgressBar } from '#app/ui/progress.tsx'
import { Section } from '#app/ui/section.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ReceiptList } from './receipts/receipt-list.tsx'
import type { ReceiptRowData } from './receipts/receipt-row.ts'
import type { CreatorRow, OwnPass, RenewalOffer } from '#app/web/fan/subscription-facts.server.ts'

const SOON_DAYS = 7

type SubscriptionViewProps = OwnPass & { creators: CreatorRow[]; receipts: ReceiptRowData[]; moreHref: string | null }

export function SubscriptionView(props: SubscriptionViewProps) {
  const { pass, ended, lost, offer, others, renewal, creators, receipts, moreHref } = props
  return (
    <div className="container container-narrow stack stack-24 subscription">
      <h1 className="text-h1">Subscription</h1>
      {pass ? (
        <PassCard pass={pass} offer={offer} others={others} renewal={renewal} />
      ) : (
        <NoPass ended={ended} lost={lost} offer={offer} />
      )}
      {creators.length > 0 && (
        <Section id="creators" title="Creator subscriptions">
          <Card rows as="ul">
            {creators.map((creator) => (
              <li key={creator.id}>
                <ListRow
                  plain
                  href={creator.href ?? undefined}
                  leading={<Avatar name={creator.name} src={creator.avatarUrl} size={40} />}
                  title={creator.name}
                  isName
                  meta={creator.meta}
                  sum={
                    <span className="money" translate="no">
                      {creator.price}
                    </span>
                  }
                />
              </li>
            ))}
          </Card>
        </Section>
      )}
      <Section id="receipts" title="Receipts">
        <ReceiptList receipts={receipts} />
        {moreHref && (
          <LinkButton variant="quiet" wide href={moreHref}>
            Show earlier payments
          </LinkButton>
        )}
      </Section>
    </div>
  )
}

type PassCardProps = {
  pass: NonNullable<OwnPass['pass']>
  offer: RenewalOffer | null
  others: RenewalOffer[]
  renewal: OwnPass['renewal']
}

function PassCard({ pass, offer, others, renewal }: PassCardProps) {
  return (
    <Card as="section" aria-label="Your pass" className="pass-card">
      <div className="pass-band" aria-hidden="true" />
      <div className="pass-inside stack stack-16">
        <div>
          <div className="row row-between">
            <h2 className="text-h2">{pass.name}</h2>
            {pass.daysLeft !== null && (
              <Chip tone={pass.daysLeft <= SOON_DAYS ? 'warning' : 'success'} icon="clock">
                {pass.daysLeft <= 1 ? 'Ends today' : `Ends in ${pass.daysLeft} days`}
              </Chip>
            )}
          </div>
          <p className="text-muted">{pass.until ? `Until ${pass.until}` : 'No end date'}</p>
          {pass.next.map((term) => (
            <p key={term} className="text-muted">
              {term}
            </p>
          ))}
        </div>
        {pass.usedPercent !== null && (
          <ProgressBar label={`${pass.usedPercent}% of the pass time is used`} value={pass.usedPercent} />
        )}
        {pass.until && <Renewing offer={offer} others={others} renewal={renewal} due={pass.renewalDue} />}
      </div>
    </Card>
  )
}

function Renewing({ offer, others, renewal, due }: Omit<PassCardProps, 'pass'> & { due: boolean }) {
  return (
    <>
      {offer ? (
        <div className="stack stack-8">
          <LinkButton variant={due ? 'primary' : 'outline'} wide href={offer.href}>
            Renew for {offer.price}
          </LinkButton>
          <p className="text-caption text-center">
            {offer.fromWallet ? 'Paid from your wallet. ' : ''}Starts when your current pass ends, until {offer.until}.
          </p>
        </div>
      ) : (
        <p className="text-secondary">
          This plan is not on sale now. Your pass stays active until it ends.
          {renewal?.mode === 'automatic' && ' It can’t renew, and nothing is taken from your wallet.'}
          {others.length > 0 && ' Choose another plan to continue.'}
        </p>
      )}
      {renewal && renewal.mode !== 'cancelled' && offer && <WalletSwitch renewal={renewal} offer={offer} />}
      {others.map((other) => (
        <div key={other.name} className="stack stack-8">
          <LinkButton wide href={other.href}>
            Switch to {other.title} for {other.price}
          </LinkButton>
          <p className="text-caption text-center">
            {other.title} starts on {other.starts}, when your current pass ends, until {other.until}.
          </p>
        </div>
      ))}
      {renewal && <Cancelling {...renewal} mode={offer || renewal.mode === 'cancelled' ? renewal.mode : 'by_hand'} />}
    </>
  )
}

/** With script the switch sends the form; without, a button does. */
function WalletSwitch({ renewal, offer }: { renewal: NonNullable<OwnPass['renewal']>; offer: RenewalOffer }) {
  const hydrated = useHydrated()
  const on = renewal.mode === 'automatic'
  return (
    <form method="post" action={to.subscription} className="stack stack-8">
      <input type="hidden" name="intent" value="wallet" />
      <input type="hidden" name="shown" value={offer.inShillings.minor} />
      <SwitchField
        label="Renew from wallet"
        hint={on ? `Up to ${renewal.agreed}, on ${renewal.from}` : 'Only if your balance is enough'}
        name="on"
        defaultChecked={on}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      />
      {on && !renewal.covered && (
        <p className="text-secondary">
          Your wallet has less than {offer.inShillings.text}.{' '}
          <a className="link" href={`${to.topUp}?from=renewal`}>
            Top up
          </a>
        </p>
      )}
      {!hydrated && <Button wide>Save</Button>}
    </form>
  )
}

/** Reminders are named only where they come: the end of a short pass is too soon for one of them, or for both. */
function Cancelling({ mode, remindersBefore }: Pick<NonNullable<OwnPass['renewal']>, 'mode' | 'remindersBefore'>) {
  const [button, note] = {
    by_hand: remindersBefore
      ? ['Stop reminders', `It does not renew by itself. We remind you ${remindersBefore} before it ends.`]
      : [null, 'It does not renew by itself.'],
    automatic: [
      'Cancel renewal',
      `It renews from your wallet. If you cancel, it ends${remindersBefore && ' and we send no reminders'}.`,
    ],
    cancelled: remindersBefore
      ? ['Turn reminders on', 'You turned reminders off. The pass ends by itself.']
      : ['Choose how to renew', 'The pass ends by itself.'],
  }[mode]
  return (
    <form method="post" action={to.subscription} className="stack stack-8">
      <input type="hidden" name="intent" value={mode === 'cancelled' ? 'resume' : 'cancel'} />
      {button && (
        <Button variant="quiet" wide>
          {button}
        </Button>
      )}
      <p className="text-caption text-center">{note}</p>
    </form>
  )
}

type NoPassFacts = Pick<OwnPass, 'ended' | 'lost' | 'offer'>

function titleWithout({ ended, lost }: NoPassFacts): string {
  if (ended) return `Your access ended on ${ended}`
  if (lost === 'charged_back') return 'Your bank reversed the payment for your pass'
  return lost === 'refunded' ? 'Your pass was refunded' : 'You have no pass yet'
}

function NoPass(facts: NoPassFacts) {
  const { ended, lost, offer } = facts
  const again = ended !== null && offer !== null
  return (
    <EmptyState
      icon="lock"
      compact
      title={titleWithout(facts)}
      action={
        <LinkButton variant="primary" href={again ? offer.href : to.subscribe}>
          {again ? `Renew for ${offer.price}` : 'Unlock full access'}
        </LinkButton>
      }
    >
      {lost === 'charged_back' && 'So your pass ended. See its receipt for help.  '}
      {ended || lost ? 'Your chats and purchases are kept.' : 'One pass opens every creator.'}
    </EmptyState>
  )
}
