import type { Money } from '#app/domain/money/money.ts'
import type { Outcome } from './outcome.ts'

export type TransferStatus = 'pending' | 'succeeded' | 'failed' | 'reversed' | 'unknown'

/** A transfer to a payee, as the gateway shows it. Amounts are minor units (×100), null where they can't be read. */
export type Transfer = {
  providerId: string
  reference: string
  status: TransferStatus
  rawStatus: string
  amountMinor: bigint | null
  currency: string
  /** The gateway's fee on top of the amount; null while it is not known. */
  feeMinor: bigint | null
  /** The account holder's name by the gateway. */
  receiverName: string
  /** The gateway's reason why it failed. */
  message: string
  /** A person has to approve it in the gateway's dashboard first: it isn't sent automatically. */
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
  /** Neutral text: the operator and the bank see it. */
  narration: string
}

export type Balance = { availableMinor: bigint; ledgerMinor: bigint }
export type Bank = { code: string; name: string }

/** How money is paid out. A created transfer is "queued", never "paid". */
export type TransferGateway = {
  createTransfer(request: TransferRequest): Promise<Outcome<Transfer>>
  getTransfer(providerId: string): Promise<Outcome<Transfer>>
  /** Every transfer with a reference; used to recover after an answer that never arrived. */
  findTransfers(reference: string): Promise<Outcome<Transfer[]>>
  /** One page of the gateway's own list, by the days (UTC) on which they were created; `pages` is their number. */
  listTransfers(from: Date, to: Date, page: number): Promise<Outcome<{ transfers: Transfer[]; pages: number }>>
  /** The gateway's fee for a payout of this amount. */
  transferFee(amount: Money, kind: 'mobilemoney' | 'account'): Promise<Outcome<bigint>>
  balance(currency: Money['currency']): Promise<Outcome<Balance>>
  /** The banks of Uganda that money can be sent to. */
  listBanks(): Promise<Outcome<Bank[]>>
}
