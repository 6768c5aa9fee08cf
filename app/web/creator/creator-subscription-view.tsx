import { capitalised } from '#app/platform/graphemes.ts'
import { CHAT_CALLS_BOOKINGS, listWorking } from '#app/domain/settings/features.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckList } from '#app/ui/check-list.tsx'
import { Chip, StatusChip } from '#app/ui/chip.tsx'
import { OptionCard } from '#app/ui/choice.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FieldGroup } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { STATEMENT_NAME } from '#app/domain/settings/constants.ts'
import { to } from '#app/links.ts'
import type { PaymentFormData, WalletOffer } from '#app/web/checkout/checkout.ts'
import { PaymentForm } from '#app/web/checkout/payment-form.tsx'
import { PurchaseForm } from '#app/web/checkout/purchase-form.tsx'
import { Notice } from '#app/web/components/notices.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'
import { CREATOR_FEE_TEXTS } from './texts.ts'

export type CreatorSubscriptionPage =
  | { state: 'failed'; retryHref: string }
  | {
      state: 'open'
      price: string
      days: number
      share: number
      chip: { tone: 'warning' | 'success' | 'info'; text: string } | null
      /** When a week paid now would end; null before the approval. */
      until: string | null
      refused: string | null
      renewal: boolean
      phone: string | null
      balances: BalanceChoice[]
      /** Balances that cover it first, then mobile money or card, then balances that don't. */
      ways: Way[]
      chosen: Way
      /** What is lost if the week ends unpaid, where that is soon; else empty. */
      loss: string
      /** The setting to pay the fee from earnings; null before the first approval. */
      autoPay: AutoPay | null
      dialog: FeeDialog | null
    }

type AutoPay = { shownMinor: string; onAction: string; offAction: string } & (
  | { state: 'off' | 'on' }
  /** The fee is now higher than what the creator agreed to. */
  | { state: 'raised'; agreed: string }
)

type Way = 'gateway' | BalanceChoice['from']

type BalanceChoice = { from: 'earnings' | 'wallet' } & Pick<WalletOffer, 'balance' | 'after' | 'missing'>

type FeeDialog = { closeHref: string } & (
  | ({ kind: 'gateway' } & PaymentFormData)
  | {
      kind: 'balance'
      account: BalanceChoice
      action: string
      directHref: string
      attempt: string
      shownMinor: string
    }
)

type OpenPage = Extract<CreatorSubscriptionPage, { state: 'open' }>
type Answer = FormAnswer | undefined

/** The weekly plan of a creator, and the form to pay it. */
export function CreatorSubscriptionView({ page, answer }: { page: CreatorSubscriptionPage; answer: Answer }) {
  if (page.state === 'failed')
    return (
      <Notice
        icon="triangle-exclamation-point"
        title={CREATOR_FEE_TEXTS.notChecked.title}
        ways={[{ href: page.retryHref, label: 'Retry' }]}
      >
        {CREATOR_FEE_TEXTS.notChecked.description}
      </Notice>
    )
  return (
    <div className="container container-narrow stack stack-16 result-page">
      <div className="stack stack-4">
        <h1 className="text-h1">Keep your profile visible</h1>
        <p className="text-body">
          {page.autoPay?.state === 'on'
            ? 'One weekly plan, paid from your earnings.'
            : 'One weekly plan. No automatic charge.'}
        </p>
      </div>
      {page.loss !== '' && page.autoPay?.state !== 'on' && (
        <Banner tone="warning" icon="clock" title="Your week ends soon">
          {`If it ends: ${page.loss}`}
        </Banner>
      )}
      <PlanCard page={page} />
      <form method="get" action={to.creatorFee} className="stack stack-16">
        {page.renewal && <input type="hidden" name="renew" value="1" />}
        <input type="hidden" name="pay" value="1" />
        <PayWith page={page} />
        <StickyFoot note={`Appears as: ${STATEMENT_NAME}`}>
          <Button variant="primary" wide icon="lock-open" disabledReason={page.refused}>
            Pay &amp; Unlock
          </Button>
        </StickyFoot>
      </form>
      {page.autoPay && <AutoPayCard autoPay={page.autoPay} price={page.price} />}
      <details className="disclosure">
        <summary className="text-h3">
          Why do I have to pay? <Icon name="chevron-down" size={20} />
        </summary>
        <p className="text-body">
          {`The fee pays for reviewing every creator, for moderation day and night and for keeping your posts private. It keeps your profile visible for ${page.days} days. You keep ${page.share}% of what fans spend.`}
        </p>
      </details>
      {page.dialog && <FeeDialogView page={page} dialog={page.dialog} answer={answer} />}
    </div>
  )
}

