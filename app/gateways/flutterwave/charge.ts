export type ChargeStatus = 'pending' | 'succeeded' | 'failed' | 'unknown'

/** One try of a payer under one of our references; several may exist. Amounts are minor units (×100), null where they can't be read. */
export type Charge = {
  providerId: string
  reference: string
  status: ChargeStatus
  rawStatus: string
  amountMinor: bigint | null
  currency: string
  /** The gateway's fee on the amount; null while it is not known. */
  feeMinor: bigint | null
  /** What the payer was charged; more than the amount where the payer pays the fee. */
  chargedMinor: bigint | null
  accountId: string | null
  processorText: string
  paymentType: string
}
