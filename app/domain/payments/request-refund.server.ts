import { type RawBuilder, sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
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
 * Records that (a part of) a charge has to be refunded by rule; a scheduled task sends it. Repeated for the same charge and reason, it
 * stays one refund. Its money is in refunds_payable already.
 */
export async function requestRefund(tx: Tx, refund: RefundRequest): Promise<void> {
  const { amountMinor, currency } = refund.amount
  const made = await tx
    .insertInto('refunds')
    .values({
      ...(await chargeToRefund(tx, refund)),
      reason: refund.reason,
      // What was paid above the price ends no grant.
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
  await publish(tx, {
    actorId: null,
    event: 'refund_requested',
    objectId: made.id,
    detail: { reason: refund.reason, amount_minor: amountMinor.toString(), currency },
  })
}

/** In a query: whether money of a payment that does not match the request waits for a decision. `transactionId` is a column or a value. */
export function waitsForDecision(transactionId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from refunds
    where refunds.transaction_id = ${transactionId} and refunds.reason = 'unmatched' and refunds.state = 'asked')`
}

/** Records money that does not match the request: it waits for staff as one refund per charge, and is in refunds_payable already. */
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

/** The columns of a refund row about its charge: a new one's id, what was paid, and how much of it is refunded. */
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
