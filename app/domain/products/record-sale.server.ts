import { recordEarning } from '#app/domain/earnings/record-earning.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { formatMoney, splitFee, moneyFrom } from '#app/domain/money/money.ts'
import { isCardFunded } from '#app/domain/payments/card-funded.server.ts'
import { feesAt } from '#app/domain/settings/rates.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { PurchaseRow } from './product.ts'

type Sale = { purchase: PurchaseRow; creatorId: string; source: 'tip' | 'unlock'; entryId: string | null; at: Date }

/** Records what a creator earned by one purchase, with its ledger entry, and notifies them. */
export async function recordSale(tx: Tx, { purchase, creatorId, source, entryId, at }: Sale): Promise<void> {
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
    event: source === 'tip' ? 'tip_received' : 'post_unlocked',
    actorId: null,
    objectId: purchase.id,
    payload: {
      creator: { id: creatorId },
      price: formatMoney(moneyFrom(purchase)),
      postId: source === 'unlock' ? purchase.product_id : null,
    },
  })
}
