import { giveBackEarnings } from '#app/domain/earnings/give-back-earnings.server.ts'
import { listEntryLines } from '#app/domain/ledger/entry-lines.server.ts'
import { lockBalances } from '#app/domain/ledger/lock-balances.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import type { Currency } from '#app/domain/money/money.ts'
import { productOf } from '#app/domain/purchases/products/index.server.ts'
import type { PurchaseRow } from '#app/domain/purchases/products/product.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { chargebackWon, isCreators } from '../chargeback.ts'
import type { ChargebackRow } from './chargeback-row.ts'
import { tellCreator } from './tell-creator.server.ts'
import { tellPayer } from './tell-payer.server.ts'

/** The payment stands after all: everybody gets back what it had cost them, and the buyer what it had bought. */
export async function winChargeback(tx: Tx, row: ChargebackRow, purchase: PurchaseRow): Promise<void> {
  const received = await listEntryLines({ id: row.entry_id! }, tx)
  const creator = received.find((line) => isCreators(line.account))?.account
  const at = now()
  if (creator) await giveBackEarnings(tx, { creatorId: creator.ownerId!, causeKind: 'chargeback', causeId: row.id, at })
  const [debt = 0n] = creator
    ? await lockBalances(tx, [
        { ...creator, purpose: 'creator_debt' },
        { ...creator, purpose: 'creator_available' },
      ])
    : []
  const { entryId } = await postEntry(
    tx,
    chargebackWon({ id: row.id, currency: row.currency as Currency, at }, received, debt),
  )
  await tellCreator(tx, purchase, received, 'given_back')
  await tellPayer(tx, row, purchase, { news: 'stands', ended: 'nothing' })
  await tx.updateTable('chargebacks').set({ won_entry_id: entryId }).where('id', '=', row.id).execute()
  if (!(await hadEnded(tx, purchase))) await productOf(purchase.kind).restore(tx, purchase)
  // What nobody had decided about waits for a person again.
  await tx
    .updateTable('refunds')
    .set({ state: 'asked', ended_at: null, decided_by: null, decided_at: null, decision_note: '' })
    .where('chargeback_id', '=', row.id)
    .where('state', '=', 'declined')
    .where('reason', '=', 'unmatched')
    .where((where) =>
      where.exists(
        where
          .selectFrom('gateway_charges as c')
          .select('c.provider_id')
          .whereRef('c.gateway', '=', 'refunds.gateway')
          .whereRef('c.provider_id', '=', 'refunds.provider_id')
          .where('c.outcome', '=', 'review'),
      ),
    )
    .execute()
  // What was owed back before the bank came is owed again.
  await tx
    .updateTable('refunds')
    .set({ state: 'requested', ended_at: null, next_check_at: now() })
    .where('chargeback_id', '=', row.id)
    .where('state', '=', 'declined')
    .execute()
}

/** Whether a refund had ended what was bought: then it was not the bank that did, and a right without its money would come back. */
async function hadEnded(tx: Tx, purchase: PurchaseRow): Promise<boolean> {
  const refund = await tx
    .selectFrom('refunds')
    .select('id')
    .where('purchase_id', '=', purchase.id)
    .where('ends', '=', true)
    .where('state', 'not in', ['asked', 'agreed', 'declined'])
    .where('reason', 'in', ['unused', 'removed', 'asked', 'not_approved', 'top_up_charged_back'])
    .limit(1)
    .executeTakeFirst()
  return refund !== undefined
}
