import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { skipFactor } from '#app/domain/identity/skip-factor.server.ts'
import { config } from '#app/platform/config.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

/** Lets a member of staff continue without the second factor of their role, in this session and only in the demo. */
export function skipSecondFactor(actor: Actor): Promise<Result<null, { kind: 'nothing_to_skip' | 'not_in_demo' }>> {
  return inTransaction(async (tx) => {
    if (!actor?.enrolsAs) return refuse({ kind: 'nothing_to_skip' })
    if (!config().demo) return refuse({ kind: 'not_in_demo' })
    await skipFactor(tx, actor.sessionId)
    await publish(tx, {
      actorId: actor.id,
      event: 'second_factor_skipped',
      objectId: actor.id,
      detail: { as: actor.enrolsAs },
    })
    return ok(null)
  })
}
