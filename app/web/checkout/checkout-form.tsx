import type { ReactNode } from 'react'
import type { FormAnswer } from '#app/web/form-answer.ts'
import { BalanceForm } from './balance-form.tsx'
import type { Checkout } from './checkout.ts'
import { PaymentForm } from './payment-form.tsx'

type CheckoutFormProps = {
  checkout: Checkout
  button: string
  /** The text on the button that pays from the wallet, if it differs. */
  walletButton?: string
  note: ReactNode
  answer: FormAnswer | undefined
}

/** How to pay for one thing: from the wallet where that is offered, else by mobile money or card. */
export function CheckoutForm({ checkout, button, walletButton = button, note, answer }: CheckoutFormProps) {
  const { wallet, form, directHref } = checkout
  if (wallet)
    return <BalanceForm offer={wallet} button={walletButton} answer={answer} note={note} directHref={directHref} />
  return <PaymentForm form={form} button={button} answer={answer} note={note} />
}
