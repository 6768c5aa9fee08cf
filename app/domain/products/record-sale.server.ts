import { recordEarning } from '#app/domain/earnings/record-earning.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { formatMoney, splitFee, moneyFrom } from '#app/domain/money/money.ts'
import { isCardFunded } from '#app/domain/payments/card-funded.server.ts'
import { feesAt } from '#app/domain/settings/rates.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { PurchaseRow } from './product.ts'

type Sale = {
  purchase: PurchaseRow
  creatorId: string
  source: 'tip' | 'unlock'
  /** What the creator is told, and where the notice leads. */
  sold:
    | { event: 'tip_received' }
    | { event: 'post_unlocked'; postId: string }
    | { event: 'message_unlocked'; threadId: string }
  entryId: string | null
  at: Date
}

/** Records what a creator earned by one purchase, with its ledger entry, and notifies them. */
export async function recordSale(tx: Tx, { purchase, creatorId, source, sold, entryId, at }: Sale): Promise<void> {
  invariant(entryId !== null, 'what a creator sells is never free')
  const { platformFeeBasisPoints } = await feesAt(tx, at)
  await recordEarning(tx, {
    creatorId,
    source,
    causeKind: 'purchase',
    causeId: purchase.id,
    entryId,
    grossMinor: purchase.amount_minor,
    feeMinor: splitFee(moneyFrom(purchase), platformFeeBasisPoints).fee.amountMinor,
    cardFunded: await isCardFunded(tx, purchase.id),
    at,
  })
  await publish(tx, {
    event: sold.event,
    actorId: purchase.buyer_id,
    objectId: purchase.id,
    payload: {
      creator: { id: creatorId },
      price: formatMoney(moneyFrom(purchase)),
      postId: sold.event === 'post_unlocked' ? sold.postId : null,
      threadId: sold.event === 'message_unlocked' ? sold.threadId : null,
      sold: { purchaseId: purchase.id, priceMinor: String(purchase.amount_minor) },
    },
  })
}
