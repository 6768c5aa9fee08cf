import {
  credit,
  debit,
  type Entry,
  type LedgerAccount,
  makeEntry,
  platform,
  type Purpose,
} from '#app/domain/ledger/chart.ts'
import type { Currency } from '#app/domain/money/money.ts'

/** A refund as it is posted. Minor units; `attempt` counts how often it was sent. */
export type BookedRefund = { id: string; amountMinor: bigint; currency: Currency; attempt: number; at: Date }

/** The gateway has accepted a refund: its amount leaves our balance there at this moment, not when it arrives. */
export function refundSent(refund: BookedRefund): Entry {
  return entry('refund_sent', refund, `${refund.id}:${refund.attempt}`, 'refunds_payable', 'gateway_clearing')
}

/** An accepted refund could not be sent on: the amount is back in our balance, and still owed. */
export function refundFailed(refund: BookedRefund): Entry {
  return entry('refund_failed', refund, `${refund.id}:${refund.attempt}`, 'gateway_clearing', 'refunds_payable')
}

/** Into the balance of the person it is owed to: a wallet, or a creator's available earnings. */
export function refundToBalance(refund: BookedRefund, account: LedgerAccount): Entry {
  const kind = account.purpose === 'wallet' ? 'refund_to_wallet' : 'refund_to_earnings'
  return makeEntry(kind, `${kind}:${refund.id}`, 'refund', refund, [
    debit(platform('refunds_payable', refund.currency), refund.amountMinor),
    credit(account, refund.amountMinor),
  ])
}

function entry(kind: string, refund: BookedRefund, key: string, from: Purpose, to: Purpose): Entry {
  return makeEntry(kind, `${kind}:${key}`, 'refund', refund, [
    debit(platform(from, refund.currency), refund.amountMinor),
    credit(platform(to, refund.currency), refund.amountMinor),
  ])
}
