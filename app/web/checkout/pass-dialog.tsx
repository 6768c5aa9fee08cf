import { Dialog } from '#app/ui/dialog.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'
import { WalletBox } from './balance-form.tsx'
import type { PaymentFormData } from './checkout.ts'
import { PaymentForm } from './payment-form.tsx'
import type { PlanCard } from './plan-card.ts'

export type PassDialogData = PaymentFormData & {
  card: PlanCard
  closeHref: string
  promo: PromoBox
  /** The buyer's wallet where it suffices, the page that pays from it, and the address of the other ways. */
  wallet: { balance: string; after: string | null; href: string; directHref: string } | null
}

type PromoBox = {
  /** The code typed; null while the field is hidden. */
  typed: string | null
  applied: string | null
  error: string | null
  /** The address that shows the field, and the address without a code. */
  openHref: string
  removeHref: string
  /** Where the field is sent to, and the other fields sent with it. */
  action: string
  hidden: [string, string][]
}

/** The payment dialog of one plan, over the page that offers it. */
export function PassDialog({ dialog, answer }: { dialog: PassDialogData; answer: FormAnswer | undefined }) {
  const { card } = dialog
  return (
    <Dialog
      title={`Pay ${card.price}`}
      description={
        <>
          {card.displayName} pass, until {card.until}
          {card.before && (
            <>
              {'. '}
              <s className="money">{card.before}</s> {card.discount}% off
            </>
          )}
        </>
      }
      closeHref={dialog.closeHref}
    >
      <PromoPart promo={dialog.promo} />
      {dialog.wallet && !answer ? (
        <div className="stack stack-16">
          <WalletBox offer={{ ...dialog.wallet, missing: null }} />
          <div className="stack stack-8">
            <LinkButton variant="primary" wide href={dialog.wallet.href}>
              {`Pay ${card.price} from the wallet`}
            </LinkButton>
            <LinkButton variant="quiet" wide href={dialog.wallet.directHref}>
              Pay with mobile money or card
            </LinkButton>
          </div>
        </div>
      ) : (
        <PaymentForm form={dialog} button={`Pay ${card.price}`} answer={answer} />
      )}
    </Dialog>
  )
}

/** The form of the promo code: it reloads the page with the new price, before anything is paid. */
function PromoPart({ promo }: { promo: PromoBox }) {
  if (promo.applied)
    return (
      <p className="row row-between" role="status">
        <span>{promo.applied}</span>
        <a className="link link-target" href={promo.removeHref}>
          Remove
        </a>
      </p>
    )
  if (promo.typed === null)
    return (
      <a className="link link-target" href={promo.openHref}>
        Have a code?
      </a>
    )
  return (
    <form method="get" action={promo.action} className="stack stack-8">
      {promo.hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextField
        label="Promo code"
        name="promo"
        autoCapitalize="characters"
        defaultValue={promo.typed}
        error={promo.error}
      />
      <Button wide>Apply</Button>
    </form>
  )
}
