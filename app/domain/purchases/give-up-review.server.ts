import { sql } from 'kysely'
import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import { waitsForDecision } from '#app/domain/payments/request-refund.server.ts'
import { decide, rowOf, stateOf } from '#app/domain/payments/transaction.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { lockPayment } from './internal/locked-payment.server.ts'

/**
 * A person has looked at a payment in review and found no money that we hold: it has failed, and whoever wanted to pay may begin again.
 * Money that still comes buys what it was meant for, or goes back. In the caller's transaction; false where there is nothing to give up,
 * or where what we hold waits for a decision among the refunds.
 */
export async function giveUpReview(tx: Tx, staffId: string, transactionId: string): Promise<boolean> {
  const known = await tx
    .selectFrom('transactions')
    .select('purchase_id')
    .where('id', '=', transactionId)
    .executeTakeFirst()
  if (!known) return false
  const { purchase, transaction } = await lockPayment(tx, transactionId, known.purchase_id)
  if (transaction.status !== 'review' || (await isHeld(tx, transactionId))) return false
  const { next } = decide(stateOf(transaction), 'given_up')
  await tx
    .updateTable('transactions')
    .set({ ...rowOf(next), next_check_at: null, updated_at: now() })
    .where('id', '=', transactionId)
    .execute()
  if (purchase.state === 'open')
    await tx.updateTable('purchases').set({ state: 'given_up' }).where('id', '=', purchase.id).execute()
  await recordActivity(tx, {
    actorId: staffId,
    act: 'payment_given_up',
    objectKind: 'transaction',
    objectId: transactionId,
    detail: { from: transaction.status, to: next },
  })
  return true
}

async function isHeld(tx: Tx, transactionId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${waitsForDecision(sql.val(transactionId))} as held`.execute(tx)
  return rows[0]!.held
}
