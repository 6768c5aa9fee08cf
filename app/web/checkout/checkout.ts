/** A form that leads to the payment page, except for what only its page knows: the text on the button and the terms. */
export type PaymentFormData = {
  /** Where the form is posted to: the address of the dialog itself. */
  action: string
  /** The form's own random token: posted twice, it is one payment. */
  attempt: string
  /** The price shown, in minor units; the server compares it with its own. */
  shownMinor: string
  /** Mobile money pays in shillings only. */
  mobileMoney: boolean
  /** The signed-in buyer, and the address that shows name and email as fields instead. */
  payer: { name: string; email: string; changeHref: string | null } | null
  phone: string
}

/** A wallet balance compared with one price. */
export type WalletOffer = {
  /** Where the form is posted to, to pay from the wallet. */
  action: string
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

/** The ways to pay for one thing: from the wallet where that is offered, else on the payment page, which has its own address. */
export type Checkout = { form: PaymentFormData; wallet: WalletOffer | null; directHref: string }
