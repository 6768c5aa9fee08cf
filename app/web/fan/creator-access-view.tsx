import { Avatar } from '#app/ui/avatar.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckList } from '#app/ui/check-list.tsx'
import { CheckoutForm } from '#app/web/checkout/checkout-form.tsx'
import type { Checkout } from '#app/web/checkout/checkout.ts'
import type { FormAnswer } from '#app/web/form-answer.ts'

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
  checkout: Checkout | null
}

const OPENS = ['Every post for subscribers', 'Chat, calls and bookings', 'Tips and unlocks'] as const

/** "Get full access": 30 days of one creator, with the pass offered beside it. */
export function CreatorAccessView({ page, answer }: { page: CreatorAccessPage; answer: FormAnswer | undefined }) {
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
        <CheckList items={OPENS} />
      </Card>
      {page.signInHref && (
        <LinkButton variant="primary" wide href={page.signInHref}>
          Sign in to continue
        </LinkButton>
      )}
      {page.checkout && (
        <CheckoutForm
          checkout={page.checkout}
          button={`Pay ${price}`}
          walletButton={`Pay ${price} from the wallet`}
          note={`If ${creator.name}\u2019s page closes, unused days go to your wallet.`}
          answer={answer}
        />
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
