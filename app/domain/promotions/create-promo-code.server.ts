import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { listPlanNames } from '#app/domain/subscriptions/queries.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type PromoProblems, readPromo, type TypedPromo } from './promo-edit.ts'

export type CreatePromoRefusal =
  | { kind: 'not_allowed' }
  | { kind: 'flaws'; problems: PromoProblems }
  | { kind: 'code_taken'; code: string }

/** Makes a promo code that works at once. Each spelling exists only once, whoever made it. */
export function createPromoCode(
  actor: Actor,
  typed: TypedPromo,
): Promise<Result<{ code: string }, CreatePromoRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !hasPermission(actor, 'promo_codes.manage')) return refuse({ kind: 'not_allowed' })
    const read = readPromo(typed, await listPlanNames(tx), now())
    if (!read.ok) return refuse({ kind: 'flaws', problems: read.problems })
    const { promo } = read
    const id = newId()
    const made = await tx
      .insertInto('promo_codes')
      .values({
        id,
        code: promo.code,
        discount_percentage: promo.discountPercentage,
        description: promo.description,
        expires_at: promo.expiresAt,
        usage_limit: promo.usageLimit,
        country_restrictions: promo.countries,
        applicable_plans: promo.plans,
        created_by: actor.id,
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return refuse({ kind: 'code_taken', code: promo.code })
    await publish(tx, {
      actorId: actor.id,
      event: 'promo_code_created',
      objectId: id,
      detail: {
        code: promo.code,
        words: `${promo.code} created, ${promo.discountPercentage}% off`,
        discount_percentage: promo.discountPercentage,
        usage_limit: promo.usageLimit,
        expires_at: promo.expiresAt.toISOString(),
        plans: promo.plans.join(' '),
        countries: promo.countries.join(' '),
      },
    })
    return ok({ code: promo.code })
  })
}
