import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockPlans, othersOnSale, savePlan } from './internal/lock-plans.server.ts'

export type RetirePlanRefusal =
  | { kind: 'not_allowed' }
  | { kind: 'no_such_plan' }
  | { kind: 'changed_meanwhile' }
  | { kind: 'last_plan' }

/**
 * Ends the sale of a plan for good. Its passes run on, and their fans are told before the end to choose another plan: no wallet pays for a
 * plan that isn't on sale. Once retired it stays so, and asking again changes nothing.
 */
export function retirePlan(
  actor: Actor,
  input: { plan: string; version: number },
): Promise<Result<{ displayName: string }, RetirePlanRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !hasPermission(actor, 'plans.manage')) return refuse({ kind: 'not_allowed' })
    const plans = await lockPlans(tx)
    const plan = plans.find(({ name }) => name === input.plan)
    if (!plan) return refuse({ kind: 'no_such_plan' })
    const { displayName } = plan.edit
    if (plan.retired) return ok({ displayName })
    if (plan.version !== input.version) return refuse({ kind: 'changed_meanwhile' })
    if (!othersOnSale(plans, plan)) return refuse({ kind: 'last_plan' })
    const at = now()
    await savePlan(tx, plan.id, at, { retired_at: at, is_active: false, is_featured: false, is_substitute: false })
    await publish(tx, {
      actorId: actor.id,
      event: 'plan_retired',
      objectId: plan.id,
      detail: { plan: plan.name, words: 'Retired' },
    })
    return ok({ displayName })
  })
}
