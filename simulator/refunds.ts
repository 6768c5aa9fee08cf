// Refunds: money leaves the available balance when one is created, and returns when it fails.
import { DAY_MS, deduct, moveBalance, spendable } from './balances.ts'
import type { RefundRecord, TransactionRecord } from './records.ts'
import type { Choice, RefundRule } from './scenario-types.ts'
import { rulesOf } from './scenarios.ts'
import { announceRefund } from './webhooks.ts'
import type { World } from './world.ts'

/** What can still be refunded of a transaction. */
export function refundable(world: World, tx: TransactionRecord): number {
  const refunded = world.store.refunds.of(tx.id).filter((refund) => refund.status !== 'failed')
  return tx.amount - refunded.reduce((sum, refund) => sum + refund.amount, 0)
}

/** Why a refund of this amount is refused; null when it is allowed. */
export function refundRefusal(world: World, tx: TransactionRecord, amount: number, rule: RefundRule): string | null {
  if (rule.refuse) return rule.refuse
  if (tx.status !== 'successful') return 'This transaction can not be refunded'
  if (!(amount > 0)) return 'amount should be greater than 0'
  if (amount > refundable(world, tx)) return 'The amount to refund is greater than the amount left on the transaction'
  if (amount > spendable(world, tx.currency)) return 'Insufficient balance to process this refund'
  return null
}

export function createRefund(
  world: World,
  tx: TransactionRecord,
  amount: number,
  comments: string | null,
  rule: RefundRule,
  choice: Choice = tx.choice,
): RefundRecord {
  const now = world.clock.now()
  const refund = world.store.refunds.put({
    id: world.store.nextId('refund'),
    transactionId: tx.id,
    txRef: tx.txRef,
    flwRef: tx.flwRef,
    amount,
    currency: tx.currency,
    status: 'completed',
    comments,
    createdAt: now,
    updatedAt: now,
    choice,
  })
  deduct(world, tx.currency, 'refund', amount, now)
  const status = rule.ends ?? (tx.paymentType === 'card' ? 'completed-mpgs' : 'completed-momo')
  world.timers.schedule(tx.txRef, now + DAY_MS, { kind: 'finish-refund', refundId: refund.id, status })
  return refund
}

export function finishRefund(world: World, id: number, status: string, at: number): void {
  const refund = world.store.refunds.get(id)
  if (!refund) return
  const finished = world.store.refunds.patch(refund, { status, updatedAt: at })
  if (status === 'failed') moveBalance(world, refund.currency, { available: refund.amount })
  if (world.config.refundWebhooks || rulesOf(refund.choice).refund?.webhook) announceRefund(world, finished, at)
}
