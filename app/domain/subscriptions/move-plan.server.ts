import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockPlans } from './internal/lock-plans.server.ts'

export type MovePlanRefusal =
  | { kind: 'not_allowed' }
  | { kind: 'no_such_plan' }
  | { kind: 'changed_meanwhile' }
  | { kind: 'at_the_end' }

/** Moves a plan one place up or down among those that aren't retired. `version` is the one that the page showed: a button pressed twice moves once. */
export function movePlan(
  actor: Actor,
  input: { plan: string; version: number; direction: 'up' | 'down' },
): Promise<Result<null, MovePlanRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !hasPermission(actor, 'plans.manage')) return refuse({ kind: 'not_allowed' })
    const plans = await lockPlans(tx)
    const order = plans.filter(({ retired }) => !retired)
    const from = order.findIndex(({ name }) => name === input.plan)
    const moved = order[from]
    if (!moved) return refuse({ kind: 'no_such_plan' })
    if (moved.version !== input.version) return refuse({ kind: 'changed_meanwhile' })
    const to = from + (input.direction === 'up' ? -1 : 1)
    const other = order[to]
    if (!other) return refuse({ kind: 'at_the_end' })
    order[from] = other
    order[to] = moved
    // The retired ones follow, so that each plan has a place of its own.
    for (const [index, plan] of [...order, ...plans.filter(({ retired }) => retired)].entries())
      await tx
        .updateTable('subscription_plans')
        .set({
          position: index + 1,
          ...(plan === moved || plan === other ? { version: sql<number>`version + 1`, updated_at: now() } : {}),
        })
        .where('id', '=', plan.id)
        .execute()
    await publish(tx, {
      actorId: actor.id,
      event: 'plan_moved',
      objectId: moved.id,
      detail: { plan: moved.name, words: `From place ${from + 1} to ${to + 1}`, from: from + 1, to: to + 1 },
    })
    return ok(null)
  })
}
