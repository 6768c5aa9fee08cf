import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import {
  isFull,
  lockPlans,
  onRecord,
  planColumns,
  unfeatureOthers,
  validateUniqueName,
} from './internal/lock-plans.server.ts'
import { namePlan, SEEDED_PLANS } from './plan.ts'
import { type PlanProblems, readNewPlan, type TypedNewPlan } from './plan-edit.ts'
import { lengthText } from './plan-length.ts'

export type AddPlanRefusal =
  | { kind: 'not_allowed' }
  | { kind: 'flaws'; problems: PlanProblems }
  | { kind: 'too_many_plans' }
  /** The form does not name a plan to make. */
  | { kind: 'no_such_plan' }

/**
 * Adds a plan as the last one, with the features of the first. `id` comes from the form, so that a form that is sent twice makes one plan.
 * Returns the name that addresses and payments use.
 */
export function addPlan(
  actor: Actor,
  input: { id: string; typed: TypedNewPlan },
): Promise<Result<{ name: string }, AddPlanRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !hasPermission(actor, 'plans.manage')) return refuse({ kind: 'not_allowed' })
    if (!isId(input.id)) return refuse({ kind: 'no_such_plan' })
    const at = now()
    const read = readNewPlan(input.typed, at)
    if (!read.ok) return refuse({ kind: 'flaws', problems: read.problems })
    const { edit, length } = read
    const plans = await lockPlans(tx)
    const added = plans.find(({ id }) => id === input.id)
    if (added) return ok({ name: added.name })
    if (isFull(plans)) return refuse({ kind: 'too_many_plans' })
    const sameName = validateUniqueName(plans, null, edit.displayName)
    if (sameName) return refuse({ kind: 'flaws', problems: { display_name: sameName } })
    if (edit.isFeatured) await unfeatureOthers(tx, input.id, at)
    // A seeded plan is sold even where its row is missing, so its name is never free.
    const taken = [...SEEDED_PLANS, ...plans.map((plan) => plan.name)]
    const name = namePlan(edit.displayName, taken)
    await tx
      .insertInto('subscription_plans')
      .values({
        ...planColumns(edit),
        id: input.id,
        name,
        length_count: length.count,
        length_unit: length.unit,
        position: plans.length + 1,
      })
      .execute()
    const first = plans.find(({ retired }) => !retired)
    if (first) await copyFeatures(tx, first.id, input.id)
    await publish(tx, {
      actorId: actor.id,
      event: 'plan_added',
      objectId: input.id,
      detail: {
        plan: name,
        words: `Added, ${lengthText(length)} for ${formatMoney({ amountMinor: edit.priceUgx, currency: 'UGX' })}`,
        length: lengthText(length),
        to: onRecord(edit),
      },
    })
    return ok({ name })
  })
}

async function copyFeatures(tx: Tx, fromPlanId: string, planId: string): Promise<void> {
  const features = await tx
    .selectFrom('subscription_plan_features')
    .select(['feature_text', 'feature_icon', 'display_order', 'needs'])
    .where('plan_id', '=', fromPlanId)
    .where('is_active', '=', true)
    .execute()
  if (features.length === 0) return
  await tx
    .insertInto('subscription_plan_features')
    .values(features.map((feature) => ({ ...feature, id: newId(), plan_id: planId })))
    .execute()
}
