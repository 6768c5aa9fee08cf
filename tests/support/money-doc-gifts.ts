import { messagePaid } from '#app/domain/chat/entries.ts'
import type { Entry } from '#app/domain/ledger/chart.ts'
import { type Currency, splitFee } from '#app/domain/money/money.ts'
import { PLATFORM_FEE_BASIS_POINTS } from '#app/domain/settings/constants.ts'
import {
  creatorSubscriptionEarned,
  creatorSubscriptionRefunded,
} from '#app/domain/subscriptions/creator-subscription-entries.ts'
import { creatorSubscriptionCredits } from '#app/domain/products/creator-subscription/entries.ts'
import { messageUnlockCredits } from '#app/domain/products/message-unlock/entries.ts'
import { paidFromBalance } from '#app/domain/purchases/entries.ts'
import { tipCredits } from '#app/domain/products/tip/entries.ts'
import { newId } from '#app/platform/id.ts'

type Money = { amountMinor: bigint; currency: Currency }
type Facts = { price: Money; rest: Money | null; fan: string; creator: string; at: Date }

/** The entries of docs/money.md about tips, messages and subscriptions to creators, paid from a wallet; null for any other event. */
export function giftEntryOf(kind: string, { price, rest, fan, creator, at }: Facts): Entry | null {
  const wallet = { purpose: 'wallet', ownerId: fan, currency: price.currency } as const
  const sale = { purchaseId: newId(), at }
  const part = {
    id: newId(),
    creatorId: creator,
    grossMinor: price.amountMinor,
    feeMinor: splitFee(price, PLATFORM_FEE_BASIS_POINTS).fee.amountMinor,
    vatBasisPoints: 0,
    at,
  }
  switch (kind) {
    case 'tip_paid':
      return paidFromBalance(wallet, price, tipCredits(price, creator), sale)
    case 'message_paid':
      return messagePaid(
        { id: newId(), fanId: fan, creatorId: creator, clientId: newId(), price, at },
        { platformFeeBasisPoints: PLATFORM_FEE_BASIS_POINTS, vatBasisPoints: 0 },
      )
    case 'message_unlock_paid':
      return paidFromBalance(wallet, price, messageUnlockCredits(price, creator), sale)
    case 'creator_subscription_paid':
      return paidFromBalance(wallet, price, creatorSubscriptionCredits(price), sale)
    case 'creator_subscription_earned':
      return creatorSubscriptionEarned(part)
    case 'creator_subscription_returned':
      return creatorSubscriptionRefunded({ ...part, fanId: fan, restMinor: rest?.amountMinor ?? 0n })
    default:
      return null
  }
}
