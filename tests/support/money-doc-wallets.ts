import { creatorAccount, feeCredits } from '#app/domain/earnings/earning.ts'
import { credit, type Entry } from '#app/domain/ledger/chart.ts'
import { type Money, splitFee } from '#app/domain/money/money.ts'
import { paidFromBalance } from '#app/domain/purchases/entries.ts'
import { unlockCredits } from '#app/domain/products/post-unlock/entries.ts'
import { PLATFORM_FEE_BASIS_POINTS } from '#app/domain/settings/constants.ts'
import { type BookedHold, holdPlaced, holdReleased, holdCancelled } from '#app/domain/wallet/entries.ts'
import { walletOf } from '#app/domain/wallet/wallet.ts'
import { newId } from '#app/platform/id.ts'

type Facts = { price: Money; fan: string; creator: string; at: Date }

/** The events of docs/money.md that a wallet pays, and what is held in it; null for all others. */
export function walletEntryOf(
  kind: string,
  message: { from?: string },
  { price, fan, creator, at }: Facts,
): Entry | null {
  const hold: BookedHold = { id: newId(), ownerId: fan, amountMinor: price.amountMinor, at }
  switch (kind) {
    case 'unlock_paid':
      return message.from === 'wallet'
        ? paidFromBalance(walletOf(fan), price, unlockCredits(price, creator), { purchaseId: newId(), at })
        : null
    case 'hold_placed':
      return holdPlaced(hold)
    case 'hold_released': {
      const { fee, rest } = splitFee(price, PLATFORM_FEE_BASIS_POINTS)
      return holdReleased(hold, [
        credit(creatorAccount('creator_pending', creator), rest.amountMinor),
        ...feeCredits(fee, 0),
      ])
    }
    case 'hold_returned':
      return holdCancelled(hold)
    default:
      return null
  }
}
