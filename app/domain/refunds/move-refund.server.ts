import { publish } from '#app/domain/events/publish.server.ts'
import { makeRefundDue } from '#app/domain/payments/refund-rows.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { payRefundToBalance } from '#app/domain/payments/refund-to-balance.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { refundNewsOf } from './internal/carry-out.server.ts'
import { forDecision, lockRefund } from './internal/locked-refund.server.ts'
import { canRetryRefund, canSendToWallet, type DecisionDenial } from './policy.ts'

export type MoveRefusal = { kind: 'not_found' } | { kind: 'not_permitted'; reason: DecisionDenial | 'not_shillings' }

/** Sends a failed refund once more. A refund that exists at the gateway already is found first and never sent twice. */
export async function retryRefund(staff: Person, refundId: string): Promise<Result<null, MoveRefusal>> {
  if (!isId(refundId)) return refuse({ kind: 'not_found' })
  return inTransaction<Result<null, MoveRefusal>>(async (tx) => {
    const locked = await lockRefund(tx, refundId)
    if (!locked) return refuse({ kind: 'not_found' })
    const verdict = canRetryRefund(staff, forDecision(locked.refund, locked.purchase))
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    await makeRefundDue(tx, locked.refund)
    await publish(tx, {
      actorId: staff.id,
      event: 'refund_tried_again',
      objectId: refundId,
    })
    return ok(null)
  })
}

/** Pays a decided refund that was not sent into its owner's wallet instead, at once. */
export async function refundIntoWallet(actor: Person, refundId: string): Promise<Result<null, MoveRefusal>> {
  if (!isId(refundId)) return refuse({ kind: 'not_found' })
  return inTransaction<Result<null, MoveRefusal>>(async (tx) => {
    const locked = await lockRefund(tx, refundId)
    if (!locked) return refuse({ kind: 'not_found' })
    const { refund, purchase } = locked
    const verdict = canSendToWallet(actor, forDecision(refund, purchase))
    if (!verdict.allowed)
      return refuse(
        verdict.reason === 'not_permitted' ? { kind: 'not_found' } : { kind: 'not_permitted', reason: verdict.reason },
      )
    await payRefundToBalance(tx, refund, { ownerId: purchase.buyer_id!, destination: 'wallet', actorId: actor.id })
    await publish(tx, {
      actorId: actor.id,
      event: 'refund_paid_to_wallet',
      objectId: refund.id,
      payload: refundNewsOf(refund, purchase),
    })
    return ok(null)
  })
}
