import { publish } from '#app/domain/events/publish.server.ts'
import { creatorAccount } from '#app/domain/earnings/earning.ts'
import { reviveReplacedRefunds } from '#app/domain/payments/refund-rows.server.ts'
import { reinstateEarnings } from '#app/domain/earnings/reinstate-earnings.server.ts'
import { listEntryLines } from '#app/domain/ledger/entry-lines.server.ts'
import { lockBalances } from '#app/domain/ledger/lock-balances.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { ENDING_REASONS } from '#app/domain/payments/refund.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import { now } from '#app/platform/clock.ts'
import { hasRow, type Tx } from '#app/platform/db.server.ts'
import { chargebackWon, sumsByCreator } from '../chargeback.ts'
import { borneForTopUp } from './borne-for-top-up.server.ts'
import type { ChargebackRow } from './chargeback-row.ts'
import { notifyCreator } from './notify-creator.server.ts'
import { namesOfSpendings } from './wallet-spendings.server.ts'
import { disputeNewsOf } from './dispute-news.server.ts'

/** The chargeback is won: everybody gets back what it had cost them, and the buyer what it had bought, or the money if that was due. */
export async function winChargeback(tx: Tx, row: ChargebackRow, purchase: PurchaseRow): Promise<void> {
  const received = await listEntryLines({ id: row.entry_id! }, tx)
  // The wallet has the money for these again, so they become normal refunds: creators keep their parts, and our revenue bears them.
  const reversed = await borneForTopUp(tx, row.id)
  const taken = [...received, ...reversed.flatMap(({ lines }) => lines)]
  const causes = [
    { causeKind: 'chargeback', causeId: row.id },
    ...reversed.map(({ refundId }) => ({ causeKind: 'refund', causeId: refundId })),
  ]
  const creators = sumsByCreator(taken).map((sum) => sum.creatorId)
  const at = now()
  for (const creatorId of creators) for (const cause of causes) await reinstateEarnings(tx, { creatorId, ...cause, at })
  const balances =
    creators.length === 0
      ? []
      : await lockBalances(
          tx,
          creators.flatMap((id) => [creatorAccount('creator_debt', id), creatorAccount('creator_available', id)]),
        )
  const debts = new Map(creators.map((id, index) => [id, balances[index * 2]!]))
  const { entryId } = await postEntry(tx, chargebackWon({ id: row.id, currency: row.currency!, at }, taken, debts))
  await notifyCreator(tx, purchase, received, 'sale_reinstated', await namesOfSpendings(tx, row.id))
  for (const { purchase: pass, lines } of reversed) await notifyCreator(tx, pass, lines, 'sale_reinstated')
  await publish(tx, {
    actorId: null,
    event: 'payment_dispute_won',
    objectId: row.id,
    payload: disputeNewsOf(row, purchase),
  })
  await tx.updateTable('chargebacks').set({ won_entry_id: entryId }).where('id', '=', row.id).execute()
  await reviveReplacedRefunds(tx, row.id)
  if (!(await isRefunded(tx, purchase))) await productOf(purchase.kind).reinstate(tx, purchase)
}

/** Its money is or was refunded to the buyer: then what it had bought stays ended, whatever the bank decides. */
function isRefunded(tx: Tx, purchase: PurchaseRow): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('refunds')
      .select('id')
      .where('purchase_id', '=', purchase.id)
      .where('ends', '=', true)
      .where('reason', 'in', ENDING_REASONS)
      .where('state', 'not in', ['asked', 'agreed', 'declined'])
      .limit(1),
  )
}
