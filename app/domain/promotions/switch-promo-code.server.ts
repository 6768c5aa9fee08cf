import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

export type SwitchPromoRefusal = { kind: 'not_allowed' } | { kind: 'no_such_code' }

/** Switches a promo code off or on. What was bought with it stays bought. */
export function switchPromoCode(
  actor: Actor,
  input: { promoCodeId: string; on: boolean },
): Promise<Result<{ code: string }, SwitchPromoRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor || !hasPermission(actor, 'promo_codes.manage')) return refuse({ kind: 'not_allowed' })
    if (!isId(input.promoCodeId)) return refuse({ kind: 'no_such_code' })
    const row = await tx
      .selectFrom('promo_codes')
      .select(['code', 'is_active'])
      .where('id', '=', input.promoCodeId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse({ kind: 'no_such_code' })
    // Switching twice to the same state is one change.
    if (row.is_active === input.on) return ok({ code: row.code })
    await tx.updateTable('promo_codes').set({ is_active: input.on }).where('id', '=', input.promoCodeId).execute()
    await publish(tx, {
      actorId: actor.id,
      event: input.on ? 'promo_code_switched_on' : 'promo_code_switched_off',
      objectId: input.promoCodeId,
      detail: {
        code: row.code,
        words: `${row.code} switched ${input.on ? 'on' : 'off'}`,
        from: !input.on,
        to: input.on,
      },
    })
    return ok({ code: row.code })
  })
}
