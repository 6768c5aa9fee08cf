import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { type Currency, type Money } from '#app/domain/money/money.ts'
import { requestRefund } from '#app/domain/payments/request-refund.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { creatorFeeReturned } from './fee-entries.ts'

/**
 * A creator was not approved: weeks that were paid and never began go back to where they came from. The caller has locked the creator.
 * Returns what goes back, one sum a week.
 */
export async function returnFeeWeeks(tx: Tx, creatorId: string, at: Date): Promise<Money[]> {
  const waiting = await tx
    .selectFrom('creator_fee_weeks as w')
    .innerJoin('gateway_charges as c', (join) =>
      join.onRef('c.transaction_id', '=', 'w.transaction_id').on('c.outcome', '=', 'settled'),
    )
    .select(['w.id', 'w.transaction_id', 'w.amount_minor', 'w.currency', 'c.gateway', 'c.provider_id'])
    .where('w.creator_id', '=', creatorId)
    .where('w.starts_at', 'is', null)
    .where('w.returned_at', 'is', null)
    .orderBy('w.paid_at')
    .forUpdate('w')
    .execute()
  for (const week of waiting) {
    const currency = week.currency as Currency
    await postEntry(tx, creatorFeeReturned({ id: week.id, amountMinor: week.amount_minor, currency, at }))
    await requestRefund(tx, {
      transactionId: week.transaction_id,
      gateway: week.gateway,
      providerId: week.provider_id,
      amount: { amountMinor: week.amount_minor, currency },
      reason: 'not_approved',
    })
    await tx.updateTable('creator_fee_weeks').set({ returned_at: at }).where('id', '=', week.id).execute()
    await recordActivity(tx, {
      actorId: null,
      act: 'creator_fee_returned',
      objectKind: 'creator',
      objectId: creatorId,
      detail: { amount_minor: week.amount_minor.toString(), currency },
    })
  }
  return waiting.map((week) => ({ amountMinor: week.amount_minor, currency: week.currency as Currency }))
}
