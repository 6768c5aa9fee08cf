import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { isPlanName, type PlanName } from './plan.ts'
import { planChanges } from './plan-changes.ts'
import { type PlanEdit, type PlanProblems, readPlanEdit, type TypedPlan } from './plan-edit.ts'

export type PlanRefusal =
  | { kind: 'not_allowed' }
  | { kind: 'no_such_plan' }
  | { kind: 'flaws'; problems: PlanProblems }
  /** Somebody else has saved since the form was shown. */
  | { kind: 'changed_meanwhile' }

/**
 * Changes a plan's price and texts, and records the earlier ones. `version` is the one that the form showed. At most one plan is featured:
 * it moves. Returns descriptions of the changes, none where nothing differs.
 */
export function updatePlan(
  actor: Actor,
  input: { plan: string; version: number; typed: TypedPlan },
): Promise<Result<{ changes: string[] }, PlanRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !hasPermission(actor, 'plans.manage')) return refuse({ kind: 'not_allowed' })
    if (!isPlanName(input.plan)) return refuse({ kind: 'no_such_plan' })
    const read = readPlanEdit(input.typed, now())
    if (!read.ok) return refuse({ kind: 'flaws', problems: read.problems })
    const stored = await lockPlan(tx, input.plan)
    if (!stored) return refuse({ kind: 'no_such_plan' })
    if (stored.version !== input.version) return refuse({ kind: 'changed_meanwhile' })
    const { edit } = read
    const changes = planChanges(stored.edit, edit)
    if (changes.length === 0) return ok({ changes })
    await save(tx, stored.id, edit)
    if (edit.isFeatured) {
      await tx
        .updateTable('subscription_plans')
        .set((row) => ({ is_featured: false, version: row('version', '+', 1), updated_at: now() }))
        .where('id', '<>', stored.id)
        .where('is_featured', '=', true)
        .execute()
    }
    await publish(tx, {
      actorId: actor.id,
      event: 'plan_updated',
      objectId: stored.id,
      detail: { plan: input.plan, words: changes.join('; '), from: onRecord(stored.edit), to: onRecord(edit) },
    })
    return ok({ changes })
  })
}

/** All plans are locked, in one order, because the featured one may move. */
async function lockPlan(tx: Tx, name: PlanName): Promise<{ id: string; version: number; edit: PlanEdit } | null> {
  const rows = await tx.selectFrom('subscription_plans').selectAll().orderBy('id').forUpdate().execute()
  const row = rows.find((one) => one.name === name)
  if (!row) return null
  return {
    id: row.id,
    version: row.version,
    edit: {
      displayName: row.display_name,
      priceUgx: row.price_ugx,
      priceUsd: row.price_usd,
      currencyPrimary: row.currency_primary,
      discountPercentage: row.discount_percentage,
      discountExpiresAt: row.discount_expires_at,
      isActive: row.is_active,
      isFeatured: row.is_featured,
      countries: row.country_restrictions,
    },
  }
}

async function save(tx: Tx, planId: string, edit: PlanEdit): Promise<void> {
  await tx
    .updateTable('subscription_plans')
    .set({
      display_name: edit.displayName,
      price_ugx: edit.priceUgx,
      price_usd: edit.priceUsd,
      currency_primary: edit.currencyPrimary,
      discount_percentage: edit.discountPercentage,
      discount_expires_at: edit.discountExpiresAt,
      is_active: edit.isActive,
      is_featured: edit.isFeatured,
      country_restrictions: edit.countries,
      // A substitute for a lost plan becomes a normal plan once somebody has edited it.
      is_substitute: false,
      version: sql<number>`version + 1`,
      updated_at: now(),
    })
    .where('id', '=', planId)
    .execute()
}

/** A plan as the activity record stores it: amounts as text, because JSON can't hold integers of their size. */
function onRecord(edit: PlanEdit): string {
  return JSON.stringify(edit, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
