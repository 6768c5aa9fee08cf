import { feeCredits } from '#app/domain/earnings/earning.ts'
import { credit, debit, type Entry, type LedgerAccount, type Line, type Purpose } from '#app/domain/ledger/chart.ts'
import { type Currency, type Money, splitFee } from '#app/domain/money/money.ts'
import { PLATFORM_FEE_BASIS_POINTS } from '#app/domain/settings/constants.ts'

/** What the price of a sale becomes in the ledger: the kind of its entry, and credits that add up to the price. */
export type Booking = { kind: string; credits: Line[] }

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

/** A pass: the whole price is unearned revenue until it is earned day by day. */
export function passCredits(price: Money): Booking {
  return { kind: 'pass_paid', credits: [credit(platform('deferred_pass_revenue', price), price.amountMinor)] }
}

/** A creator's week: its price is unearned revenue until the week is over. */
export function creatorFeeCredits(price: Money): Booking {
  return { kind: 'creator_fee_paid', credits: [credit(platform('deferred_creator_fees', price), price.amountMinor)] }
}

/** A post: our fee is rounded down to whole shillings; the rest belongs to the creator and is pending for seven days. */
export function unlockCredits(
  price: Money,
  creatorId: string,
  feeBasisPoints: number = PLATFORM_FEE_BASIS_POINTS,
  vatBasisPoints = 0,
): Booking {
  return { kind: 'unlock_paid', credits: creatorCredits(price, creatorId, feeBasisPoints, vatBasisPoints) }
}

/** A tip: split between creator and platform when it is paid. */
export function tipCredits(
  price: Money,
  creatorId: string,
  feeBasisPoints: number = PLATFORM_FEE_BASIS_POINTS,
  vatBasisPoints = 0,
): Booking {
  return { kind: 'tip_paid', credits: creatorCredits(price, creatorId, feeBasisPoints, vatBasisPoints) }
}

/** Thirty days of one creator: the whole price is unearned revenue until it is earned day by day. */
export function creatorSubscriptionCredits(price: Money): Booking {
  return {
    kind: 'creator_subscription_paid',
    credits: [credit(platform('deferred_creator_subscriptions', price), price.amountMinor)],
  }
}

/** A wallet top-up: the fan's own money, kept for them. */
export function topUpCredits(price: Money, ownerId: string): Booking {
  return {
    kind: 'wallet_topped_up',
    credits: [credit({ purpose: 'wallet', ownerId, currency: price.currency }, price.amountMinor)],
  }
}

/** What a fan spends on one creator: the creator's part, pending, and ours with the tax that it contains. */
export function creatorCredits(price: Money, creatorId: string, feeBasisPoints: number, vatBasisPoints = 0): Line[] {
  const { fee, rest } = splitFee(price, feeBasisPoints)
  return [
    credit({ purpose: 'creator_pending', ownerId: creatorId, currency: price.currency }, rest.amountMinor),
    ...feeCredits(fee, vatBasisPoints),
  ]
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
 * The platform's share of a refund: unearned revenue first, the rest from our earned revenue. Where an earlier partial refund already used
 * our revenue, the rest may be less than the unearned part; the difference is credited to our revenue.
 */
export function platformBears(
  sale: { currency: Currency },
  amountMinor: bigint,
  owedMinor: bigint,
  owed: Purpose,
  earned: Purpose,
): Line[] {
  const currency = sale.currency
  return [
    debit(platform(owed, { currency }), owedMinor),
    debit(platform(earned, { currency }), amountMinor - owedMinor),
  ].filter((line) => line.amountMinor !== 0n)
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
