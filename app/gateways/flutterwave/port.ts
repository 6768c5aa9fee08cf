import type { Money } from '#app/domain/money/money.ts'

/**
 * What any answer of a gateway comes down to. `rejected`: it certainly did nothing. `ambiguous`: it may have happened, so look it up
 * before anything else. `misconfigured`: a person has to look (key, account, allow-list).
 */
export type Outcome<Value> =
  | { kind: 'ok'; value: Value }
  | { kind: 'rejected'; message: string }
  | { kind: 'not_found' }
  | { kind: 'ambiguous'; cause: string }
  | { kind: 'throttled'; retryAfterMs: number | null }
  | { kind: 'misconfigured'; message: string }

export type Failure = Exclude<Outcome<never>, { kind: 'ok' }>

export type ChargeStatus = 'pending' | 'succeeded' | 'failed' | 'unknown'

/** One try of a payer under one of our references; several may exist. Amounts are minor units (×100), null where they can't be read. */
export type Charge = {
  providerId: string
  reference: string
  status: ChargeStatus
  rawStatus: string
  amountMinor: bigint | null
  currency: string
  /** What the gateway keeps of the amount; null while it is not known. */
  feeMinor: bigint | null
  /** What the payer was charged; more than the amount where the payer bears the fee. */
  chargedMinor: bigint | null
  accountId: string | null
  processorText: string
  paymentType: string
}

export type Checkout = { link: string }

export type CheckoutRequest = {
  reference: string
  amount: Money
  method: 'card' | 'mobile_money'
  customer: { name: string; email: string; phone: string | null }
  returnUrl: string
  sessionMinutes: number
  /** Neutral words: they reach the payer's operator and bank. */
  title: string
  description: string
}

/** Our side of a payment gateway. Nothing here touches the database, and no answer of it is trusted before our own checks. */
export type PaymentGateway = {
  readonly name: string
  /** Our merchant account: a charge of another one is never ours. */
  readonly accountId: string
  createCheckout(request: CheckoutRequest): Promise<Outcome<Checkout>>
  /** Makes a link unpayable; a link that is already closed counts as closed. */
  closeCheckout(link: string): Promise<Outcome<null>>
  getCharge(providerId: string): Promise<Outcome<Charge>>
  /** Every charge known under a reference. `every` also looks behind a success for a second one. */
  findCharges(reference: string, options?: { every?: boolean }): Promise<Outcome<Charge[]>>
}
