import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import {
  lockPlans,
  onRecord,
  othersOnSale,
  planColumns,
  savePlan,
  unfeatureOthers,
  validateUniqueName,
} from './internal/lock-plans.server.ts'
import { planChanges } from './plan-changes.ts'
import { type PlanProblems, readPlanEdit, type TypedPlan } from './plan-edit.ts'

export type PlanRefusal =
  | { kind: 'not_allowed' }
  | { kind: 'no_such_plan' }
  | { kind: 'flaws'; problems: PlanProblems }
  /** Somebody else has saved since the form was shown. */
  | { kind: 'changed_meanwhile' }
  /** Without it nothing would be on sale. */
  | { kind: 'last_plan' }

/**
 * Changes a plan's price and texts, and records the earlier ones. `version` is the one that the form showed. At most one plan is featured:
 * it moves. Returns whether anything differed; a form that is sent twice is saved once, and both are told so.
 */
export function updatePlan(
  actor: Actor,
  input: { plan: string; version: number; typed: TypedPlan },
): Promise<Result<{ saved: boolean }, PlanRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !hasPermission(actor, 'plans.manage')) return refuse({ kind: 'not_allowed' })
    const at = now()
    const read = readPlanEdit(input.typed, at)
    const plans = await lockPlans(tx)
    const stored = plans.find(({ name, retired }) => name === input.plan && !retired)
    if (!stored) return refuse({ kind: 'no_such_plan' })
    if (!read.ok) return refuse({ kind: 'flaws', problems: read.problems })
    const { edit } = read
    const changes = planChanges(stored.edit, edit)
    const repeated = changes.length === 0 && stored.version === input.version + 1
    if (repeated) return ok({ saved: true })
    if (stored.version !== input.version) return refuse({ kind: 'changed_meanwhile' })
    if (changes.length === 0) return ok({ saved: false })
    const sameName = validateUniqueName(plans, stored.id, edit.displayName)
    if (sameName) return refuse({ kind: 'flaws', problems: { display_name: sameName } })
    if (stored.edit.isActive && !edit.isActive && !othersOnSale(plans, stored)) return refuse({ kind: 'last_plan' })
    if (edit.isFeatured) await unfeatureOthers(tx, stored.id, at)
    // A substitute for a lost plan becomes a normal plan once somebody has edited it.
    await savePlan(tx, stored.id, at, { ...planColumns(edit), is_substitute: false })
    await publish(tx, {
      actorId: actor.id,
      event: 'plan_updated',
      objectId: stored.id,
      detail: { plan: input.plan, words: changes.join('; '), from: onRecord(stored.edit), to: onRecord(edit) },
    })
    return ok({ saved: true })
  })
}
