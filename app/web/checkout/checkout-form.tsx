import type { ReactNode } from 'react'
import type { FormAnswer } from '#app/web/form-answer.ts'
import { BalanceForm } from './balance-form.tsx'
import type { Checkout } from './checkout.ts'
import { PaymentForm } from './payment-form.tsx'

type CheckoutFormProps = {
  checkout: Checkout
  button: string
  note: ReactNode
  answer: FormAnswer | undefined
}

/** How to pay for one thing: by mobile money or card, or from the wallet where that is offered. */
export function CheckoutForm({ checkout, button, note, answer }: CheckoutFormProps) {
  const { wallet, form, directHref } = checkout
  if (wallet)
    return (
      <BalanceForm
        offer={wallet}
        button={`${button} from the wallet`}
        answer={answer}
        note={note}
        directHref={directHref}
      />
    )
  return <PaymentForm form={form} button={button} answer={answer} note={note} />
}
