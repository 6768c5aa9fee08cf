import { credit, debit, type Entry, type LedgerAccount, type Line, type Purpose } from '#app/domain/ledger/chart.ts'
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
    credit(platform('refunds_payable', collected), collected.grossMinor - price.amountMinor),
  ])
}

/** A sale paid from the buyer's own balance: no money enters or leaves, it only changes its owner. */
export function paidFromBalance(
  account: LedgerAccount,
  price: Money,
  booking: Booking,
  sale: { purchaseId: string; at: Date },
): Entry {
  return {
    kind: booking.kind,
    idempotencyKey: `purchase:${sale.purchaseId}`,
    causeKind: 'purchase',
    causeId: sale.purchaseId,
    happenedAt: sale.at,
    lines: [debit(account, price.amountMinor), ...booking.credits].filter((line) => line.amountMinor !== 0n),
  }
}

/**
 * Money came in that buys nothing: paid twice, too late, too little, or for something that no longer exists. All of it is to be refunded.
 */
export function paymentToRefund(collected: Collected): Entry {
  return entry('payment_to_return', collected, [credit(platform('refunds_payable', collected), collected.grossMinor)])
}

/** The gateway's fee became known after the charge was posted without it. */
export function gatewayFeeLearned(collected: Collected & { feeMinor: bigint }): Entry {
  return {
    kind: 'gateway_fee_learned',
    idempotencyKey: `gateway_fee_learned:${collected.gateway}:${collected.providerId}`,
    causeKind: 'transaction',
    causeId: collected.transactionId,
    happenedAt: collected.at,
    lines: [
      debit(platform('gateway_fees', collected), collected.feeMinor),
      credit(platform('gateway_clearing', collected), collected.feeMinor),
    ],
  }
}

/** One idempotency key for every kind of entry of a charge: a charge is posted once, as one kind. */
function entry(kind: string, collected: Collected, credits: Line[]): Entry {
  const fee = collected.feeMinor ?? 0n
  const debits = [
    debit(platform('gateway_clearing', collected), collected.grossMinor - fee),
    debit(platform('gateway_fees', collected), fee),
  ]
  return {
    kind,
    idempotencyKey: `charge:${collected.gateway}:${collected.providerId}`,
    causeKind: 'transaction',
    causeId: collected.transactionId,
    happenedAt: collected.at,
    lines: [...debits, ...credits].filter((line) => line.amountMinor !== 0n),
  }
}

function platform(purpose: Purpose, { currency }: { currency: Currency }): LedgerAccount {
  return { purpose, ownerId: null, currency }
}
