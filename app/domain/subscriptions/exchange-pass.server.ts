import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { passExchanged, shillingsFor } from './exchange.ts'

const AT_ONCE = 100

/**
 * Exchanges a pass that was paid in dollars at the owner's current rate, and stores the unearned revenue in shillings. Once per purchase.
 */
export async function exchangePass(tx: Tx, pass: { purchaseId: string; usdMinor: bigint; at: Date }): Promise<void> {
  const { shillingsPerDollar } = await settings(tx)
  const ugxMinor = shillingsFor(pass.usdMinor, shillingsPerDollar)
  await postEntry(tx, passExchanged({ ...pass, ugxMinor }))
  await tx
    .updateTable('subscriptions')
    .set({ deferred_minor: ugxMinor, shillings_per_dollar: shillingsPerDollar })
    .where('purchase_id', '=', pass.purchaseId)
    .execute()
}

/** Scheduled task: exchanges passes that were paid in dollars before the exchange happened at payment. Returns how many. */
export async function exchangeDollarPasses(): Promise<number> {
  const due = await db
    .selectFrom('subscriptions')
    .select('purchase_id')
    .where('deferred_minor', 'is', null)
    .where('status', '=', 'active')
    .limit(AT_ONCE)
    .execute()
  return forEachIsolated(due, 'exchange passes paid in dollars', ({ purchase_id: purchaseId }) =>
    inTransaction(async (tx) => {
      const pass = await tx
        .selectFrom('subscriptions')
        .innerJoin('purchases', 'purchases.id', 'subscriptions.purchase_id')
        .select(['purchases.amount_minor', 'purchases.currency'])
        .where('purchase_id', '=', purchaseId)
        .where('deferred_minor', 'is', null)
        .forUpdate('subscriptions')
        .executeTakeFirst()
      if (pass?.currency !== 'USD') return false
      await exchangePass(tx, { purchaseId, usdMinor: pass.amount_minor, at: now() })
      return true
    }),
  )
}
