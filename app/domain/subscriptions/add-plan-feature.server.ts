import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type FeatureProblems, MOST_FEATURES, readFeature } from './feature-edit.ts'

export type AddFeatureRefusal =
  | { kind: 'not_allowed' }
  | { kind: 'no_such_plan' }
  | { kind: 'flaws'; problems: FeatureProblems }
  | { kind: 'too_many' }

/** Adds a line to the features of a plan, as its last one. */
export function addPlanFeature(
  actor: Actor,
  input: { plan: string; text: string; icon: string },
): Promise<Result<{ featureId: string }, AddFeatureRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !hasPermission(actor, 'plans.manage')) return refuse({ kind: 'not_allowed' })
    const read = readFeature(input)
    if (!read.ok) return refuse({ kind: 'flaws', problems: read.problems })
    const { text, icon } = read
    const plan = await tx
      .selectFrom('subscription_plans')
      .select('id')
      .where('name', '=', input.plan)
      .where('retired_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!plan) return refuse({ kind: 'no_such_plan' })
    const { count, last } = await tx
      .selectFrom('subscription_plan_features')
      .select((row) => [row.fn.countAll<bigint>().as('count'), row.fn.max('display_order').as('last')])
      .where('plan_id', '=', plan.id)
      .executeTakeFirstOrThrow()
    if (count >= MOST_FEATURES) return refuse({ kind: 'too_many' })
    const id = newId()
    await tx
      .insertInto('subscription_plan_features')
      .values({ id, plan_id: plan.id, feature_text: text, feature_icon: icon, display_order: (last ?? 0) + 1 })
      .execute()
    await publish(tx, {
      actorId: actor.id,
      event: 'plan_feature_added',
      objectId: id,
      detail: { plan: input.plan, words: `Added \u201c${text}\u201d`, text, icon },
    })
    return ok({ featureId: id })
  })
}
