import { Dialog } from '#app/ui/dialog.tsx'
import { PaymentForm, type PaymentFormErrors } from './payment-form.tsx'
import type { PlanCard } from './plan-card.ts'

export type PassDialogData = {
  card: PlanCard
  action: string
  closeHref: string
  attempt: string
  payer: { name: string; email: string; changeHref: string | null } | null
  phone: string
}

export type PaymentAnswer = { errors: PaymentFormErrors; values: Record<string, string> }

/** The payment of one plan, over the page that offers it. */
export function PassDialog({
  dialog,
  currency,
  answer,
}: {
  dialog: PassDialogData
  currency: string
  answer: PaymentAnswer | null
}) {
  const { card } = dialog
  return (
    <Dialog
      title={`Pay ${card.price}`}
      description={`${card.displayName} pass, until ${card.until}`}
      closeHref={dialog.closeHref}
    >
      <PaymentForm
        action={dialog.action}
        button={`Pay ${card.price}`}
        attempt={answer?.values.attempt || dialog.attempt}
        shownMinor={card.priceMinor}
        mobileMoney={currency === 'UGX'}
        payer={dialog.payer}
        values={answer?.values ?? { phone: dialog.phone }}
        errors={answer?.errors ?? null}
      />
    </Dialog>
  )
}
