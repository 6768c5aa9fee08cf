import { feeCredits } from '#app/domain/earnings/earning.ts'
import { credit, debit, type Entry, type LedgerAccount, type Line, type Purpose } from '#app/domain/ledger/chart.ts'
import { type Currency, type Money, splitFee } from '#app/domain/money/money.ts'
import { PLATFORM_FEE_PERCENTAGE } from '#app/domain/settings/constants.ts'

/** What the price of a sale becomes in the ledger: the kind of its entry, and credits that add up to the price. */
export type Booking = { kind: string; credits: Line[] }

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

/** A pass: the whole price is owed as service until it is earned day by day. */
export function passCredits(price: Money): Booking {
  return { kind: 'pass_paid', credits: [credit(platform('deferred_pass_revenue', price), price.amountMinor)] }
}

/** A creator's week: its price is owed as service until the week is over. */
export function creatorFeeCredits(price: Money): Booking {
  return { kind: 'creator_fee_paid', credits: [credit(platform('deferred_creator_fees', price), price.amountMinor)] }
}

/** A post: our fee rounds down to whole shillings, the rest is the creator's and waits for seven days. */
export function unlockCredits(
  price: Money,
  creatorId: string,
  feePercentage: number = PLATFORM_FEE_PERCENTAGE,
  vatBasisPoints = 0,
): Booking {
  return { kind: 'unlock_paid', credits: creatorCredits(price, creatorId, feePercentage, vatBasisPoints) }
}

/** A tip: shared as it is given. */
export function tipCredits(
  price: Money,
  creatorId: string,
  feePercentage: number = PLATFORM_FEE_PERCENTAGE,
  vatBasisPoints = 0,
): Booking {
  return { kind: 'tip_paid', credits: creatorCredits(price, creatorId, feePercentage, vatBasisPoints) }
}

/** Thirty days of one creator: the whole price is owed as service until it is earned day by day. */
export function creatorSubscriptionCredits(price: Money): Booking {
  return {
    kind: 'creator_subscription_paid',
    credits: [credit(platform('deferred_creator_subscriptions', price), price.amountMinor)],
  }
}

/** A wallet is topped up: the fan's own money, kept for them. */
export function topUpCredits(price: Money, ownerId: string): Booking {
  return {
    kind: 'wallet_topped_up',
    credits: [credit({ purpose: 'wallet', ownerId, currency: price.currency }, price.amountMinor)],
  }
}

/** What a fan spends on one creator: the creator's part, pending, and ours with the tax that it contains. */
export function creatorCredits(price: Money, creatorId: string, feePercentage: number, vatBasisPoints = 0): Line[] {
  const { fee, rest } = splitFee(price, feePercentage)
  return [
    credit({ purpose: 'creator_pending', ownerId: creatorId, currency: price.currency }, rest.amountMinor),
    ...feeCredits(fee, vatBasisPoints),
  ]
}

/** A sale paid through the gateway; what was paid above the price goes back. */
export function paidByCharge(collected: Collected, price: Money, booking: Booking): Entry {
  return entry(booking.kind, collected, [
    ...booking.credits,
    credit(platform('refunds_payable', collected), collected.grossMinor - price.amountMinor),
  ])
}

/** A sale paid from somebody's own pot: nothing enters or leaves, it changes its owner. */
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
 * What we bear of money that goes back: what is still owed as service, and the rest from what we have earned. Where an earlier part came
 * out of our revenue already, the rest may be less than what is owed, and the difference is ours again.
 */
export function platformBears(
  sale: { currency: string },
  amountMinor: bigint,
  owedMinor: bigint,
  owed: Purpose,
  earned: Purpose,
): Line[] {
  const currency = sale.currency as Currency
  return [
    debit(platform(owed, { currency }), owedMinor),
    debit(platform(earned, { currency }), amountMinor - owedMinor),
  ].filter((line) => line.amountMinor !== 0n)
}

/** Money came in that buys nothing: paid twice, too late, too little, or for something that is gone. All of it is owed back. */
export function paymentToRefund(collected: Collected): Entry {
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

function platform(purpose: Purpose, { currency }: { currency: Currency }): LedgerAccount {
  return { purpose, ownerId: null, currency }
}
