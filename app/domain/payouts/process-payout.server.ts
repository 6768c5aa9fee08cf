import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type NotPayable, payeeOf } from './internal/payee.server.ts'
import { schedulePayouts } from './internal/schedule-payouts.server.ts'
import { MIN_TRANSFER_MINOR } from './payout.ts'
import { canRunPayout, type RunDenial } from './policy.ts'

export type ProcessRefusal =
  | { kind: 'not_permitted'; reason: RunDenial }
  | NotPayable
  | { kind: 'too_little' | 'retried_before' }

/**
 * Pays one creator, outside of the weekly run, the available earnings, below the minimum too. `retryOf` is a failed payout that this one
 * replaces; it can be replaced once. Returns the ids of the payouts made.
 */
export function processPayout(
  actor: Actor,
  requested: { creatorId: string; retryOf?: string },
): Promise<Result<{ payoutIds: string[] }, ProcessRefusal>> {
  return inTransaction(async (tx) => {
    const { creatorId, retryOf = null } = requested
    const verdict = canRunPayout(actor, creatorId)
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    if (!isId(creatorId)) return refuse({ kind: 'not_there' })
    if (retryOf !== null && !(await mayBeRetried(tx, retryOf, creatorId))) return refuse({ kind: 'retried_before' })
    const payee = await payeeOf(tx, creatorId)
    if ('kind' in payee) return refuse(payee)
    const payoutIds = await schedulePayouts(tx, [payee], {
      runDay: null,
      askedBy: actor!.id,
      retryOf,
      minMinor: MIN_TRANSFER_MINOR,
    })
    if (payoutIds.length === 0) return refuse({ kind: 'too_little' })
    for (const payoutId of payoutIds)
      await publish(tx, {
        actorId: actor!.id,
        event: 'payout_processed',
        objectId: payoutId,
        detail: { retry_of: retryOf },
      })
    return ok({ payoutIds })
  })
}

async function mayBeRetried(tx: Tx, payoutId: string, creatorId: string): Promise<boolean> {
  if (!isId(payoutId)) return false
  const failed = await tx
    .selectFrom('payouts')
    .select('id')
    .where('id', '=', payoutId)
    .where('creator_id', '=', creatorId)
    .where('state', 'in', ['failed', 'reversed'])
    .forUpdate()
    .executeTakeFirst()
  if (!failed) return false
  const newer = await tx.selectFrom('payouts').select('id').where('retry_of', '=', payoutId).executeTakeFirst()
  return newer === undefined
}
