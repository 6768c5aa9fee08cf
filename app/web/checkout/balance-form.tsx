import type { ReactNode } from 'react'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'
import type { WalletOffer } from './checkout.ts'
import { PurchaseForm } from './purchase-form.tsx'

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
  offer: WalletOffer
  /** "Unlock for UGX 50,000", on the button. */
  button: string
  answer: FormAnswer | undefined
  /** One line of terms below the button. */
  note?: ReactNode
  /** Where the same is paid by mobile money or card. */
  directHref: string
}

/**
 * The wallet first where it suffices; else direct payment, then a top-up of the missing amount: whoever has no balance yet should not have to
 * learn what the wallet is. Works without script.
 */
export function BalanceForm({ offer, button, answer, note, directHref }: BalanceFormProps) {
  return (
    <PurchaseForm {...offer} answer={answer}>
      {(sending) => (
        <>
          <WalletBox offer={offer} />
          <div className="stack stack-8">
            {offer.missing === null && (
              <Button variant="primary" wide pending={sending} pendingLabel="One moment…">
                {button}
              </Button>
            )}
            <LinkButton variant={offer.missing === null ? 'quiet' : 'primary'} wide href={directHref}>
              Pay with mobile money or card
            </LinkButton>
            {offer.topUp && (
              <LinkButton variant="quiet" wide href={offer.topUp.href}>
                Top up {offer.topUp.sum}
              </LinkButton>
            )}
          </div>
          {note && <p className="text-caption text-center">{note}</p>}
        </>
      )}
    </PurchaseForm>
  )
}
