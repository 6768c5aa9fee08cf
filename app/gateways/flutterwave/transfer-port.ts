import type { Money } from '#app/domain/money/money.ts'
import type { Outcome } from './outcome.ts'

export type TransferStatus = 'pending' | 'succeeded' | 'failed' | 'reversed' | 'unknown'

/** Money on its way out, as the gateway shows it. Amounts are minor units (×100), null where they can't be read. */
export type Transfer = {
  providerId: string
  reference: string
  status: TransferStatus
  rawStatus: string
  amountMinor: bigint | null
  currency: string
  /** What the gateway keeps on top of the amount; null while it is not known. */
  feeMinor: bigint | null
  /** Whose account it says it is. */
  receiverName: string
  /** Why it failed, in the gateway's words. */
  message: string
  /** Somebody has to approve it in the gateway's dashboard first: it doesn't leave by itself. */
  awaitsApproval: boolean
  createdAt: Date | null
}

export type TransferRequest = {
  /** Ours, stored before the call and never used for anything else. */
  reference: string
  amount: Money
  /** MTN, AIRTEL, or the gateway's code of a bank. */
  bankCode: string
  /** A wallet's number as E.164, or a bank account's. */
  number: string
  accountName: string
  /** Neutral words: they reach the operator and the bank. */
  narration: string
}

export type Balance = { availableMinor: bigint; ledgerMinor: bigint }
export type Bank = { code: string; name: string }

/** How money leaves. Creating one means "queued", never "paid". */
export type TransferGateway = {
  createTransfer(request: TransferRequest): Promise<Outcome<Transfer>>
  getTransfer(providerId: string): Promise<Outcome<Transfer>>
  /** Every transfer known under a reference; the way back after an answer that never came. */
  findTransfers(reference: string): Promise<Outcome<Transfer[]>>
  /** One page of the gateway's own list, by the days (UTC) on which they were created; `pages` says how many there are. */
  listTransfers(from: Date, to: Date, page: number): Promise<Outcome<{ transfers: Transfer[]; pages: number }>>
  /** What the gateway would keep for a payout of this amount. */
  transferFee(amount: Money, kind: 'mobilemoney' | 'account'): Promise<Outcome<bigint>>
  balance(currency: Money['currency']): Promise<Outcome<Balance>>
  /** The banks of Uganda that money can be sent to. */
  listBanks(): Promise<Outcome<Bank[]>>
}
