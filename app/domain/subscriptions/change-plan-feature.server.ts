import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type FeatureProblems, readFeature } from './feature-edit.ts'
import { lockFeature } from './internal/lock-feature.server.ts'

/** A new text and icon, or on and off. */
export type FeatureChange = { kind: 'message'; text: string; icon: string } | { kind: 'switch'; on: boolean }

export type ChangeFeatureRefusal =
  | { kind: 'not_allowed' }
  | { kind: 'no_such_feature' }
  | { kind: 'flaws'; problems: FeatureProblems }
  | { kind: 'changed_meanwhile' }

/** Changes one line of a plan's features. `version` is the one that the form showed. */
export function changePlanFeature(
  actor: Actor,
  input: { featureId: string; version: number; change: FeatureChange },
): Promise<Result<null, ChangeFeatureRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !hasPermission(actor, 'plans.manage')) return refuse({ kind: 'not_allowed' })
    if (!isId(input.featureId)) return refuse({ kind: 'no_such_feature' })
    const before = await lockFeature(tx, input.featureId)
    if (!before) return refuse({ kind: 'no_such_feature' })
    if (before.version !== input.version) return refuse({ kind: 'changed_meanwhile' })
    const { change } = input
    const from = { text: before.feature_text, icon: before.feature_icon, on: before.is_active }
    let to: typeof from
    if (change.kind === 'message') {
      const read = readFeature(change)
      if (!read.ok) return refuse({ kind: 'flaws', problems: read.problems })
      to = { ...from, text: read.text, icon: read.icon }
    } else to = { ...from, on: change.on }
    if (to.text === from.text && to.icon === from.icon && to.on === from.on) return ok(null)
    await tx
      .updateTable('subscription_plan_features')
      .set({ feature_text: to.text, feature_icon: to.icon, is_active: to.on, version: sql<number>`version + 1` })
      .where('id', '=', before.id)
      .execute()
    await publish(tx, {
      actorId: actor.id,
      event: 'plan_feature_changed',
      objectId: before.id,
      detail: { plan: before.plan, words: textOf(from, to), from: JSON.stringify(from), to: JSON.stringify(to) },
    })
    return ok(null)
  })
}

type Facts = { text: string; icon: string; on: boolean }

function textOf(from: Facts, to: Facts): string {
  if (from.on !== to.on) return `\u201c${to.text}\u201d switched ${to.on ? 'on' : 'off'}`
  return from.text === to.text
    ? `New icon of \u201c${to.text}\u201d`
    : `\u201c${from.text}\u201d to \u201c${to.text}\u201d`
}
