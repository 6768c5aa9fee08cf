import { creatorCredits } from '#app/domain/earnings/creator-credits.ts'
import type { Money } from '#app/domain/money/money.ts'
import { PLATFORM_FEE_BASIS_POINTS } from '#app/domain/settings/constants.ts'
import type { Booking } from './product.ts'

/** How a sale of one creator is booked, as an entry of this kind: split between creator and platform when it is paid. */
export function creatorBooking(kind: string) {
  return (
    price: Money,
    creatorId: string,
    feeBasisPoints: number = PLATFORM_FEE_BASIS_POINTS,
    vatBasisPoints = 0,
  ): Booking => ({ kind, credits: creatorCredits(price, creatorId, feeBasisPoints, vatBasisPoints) })
}
