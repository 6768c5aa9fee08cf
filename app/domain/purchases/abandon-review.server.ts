import { sql } from 'kysely'
import { waitsForDecision } from '#app/domain/payments/request-refund.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { abandonOpenPayment } from './internal/abandon-open-payment.server.ts'
import { lockPayment } from '#app/domain/payments/lock-payment.server.ts'

/**
 * Staff checked a payment in review and found no money that we hold: the payment fails and the buyer may start again. Money that arrives
 * later buys the product or is refunded. Runs in the caller's transaction; false where there is nothing to abandon, or where money that we
 * hold waits for a refund decision.
 */
export async function abandonReview(tx: Tx, staffId: string, transactionId: string): Promise<boolean> {
  const known = await tx
    .selectFrom('transactions')
    .select('purchase_id')
    .where('id', '=', transactionId)
    .executeTakeFirst()
  if (!known) return false
  const { purchase, transaction } = await lockPayment(tx, transactionId, known.purchase_id)
  if (transaction.status !== 'review' || (await isHeld(tx, transactionId))) return false
  return abandonOpenPayment(tx, { purchase, transaction, actorId: staffId, nextCheckAt: null })
}

async function isHeld(tx: Tx, transactionId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${waitsForDecision(sql.val(transactionId))} as held`.execute(tx)
  return rows[0]!.held
}