const WAY_NAMES = { earnings: 'My earnings', wallet: 'My wallet', gateway: 'Mobile money or card' } as const

/** The ways to pay, in the order of the page. */
function PayWith({ page }: { page: OpenPage }) {
  return (
    <FieldGroup label="Pay with" name="with">
      <div className="options">
        {page.ways.map((way) => {
          const account = page.balances.find(({ from }) => from === way)
          return (
            <OptionCard
              key={way}
              name="with"
              value={way}
              title={WAY_NAMES[way]}
              plain
              trailing={account ? `${account.balance} available` : (page.phone ?? undefined)}
              defaultChecked={page.chosen === way}
            />
          )
        })}
      </div>
    </FieldGroup>
  )
}

const AUTO_PAY_CHIPS = {
  off: { tone: 'neutral', text: 'Off' },
  on: { tone: 'success', text: 'On' },
  raised: { tone: 'warning', text: 'Stopped' },
} as const

/** Automatic payment of the fee from earnings: only if the creator turned it on, and never above the amount they agreed to. */
function AutoPayCard({ autoPay, price }: { autoPay: AutoPay; price: string }) {
  const chip = AUTO_PAY_CHIPS[autoPay.state]
  return (
    <Card padded as="section" aria-labelledby="auto-pay">
      <form method="post" action={autoPay.onAction} className="stack stack-12">
        <input type="hidden" name="shown" value={autoPay.shownMinor} />
        <div className="row row-between row-wrap">
          <h2 className="text-h3" id="auto-pay">
            Pay from my earnings each week
          </h2>
          <StatusChip status={chip} small />
        </div>
        <p className="text-secondary">
          {autoPay.state === 'raised'
            ? `You agreed to ${autoPay.agreed} a week. The fee is now ${price}. We take nothing until you agree.`
            : `One day before your week ends, we take ${price} from your available earnings. If there is not enough, we remind you instead.`}
        </p>
        <div className="row row-wrap">
          {autoPay.state !== 'on' && <Button>{autoPay.state === 'raised' ? `Agree to ${price}` : 'Turn on'}</Button>}
          {autoPay.state !== 'off' && <Button formAction={autoPay.offAction}>Turn off</Button>}
        </div>
      </form>
    </Card>
  )
}

function FeeDialogView({ page, dialog, answer }: { page: OpenPage; dialog: FeeDialog; answer: Answer }) {
  return (
    <Dialog
      title={`Pay ${page.price}`}
      description={page.until ? `Weekly plan, visible until ${page.until}` : 'Weekly plan, starts at approval'}
      closeHref={dialog.closeHref}
    >
      {dialog.kind === 'gateway' ? (
        <PaymentForm form={dialog} button={`Pay ${page.price}`} answer={answer} />
      ) : (
        <BalanceForm dialog={dialog} price={page.price} answer={answer} />
      )}
    </Dialog>
  )
}

type BalanceFormProps = { dialog: Extract<FeeDialog, { kind: 'balance' }>; price: string; answer: Answer }

/** Pays from the creator's own balance at once, or shows the missing amount. */
function BalanceForm({ dialog, price, answer }: BalanceFormProps) {
  const { account } = dialog
  const earnings = account.from === 'earnings'
  return (
    <PurchaseForm {...dialog} answer={answer}>
      {(sending) => (
        <>
          <Card padded tile>
            <Receipt
              rows={[
                { label: earnings ? 'Available earnings' : 'Wallet balance', value: account.balance },
                { label: 'Weekly plan', value: price },
                account.missing === null
                  ? { label: 'Left afterwards', value: account.after ?? '' }
                  : { label: 'You need', value: account.missing },
              ]}
            />
          </Card>
          {account.missing === null ? (
            <Button variant="primary" wide pending={sending} pendingLabel="One moment…">
              {`Pay ${price}`}
            </Button>
          ) : (
            <>
              <p className="text-secondary">
                {earnings
                  ? 'Not enough is available yet. The Earnings tab shows when your earnings clear.'
                  : 'Your wallet does not have enough.'}
              </p>
              <LinkButton variant="primary" wide href={dialog.directHref}>
                Pay by mobile money or card
              </LinkButton>
            </>
          )}
        </>
      )}
    </PurchaseForm>
  )
}

function PlanCard({ page }: { page: OpenPage }) {
  const benefits = [
    'Profile in the feed and at your link',
    `${capitalised(listWorking([...CHAT_CALLS_BOOKINGS, 'tips']))} on`,
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
        <p>
          <b className="money-large plan-card-sum">{page.price}</b> <span className="text-body">per week</span>
        </p>
        <hr className="divider" />
        <CheckList items={benefits} />
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
