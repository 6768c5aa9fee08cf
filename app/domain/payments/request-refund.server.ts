import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

/** Why money goes back; `not_approved` is a creator's week that never began. */
export type RefundReason = 'arrived_late' | 'paid_twice' | 'paid_too_much' | 'product_gone' | 'not_approved'

export type WantedRefund = {
  transactionId: string
  gateway: string
  providerId: string
  amount: Money
  reason: RefundReason
}

/** Notes that (a part of) a charge has to go back. Asked again for the same charge and reason, it stays one refund. */
export async function requestRefund(tx: Tx, refund: WantedRefund): Promise<void> {
  const { amountMinor, currency } = refund.amount
  const made = await tx
    .insertInto('refunds')
    .values({
      id: newId(),
      transaction_id: refund.transactionId,
      gateway: refund.gateway,
      provider_id: refund.providerId,
      amount_minor: amountMinor,
      currency,
      reason: refund.reason,
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'provider_id', 'reason']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return
  await recordActivity(tx, {
    actorId: null,
    act: 'refund_requested',
    objectKind: 'refund',
    objectId: made.id,
    detail: { reason: refund.reason, amount_minor: amountMinor.toString(), currency },
  })
}
