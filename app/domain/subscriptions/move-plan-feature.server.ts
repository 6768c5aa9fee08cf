import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockFeature } from './internal/lock-feature.server.ts'

export type MoveFeatureRefusal =
  | { kind: 'not_allowed' }
  | { kind: 'no_such_feature' }
  | { kind: 'changed_meanwhile' }
  | { kind: 'at_the_end' }

/** Moves a line of a plan one place up or down. `version` is the one that the page showed: a button pressed twice moves once. */
export function movePlanFeature(
  actor: Actor,
  input: { featureId: string; version: number; direction: 'up' | 'down' },
): Promise<Result<null, MoveFeatureRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !hasPermission(actor, 'plans.manage')) return refuse({ kind: 'not_allowed' })
    if (!isId(input.featureId)) return refuse({ kind: 'no_such_feature' })
    const feature = await lockFeature(tx, input.featureId)
    if (!feature) return refuse({ kind: 'no_such_feature' })
    if (feature.version !== input.version) return refuse({ kind: 'changed_meanwhile' })
    const rows = await tx
      .selectFrom('subscription_plan_features')
      .select(['id', 'display_order'])
      .where('plan_id', '=', feature.plan_id)
      .orderBy('display_order')
      .orderBy('id')
      .execute()
    const place = rows.findIndex((row) => row.id === feature.id)
    const other = rows[place + (input.direction === 'up' ? -1 : 1)]
    if (!other) return refuse({ kind: 'at_the_end' })
    const order = rows.map((row) => row.id)
    order[order.indexOf(other.id)] = feature.id
    order[place] = other.id
    for (const [index, id] of order.entries()) {
      const moved = id === feature.id || id === other.id
      await tx
        .updateTable('subscription_plan_features')
        .set({ display_order: index + 1, ...(moved ? { version: sql<number>`version + 1` } : {}) })
        .where('id', '=', id)
        .execute()
    }
    await publish(tx, {
      actorId: actor.id,
      event: 'plan_feature_moved',
      objectId: feature.id,
      detail: {
        plan: feature.plan,
        words: `\u201c${feature.feature_text}\u201d from place ${place + 1} to ${order.indexOf(feature.id) + 1}`,
        from: place + 1,
        to: order.indexOf(feature.id) + 1,
      },
    })
    return ok(null)
  })
}
