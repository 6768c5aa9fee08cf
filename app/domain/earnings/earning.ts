import { credit, type Line, platform, type Purpose } from '#app/domain/ledger/chart.ts'
import { type Money, smallestStep, taxWithin } from '#app/domain/money/money.ts'

/** The sources of creators' earnings. `pass_share` is their part of the passes of fans who used them. */
export const EARNING_SOURCES = [
  'unlock',
  'tip',
  'subscription',
  'pass_share',
  'message',
  'call',
  'booking',
  'custom_request',
  'live',
] as const
export type EarningSource = (typeof EARNING_SOURCES)[number]

export const SOURCE_TEXTS: Record<EarningSource, string> = {
  unlock: 'Unlocks',
  tip: 'Tips',
  subscription: 'Subscriptions',
  pass_share: 'Pass share',
  message: 'Chat',
  call: 'Calls',
  booking: 'Bookings',
  custom_request: 'Custom requests',
  live: 'Live',
}

/** Earnings are pending for these days, then available. */
export const PENDING_DAYS = 7

const DAY_MS = 86_400_000

/** How many days an earning is pending: longer where a card paid and its creator was approved recently. */
export function pendingDays(
  earning: { cardFunded: boolean; approvedAt: Date | null; at: Date },
  limits: { cardClearingDays: number; newCreatorDays: number },
): number {
  if (!earning.cardFunded) return PENDING_DAYS
  const isNew =
    earning.approvedAt === null || earning.at.getTime() - earning.approvedAt.getTime() < limits.newCreatorDays * DAY_MS
  return isNew ? Math.max(PENDING_DAYS, limits.cardClearingDays) : PENDING_DAYS
}

/** A creator's account in the ledger. Creators' balances are in shillings. */
export function creatorAccount(
  purpose: Extract<Purpose, 'creator_pending' | 'creator_available' | 'creator_debt'>,
  creatorId: string,
): { purpose: typeof purpose; ownerId: string; currency: 'UGX' } {
  return { purpose, ownerId: creatorId, currency: 'UGX' }
}

/** Our part of what a fan spent, and the tax in it: together the whole fee. */
export function feeCredits(fee: Money, vatBasisPoints: number): Line[] {
  const { currency } = fee
  const tax = taxWithin(fee, vatBasisPoints).amountMinor
  return [
    credit(platform('platform_revenue', currency), fee.amountMinor - tax),
    ...(tax === 0n ? [] : [credit(platform('taxes_payable', currency), tax)]),
  ]
}

/**
 * The creator's part when `refundedMinor` in total is refunded: our fee of it is rounded down, as when it was earned. For successive
 * refunds: the part of the new sum minus the part of the old one.
 */
export function creatorPartOf(earning: { grossMinor: bigint; feeMinor: bigint }, refundedMinor: bigint): bigint {
  const step = smallestStep('UGX')
  if (refundedMinor >= earning.grossMinor) return earning.grossMinor - earning.feeMinor
  const fee = ((earning.feeMinor * refundedMinor) / earning.grossMinor / step) * step
  return refundedMinor - fee
}
