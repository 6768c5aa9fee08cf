import {
  credit,
  debit,
  type Entry,
  type LedgerAccount,
  type Line,
  makeEntry,
  platform,
} from '#app/domain/ledger/chart.ts'
import type { Currency, Money } from '#app/domain/money/money.ts'
import type { Booking } from '#app/domain/products/product.ts'

/** A verified charge to be posted, in minor units; a fee that is not known yet is null and corrected later. */
export type Collected = {
  gateway: string
  providerId: string
  grossMinor: bigint
  feeMinor: bigint | null
  currency: Currency
  transactionId: string
  at: Date
}

/** A sale paid through the gateway; what was paid above the price is refunded. */
export function paidByCharge(collected: Collected, price: Money, booking: Booking): Entry {
  return entry(booking.kind, collected, [
    ...booking.credits,
    credit(platform('refunds_payable', collected.currency), collected.grossMinor - price.amountMinor),
  ])
}

/** A sale paid from the buyer's own balance: no money enters or leaves, it only changes its owner. */
export function paidFromBalance(
  account: LedgerAccount,
  price: Money,
  booking: Booking,
  sale: { purchaseId: string; at: Date },
): Entry {
  return makeEntry(booking.kind, `purchase:${sale.purchaseId}`, 'purchase', { id: sale.purchaseId, at: sale.at }, [
    debit(account, price.amountMinor),
    ...booking.credits,
  ])
}

/**
 * Money came in that buys nothing: paid twice, too late, too little, or for something that no longer exists. All of it is to be refunded.
 */
export function paymentToRefund(collected: Collected): Entry {
  return entry('payment_to_return', collected, [
    credit(platform('refunds_payable', collected.currency), collected.grossMinor),
  ])
}

/** The gateway's fee became known after the charge was posted without it. */
export function gatewayFeeLearned(collected: Collected & { feeMinor: bigint }): Entry {
  return makeEntry(
    'gateway_fee_learned',
    `gateway_fee_learned:${collected.gateway}:${collected.providerId}`,
    'transaction',
    { id: collected.transactionId, at: collected.at },
    [
      debit(platform('gateway_fees', collected.currency), collected.feeMinor),
      credit(platform('gateway_clearing', collected.currency), collected.feeMinor),
    ],
  )
}

/** One idempotency key for every kind of entry of a charge: a charge is posted once, as one kind. */
function entry(kind: string, collected: Collected, credits: Line[]): Entry {
  const fee = collected.feeMinor ?? 0n
  const debits = [
    debit(platform('gateway_clearing', collected.currency), collected.grossMinor - fee),
    debit(platform('gateway_fees', collected.currency), fee),
  ]
  return makeEntry(
    kind,
    `charge:${collected.gateway}:${collected.providerId}`,
    'transaction',
    { id: collected.transactionId, at: collected.at },
    [...debits, ...credits],
  )
}
