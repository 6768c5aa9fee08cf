import { publish } from '#app/domain/events/publish.server.ts'
import type { Line } from '#app/domain/ledger/chart.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { sumsByCreator } from '../chargeback.ts'

/**
 * Notifies each creator what was reversed or reinstated of their earnings, in the transaction of the command that did it. The payer is not
 * named. This notification can't be switched off: it is about their own money. `names` says for each creator what it is about, where that
 * isn't the purchase itself.
 */
export async function notifyCreator(
  tx: Tx,
  purchase: PurchaseRow,
  lines: readonly Line[],
  event: 'sale_refunded' | 'sale_charged_back' | 'sale_reinstated',
  names?: ReadonlyMap<string, string>,
): Promise<void> {
  const shown = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
  for (const { creatorId, totalMinor, owedMinor } of sumsByCreator(lines)) {
    if (totalMinor === 0n || creatorId === purchase.buyer_id) continue
    const owed = owedMinor > 0n && event !== 'sale_reinstated' ? shown(owedMinor) : null
    const payload = {
      creator: { id: creatorId },
      productName: names?.get(creatorId) ?? purchase.product_name,
      amount: shown(totalMinor),
      owed,
    }
    await publish(tx, { actorId: null, event, objectId: purchase.id, payload })
  }
}
