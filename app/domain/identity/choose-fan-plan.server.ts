import { sql } from 'kysely'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { Actor } from './actor.ts'
import { lockOnboarding } from './internal/fan-onboarding-row.server.ts'

/** Stores the plan that a fan has chosen in the wizard, for another device. It buys nothing. */
export function chooseFanPlan(actor: Actor, plan: string): Promise<Result<null, { kind: 'no_user_logged_in' }>> {
  if (!actor) return Promise.resolve(refuse({ kind: 'no_user_logged_in' }))
  return inTransaction(async (tx) => {
    await lockOnboarding(tx, actor.id)
    await tx
      .updateTable('fan_onboardings')
      .set({ plan, updated_at: sql<Date>`app_now()` })
      .where('profile_id', '=', actor.id)
      .execute()
    return ok(null)
  })
}
