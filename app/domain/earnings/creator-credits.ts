import { credit, type Line } from '#app/domain/ledger/chart.ts'
import { type Money, splitFee } from '#app/domain/money/money.ts'
import { feeCredits } from './earning.ts'

/**
 * What a fan spends on one creator: the creator's part, pending for seven days, and ours with the tax that it contains. Our fee is rounded
 * down to whole shillings; the rest belongs to the creator.
 */
export function creatorCredits(price: Money, creatorId: string, feeBasisPoints: number, vatBasisPoints = 0): Line[] {
  const { fee, rest } = splitFee(price, feeBasisPoints)
  return [
    credit({ purpose: 'creator_pending', ownerId: creatorId, currency: price.currency }, rest.amountMinor),
    ...feeCredits(fee, vatBasisPoints),
  ]
}
