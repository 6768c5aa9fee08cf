import { Avatar } from '#app/ui/avatar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { BalanceForm, type WalletOffer } from '#app/web/checkout/balance-form.tsx'
import { PaymentForm, type PaymentFormErrors } from '#app/web/checkout/payment-form.tsx'

export type CreatorAccessPage = {
  creator: { name: string; username: string; avatarUrl: string | null }
  price: string
  days: number
  until: string
  /** The end of the current subscription, which the new days follow; null if they begin at once. */
  follows: string | null
  pass: { href: string; price: string }
  /** Where a visitor signs in first; null for a signed-in person. */
  signInHref: string | null
  closeHref: string
  pay: {
    wallet: WalletOffer | null
    walletAction: string
    directHref: string
    action: string
    attempt: string
    shownMinor: string
    payer: { name: string; email: string; changeHref: string | null }
    phone: string
  } | null
}

type Answer = { errors: PaymentFormErrors; values: Record<string, string> }

const OPENS = ['Every post for subscribers', 'Chat, calls and bookings', 'Tips and unlocks'] as const

/** "Get full access": 30 days of one creator, with the pass offered beside it. */
export function CreatorAccessView({ page, answer }: { page: CreatorAccessPage; answer: Answer | null }) {
  const { creator, price, days, until, follows } = page
  return (
    <div className="container container-narrow stack stack-16">
      <div className="row">
        <Avatar name={creator.name} src={creator.avatarUrl} size={64} />
        <div>
          <h1 className="text-h1-small">{follows ? 'Renew full access' : 'Get full access'}</h1>
          <p className="text-muted">{`${creator.name} · @${creator.username}`}</p>
        </div>
      </div>
      <div className="row row-between">
        <div>
          <p className="text-h3">{`${days} days of ${creator.name}`}</p>
          <p className="text-muted">
            {follows ? `From ${follows} until ${until}` : `Until ${until}. Ends\u00a0by\u00a0itself.`}
          </p>
        </div>
        <p className="money money-large">{price}</p>
      </div>
      <Card padded tile>
        <ul className="check-list">
          {OPENS.map((message) => (
            <li key={message}>
              <Icon name="check" size={20} />
              {message}
            </li>
          ))}
        </ul>
      </Card>
      {page.signInHref ? (
        <LinkButton variant="primary" wide href={page.signInHref}>
          Sign in to continue
        </LinkButton>
      ) : (
        <HowToPay page={page} answer={answer} />
      )}
      {!follows && (
        <Card padded tile>
          <div className="row row-between">
            <div>
              <p className="text-h3">All Peaches instead</p>
              <p className="text-muted">{`The pass opens all creators, from ${page.pass.price}`}</p>
            </div>
            <a className="link link-target" href={page.pass.href}>
              {'See\u00a0the\u00a0pass'}
            </a>
          </div>
        </Card>
      )}
      <LinkButton variant="quiet" wide href={page.closeHref}>
        Not now
      </LinkButton>
    </div>
  )
}

function HowToPay({ page, answer }: { page: CreatorAccessPage; answer: Answer | null }) {
  const { pay, price, creator } = page
  if (!pay) return null
  const terms = `If ${creator.name}\u2019s page closes, unused days go to your wallet.`
  if (pay.wallet)
    return (
      <BalanceForm
        action={pay.walletAction}
        offer={pay.wallet}
        button={`Pay ${price} from the wallet`}
        errors={answer?.errors ?? null}
        note={terms}
        directHref={pay.directHref}
      />
    )
  return (
    <PaymentForm
      action={pay.action}
      button={`Pay ${price}`}
      attempt={answer?.values.attempt || pay.attempt}
      shownMinor={pay.shownMinor}
      mobileMoney
      payer={pay.payer}
      values={answer?.values ?? { phone: pay.phone }}
      errors={answer?.errors ?? null}
      note={terms}
    />
  )
}
