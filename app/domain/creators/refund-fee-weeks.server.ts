import { publish } from '#app/domain/events/publish.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { type Money, moneyFrom } from '#app/domain/money/money.ts'
import { requestRefund } from '#app/domain/payments/request-refund.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { creatorFeeRefunded, type WeekRefund } from './fee-entries.ts'

export type RefundedWeek = { amount: Money; to: WeekRefund['to'] }

/**
 * Refunds the weeks of a creator who was not approved that were paid and never began: through the gateway, or to the earnings or the
 * wallet. The caller has locked the creator. Returns the refunded sums, one a week.
 */
export async function refundFeeWeeks(tx: Tx, creatorId: string, at: Date): Promise<RefundedWeek[]> {
  const waiting = await listWaitingWeeks(tx, creatorId)
  const returned: RefundedWeek[] = []
  for (const week of waiting) {
    const amount: Money = moneyFrom(week)
    const back = refundTarget(week.paid_from, creatorId)
    await postEntry(tx, creatorFeeRefunded({ id: week.id, ...amount, at }, back))
    if (back.to === 'gateway') {
      invariant(week.transaction_id && week.gateway && week.provider_id, `week ${week.id} has no settled charge`)
      await requestRefund(tx, {
        transactionId: week.transaction_id,
        gateway: week.gateway,
        providerId: week.provider_id,
        amount,
        reason: 'not_approved',
      })
    }
    await tx.updateTable('creator_fee_weeks').set({ refunded_at: at }).where('id', '=', week.id).execute()
    await publish(tx, {
      actorId: null,
      event: 'creator_fee_returned',
      objectId: creatorId,
      detail: { amount_minor: week.amount_minor.toString(), currency: week.currency, to: back.to },
    })
    returned.push({ amount, to: back.to })
  }
  return returned
}

function listWaitingWeeks(tx: Tx, creatorId: string) {
  return tx
    .selectFrom('creator_fee_weeks as w')
    .innerJoin('purchases as p', 'p.id', 'w.purchase_id')
    .leftJoin('gateway_charges as c', (join) =>
      join.onRef('c.transaction_id', '=', 'w.transaction_id').on('c.outcome', '=', 'settled'),
    )
    .select(['w.id', 'p.paid_from', 'c.transaction_id', 'w.amount_minor', 'w.currency', 'c.gateway', 'c.provider_id'])
    .where('w.creator_id', '=', creatorId)
    .where('w.starts_at', 'is', null)
    .where('w.refunded_at', 'is', null)
    .orderBy('w.paid_at')
    .forUpdate('w')
    .execute()
}

function refundTarget(paidFrom: string, creatorId: string): WeekRefund {
  if (paidFrom === 'earnings' || paidFrom === 'wallet') return { to: paidFrom, creatorId }
  return { to: 'gateway' }
}
