import type { Money } from '#app/domain/money/money.ts'
import type { Charge } from './charge.ts'
import type { Outcome } from './outcome.ts'
import type { ListGateway } from './list-port.ts'
import type { RefundGateway } from './refund-port.ts'
import type { TransferGateway } from './transfer-port.ts'

export type { Charge, ChargeStatus } from './charge.ts'
export type { Failure, Outcome } from './outcome.ts'

export type Checkout = { link: string }

export type CheckoutRequest = {
  reference: string
  amount: Money
  method: 'card' | 'mobile_money'
  customer: { name: string; email: string; phone: string | null }
  returnUrl: string
  sessionMinutes: number
  /** Neutral text: the payer's operator and bank see it. */
  title: string
  description: string
}

/** Our side of a payment gateway. It never uses the database, and its answers are trusted only after our own checks. */
export type PaymentGateway = TransferGateway &
  RefundGateway &
  ListGateway & {
    readonly name: string
    /** Our merchant account: a charge of another one is never ours. */
    readonly accountId: string
    createCheckout(request: CheckoutRequest): Promise<Outcome<Checkout>>
    /** Makes a link unpayable; a link that is already closed counts as closed. */
    closeCheckout(link: string): Promise<Outcome<null>>
    getCharge(providerId: string): Promise<Outcome<Charge>>
    /** Every charge under a reference. `every` also searches behind a success for a second one. */
    findCharges(reference: string, options?: { every?: boolean }): Promise<Outcome<Charge[]>>
  }
