import { credit, debit, type Entry, type Line, makeEntry, platform } from '#app/domain/ledger/chart.ts'
import { creatorAccount } from '#app/domain/earnings/earning.ts'
import type { PayoutSums } from './payout.ts'

/** A payout as it is posted. Minor units of shillings. */
export type BookedPayout = PayoutSums & { id: string; creatorId: string; at: Date }

/** The whole sum leaves the creator's available earnings, so that it can't be used for anything else. */
export function payoutScheduled(payout: BookedPayout): Entry {
  return entry('payout_scheduled', 'scheduled', payout, [
    debit(creatorAccount('creator_available', payout.creatorId), payout.grossMinor),
    credit(platform('payouts_in_transit'), payout.grossMinor),
  ])
}

/** It arrived: the gateway's balance paid it. What the gateway charged above the creator's fee is our cost, and less is our gain. */
export function payoutCompleted(payout: BookedPayout, gatewayFeeMinor: bigint): Entry {
  return entry('payout_completed', 'completed', payout, [
    debit(platform('payouts_in_transit'), payout.grossMinor),
    ...leaving(payout, gatewayFeeMinor),
  ])
}

/** It did not leave: the whole sum, fee and tax too, is available again. Failed or cancelled, this is posted once per payout. */
export function payoutReturned(kind: 'payout_failed' | 'payout_cancelled', payout: BookedPayout): Entry {
  return entry(kind, 'returned', payout, [
    debit(platform('payouts_in_transit'), payout.grossMinor),
    credit(creatorAccount('creator_available', payout.creatorId), payout.grossMinor),
  ])
}

/** It had arrived and came back: our entries are reversed, and the creator has the whole sum again. */
export function payoutReversed(payout: BookedPayout, gatewayFeeMinor: bigint): Entry {
  return entry('payout_reversed', 'reversed', payout, [
    ...leaving(payout, gatewayFeeMinor).map((line) => ({ ...line, amountMinor: -line.amountMinor })),
    credit(creatorAccount('creator_available', payout.creatorId), payout.grossMinor),
  ])
}

/** It was reversed as failed, and arrived after all: taken from available earnings, and the creator owes what is missing. */
export function payoutArrivedLate(payout: BookedPayout, gatewayFeeMinor: bigint, availableMinor: bigint): Entry {
  const taken = availableMinor < payout.grossMinor ? availableMinor : payout.grossMinor
  return entry('payout_arrived_late', 'completed', payout, [
    debit(creatorAccount('creator_available', payout.creatorId), taken),
    debit(creatorAccount('creator_debt', payout.creatorId), payout.grossMinor - taken),
    ...leaving(payout, gatewayFeeMinor),
  ])
}

function leaving(payout: BookedPayout, gatewayFeeMinor: bigint): Line[] {
  return [
    debit(platform('payout_fees'), gatewayFeeMinor - payout.feeMinor),
    credit(platform('gateway_clearing'), payout.netMinor + gatewayFeeMinor),
    credit(platform('taxes_payable'), payout.taxMinor),
  ]
}

function entry(kind: string, step: string, payout: BookedPayout, lines: Line[]): Entry {
  return makeEntry(kind, `payout:${payout.id}:${step}`, 'payout', payout, lines)
}
