import { sql } from 'kysely'
import { abandonableFrom } from '#app/domain/payments/abandonment.ts'
import { nextCheckAt } from '#app/domain/payments/check-schedule.ts'
import { stateOf } from '#app/domain/payments/transaction.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { abandonOpenPayment } from './internal/abandon-open-payment.server.ts'
import { lockPayment } from '#app/domain/payments/lock-payment.server.ts'
import { recheckPurchase } from './recheck-purchase.server.ts'
import { findPayment, type PaymentViewer } from './queries.server.ts'

export type AbandonRefusal =
  | { kind: 'not_found' }
  /** The payment has ended, or its money has arrived. */
  | { kind: 'nothing_to_abandon' }
  | { kind: 'too_early'; from: Date }

/**
 * The buyer stops waiting for a payment that the gateway neither confirms nor refuses and can pay again, one day after it began at the
 * earliest. We check with the gateway once more before, and keep checking afterwards.
 */
export async function abandonPayment(viewer: PaymentViewer, reference: string): Promise<Result<null, AbandonRefusal>> {
  const payment = await findPayment(reference, viewer)
  if (!payment || !(payment.isBuyer || payment.isCheckoutOwner)) return refuse({ kind: 'not_found' })
  await recheckPurchase({ txRef: reference })
  return inTransaction<Result<null, AbandonRefusal>>(async (tx) => {
    const { id, purchase_id } = await tx
      .selectFrom('transactions')
      .select(['id', 'purchase_id'])
      .where('flutterwave_tx_ref', '=', reference)
      .executeTakeFirstOrThrow()
    const { purchase, transaction } = await lockPayment(tx, id, purchase_id)
    const { rows } = await sql<{ arrived: boolean }>`
      select exists (select from gateway_charges where transaction_id = ${id} and status = 'succeeded') as arrived`.execute(
      tx,
    )
    const from = abandonableFrom({
      state: stateOf(transaction),
      moneyArrived: rows[0]!.arrived,
      startedAt: transaction.created_at,
    })
    const at = now()
    if (from === null) return refuse({ kind: 'nothing_to_abandon' })
    if (from > at) return refuse({ kind: 'too_early', from })
    const actorId = payment.isBuyer ? viewer.accountId : null
    const again = nextCheckAt(transaction.created_at, at)
    if (!(await abandonOpenPayment(tx, { purchase, transaction, actorId, nextCheckAt: again })))
      return refuse({ kind: 'nothing_to_abandon' })
    return ok(null)
  })
}
