import { CREATOR_FEE_DAYS } from '#app/domain/settings/constants.ts'
import type { Quote } from '../product.ts'

export type FeeOrder = { kind: 'creator_fee'; renewal: boolean }
export type FeeFacts = { kind: 'creator_fee'; days: number }

/** A week of visibility: the product is the creator's own page. */
export function quoteCreatorFee(creatorId: string, feeMinor: bigint): Quote<FeeFacts> {
  return {
    productId: creatorId,
    productName: 'Creator weekly plan',
    price: { amountMinor: feeMinor, currency: 'UGX' },
    facts: { kind: 'creator_fee', days: CREATOR_FEE_DAYS },
  }
}
