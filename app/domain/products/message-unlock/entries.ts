import type { Money } from '#app/domain/money/money.ts'
import { PLATFORM_FEE_BASIS_POINTS } from '#app/domain/settings/constants.ts'
import { creatorCredits } from '#app/domain/earnings/creator-credits.ts'
import type { Booking } from '../product.ts'

/** Split between creator and platform when it is paid. */
export function messageUnlockCredits(
  price: Money,
  creatorId: string,
  feeBasisPoints: number = PLATFORM_FEE_BASIS_POINTS,
  vatBasisPoints = 0,
): Booking {
  return { kind: 'message_unlock_paid', credits: creatorCredits(price, creatorId, feeBasisPoints, vatBasisPoints) }
}
