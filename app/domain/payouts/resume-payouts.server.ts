import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canResumePayouts } from './policy.ts'

/** Resumes payouts. The limits count again from here: a person has checked what left before. */
export function resumePayouts(actor: Actor): Promise<Result<null, { kind: 'not_permitted' | 'not_halted' }>> {
  return inTransaction(async (tx) => {
    if (!canResumePayouts(actor).allowed) return refuse({ kind: 'not_permitted' })
    const halt = await tx
      .updateTable('payout_halts')
      .set({ resumed_at: now(), resumed_by: actor!.id })
      .where('resumed_at', 'is', null)
      .returning(['id', 'reason'])
      .executeTakeFirst()
    if (!halt) return refuse({ kind: 'not_halted' })
    await publish(tx, {
      actorId: actor!.id,
      event: 'payouts_resumed',
      objectId: halt.id,
      detail: { reason: halt.reason },
    })
    return ok(null)
  })
}
