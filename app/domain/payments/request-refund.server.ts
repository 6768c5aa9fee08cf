import { type RawBuilder, sql } from 'kysely'
import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { RULE_REASONS, type RuleReason } from './refund.ts'

export type { RuleReason as RefundReason } from './refund.ts'

export type RefundRequest = {
  transactionId: string
  gateway: string
  providerId: string
  amount: Money
  reason: RuleReason
}

/**
 * Notes that (a part of) a charge has to go back by rule; a sweep sends it. Asked again for the same charge and reason, it stays one
 * refund. Its money stands in refunds_payable already.
 */
export async function requestRefund(tx: Tx, refund: RefundRequest): Promise<void> {
  const { amountMinor, currency } = refund.amount
  const made = await tx
    .insertInto('refunds')
    .values({
      ...(await chargeToRefund(tx, refund)),
      reason: refund.reason,
      // What was paid above the price takes nothing with it.
      ends: refund.reason !== 'paid_too_much',
      next_check_at: now(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'provider_id', 'reason'])
        .where('reason', 'in', [...RULE_REASONS])
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!made) return
  await recordActivity(tx, {
    actorId: null,
    event: 'refund_requested',
    objectKind: 'refund',
    objectId: made.id,
    detail: { reason: refund.reason, amount_minor: amountMinor.toString(), currency },
  })
}

/** In a query: whether money of a payment that is not what was asked for waits for a person. `transactionId` is a column or a value. */
export function waitsForDecision(transactionId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from refunds
    where refunds.transaction_id = ${transactionId} and refunds.reason = 'unmatched' and refunds.state = 'asked')`
}

/**
 * Notes money that is not what was asked for: it waits for a person as one refund a charge, and stands in refunds_payable already.
 */
export async function keepUnmatched(
  tx: Tx,
  refund: Omit<RefundRequest, 'reason'> & { description: string },
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      ...(await chargeToRefund(tx, refund)),
      reason: 'unmatched',
      state: 'asked',
      ends: false,
      note: refund.description,
    })
    .onConflict((conflict) =>
      conflict.columns(['gateway', 'provider_id']).where('reason', '=', 'unmatched').doNothing(),
    )
    .execute()
}

/** What stands in a refund's row about its charge: a new one's id, what was paid, and how much of it goes back. */
async function chargeToRefund(tx: Tx, refund: Omit<RefundRequest, 'reason'>) {
  const { purchase_id } = await tx
    .selectFrom('transactions')
    .select('purchase_id')
    .where('id', '=', refund.transactionId)
    .executeTakeFirstOrThrow()
  return {
    id: newId(),
    purchase_id,
    transaction_id: refund.transactionId,
    gateway: refund.gateway,
    provider_id: refund.providerId,
    amount_minor: refund.amount.amountMinor,
    currency: refund.amount.currency,
  }
}
