import { useEffect, useState, type ReactNode } from 'react'
import { Button, type ButtonVariant, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import type { PaymentFormErrors } from './payment-form.tsx'

/** A wallet balance compared with one price; made by `walletOffer`. */
export type WalletOffer = {
  balance: string
  /** What is left afterwards; null if the balance is too low. */
  after: string | null
  /** The missing amount; null if the balance is enough. */
  missing: string | null
  /** The page to top up at least that amount; null if nothing is missing or top-ups are off. */
  topUp: { sum: string; href: string } | null
  /** The form's own random token: posted twice, it is one purchase. */
  attempt: string
  /** The price shown, in minor units; the server compares it with its own. */
  shownMinor: string
}

/** The balance, and what is left of it afterwards or is missing. */
export function WalletBox({ offer }: { offer: Pick<WalletOffer, 'balance' | 'after' | 'missing'> }) {
  const { balance, after, missing } = offer
  return (
    <Card padded tile className="card-sunken">
      <Receipt
        rows={[
          {
            label: (
              <span className="row">
                <Icon name="wallet" size={20} /> Wallet balance
              </span>
            ),
            value: balance,
          },
          ...(after === null ? [] : [{ label: 'After this', value: after }]),
          ...(missing === null ? [] : [{ label: 'You need', value: missing }]),
        ]}
      />
    </Card>
  )
}

type BalanceFormProps = {
  /** Where the form is posted to: the route that calls `answerBalanceForm`. */
  action: string
  offer: WalletOffer
  /** "Unlock for UGX 50,000", on the button. */
  button: string
  variant?: ButtonVariant
  errors: PaymentFormErrors | null
  /** One line of terms below the button. */
  note?: ReactNode
  /** Where the same is paid by mobile money or card; null if it can't be. */
  directHref: string | null
  /** Further fields of the form. */
  children?: ReactNode
}

/** Pays from the wallet at once; if the balance is too low, links to a top-up of the missing amount. Works without script. */
export function BalanceForm(props: BalanceFormProps) {
  const { action, offer, button, variant = 'primary', errors, note, directHref, children } = props
  const [sending, setSending] = useState(false)
  useEffect(() => {
    const again = () => setSending(false)
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [])
  return (
    <form method="post" action={action} className="stack stack-16" noValidate onSubmit={() => setSending(true)}>
      {errors && <ErrorSummary title={errors.title} errors={errors.summary} />}
      <input type="hidden" name="attempt" value={offer.attempt} />
      <input type="hidden" name="shown" value={offer.shownMinor} />
      {children}
      <WalletBox offer={offer} />
      <div className="stack stack-8">
        {offer.missing === null && (
          <Button variant={variant} wide pending={sending} pendingLabel="One moment…">
            {button}
          </Button>
        )}
        {offer.topUp && (
          <LinkButton variant="primary" wide href={offer.topUp.href}>
            Top up {offer.topUp.sum}
          </LinkButton>
        )}
        {directHref && (
          <LinkButton
            variant={offer.missing !== null && offer.topUp === null ? 'primary' : 'quiet'}
            wide
            href={directHref}
          >
            Pay with mobile money or card
          </LinkButton>
        )}
      </div>
      {note && <p className="text-caption text-center">{note}</p>}
    </form>
  )
}
