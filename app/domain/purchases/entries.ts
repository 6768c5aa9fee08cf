import { credit, debit, type Entry, type LedgerAccount, type Line, type Purpose } from '#app/domain/ledger/chart.ts'
import { type Currency, splitFee } from '#app/domain/money/money.ts'
import { PLATFORM_FEE_PERCENTAGE } from '#app/domain/settings/constants.ts'

/** A verified charge as it is booked: minor units; a fee that is not known yet counts as none and is corrected later. */
export type Collected = {
  gateway: string
  providerId: string
  grossMinor: bigint
  feeMinor: bigint | null
  currency: Currency
  transactionId: string
  at: Date
}

/** A pass was paid: the whole price is owed as service until it is earned day by day; what is above the price goes back. */
export function passPaid(collected: Collected, priceMinor: bigint): Entry {
  return entry('pass_paid', collected, [
    credit(platform('deferred_pass_revenue', collected), priceMinor),
    ...excess(collected, priceMinor),
  ])
}

/** A creator's week was paid: its price is owed as service until the week is over. */
export function creatorFeePaid(collected: Collected, priceMinor: bigint): Entry {
  return entry('creator_fee_paid', collected, [
    credit(platform('deferred_creator_fees', collected), priceMinor),
    ...excess(collected, priceMinor),
  ])
}

/** A post was bought: our fee rounds down to whole shillings, the rest is the creator's and waits for seven days. */
export function unlockPaid(
  collected: Collected,
  priceMinor: bigint,
  creatorId: string,
  feePercentage: number = PLATFORM_FEE_PERCENTAGE,
): Entry {
  const { fee, rest } = splitFee({ amountMinor: priceMinor, currency: collected.currency }, feePercentage)
  return entry('unlock_paid', collected, [
    credit({ purpose: 'creator_pending', ownerId: creatorId, currency: collected.currency }, rest.amountMinor),
    credit(platform('platform_revenue', collected), fee.amountMinor),
    ...excess(collected, priceMinor),
  ])
}

/** Money came in that buys nothing: paid twice, too late, too little, or for something that is gone. All of it is owed back. */
export function paymentToReturn(collected: Collected): Entry {
  return entry('payment_to_return', collected, [credit(platform('refunds_payable', collected), collected.grossMinor)])
}

/** The gateway's fee became known after the charge was booked without it. */
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

/** One key for whatever a charge becomes: it is booked once, as one thing. */
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

function excess(collected: Collected, priceMinor: bigint): Line[] {
  return [credit(platform('refunds_payable', collected), collected.grossMinor - priceMinor)]
}

function platform(purpose: Purpose, collected: Collected): LedgerAccount {
  return { purpose, ownerId: null, currency: collected.currency }
}
