import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

export type AutoPayRefusal =
  | { kind: 'not_a_creator' }
  /** The fee has changed since they read the amount that they agree to. */
  | { kind: 'fee_changed' }

/**
 * Switches payment of the weekly fee from earnings on, up to the `agreedMinor` shillings that the creator has read, or off (null). No
 * automatic payment exceeds the agreed sum.
 */
export function setFeeAutoPay(actor: Actor, agreedMinor: bigint | null): Promise<Result<null, AutoPayRefusal>> {
  return inTransaction<Result<null, AutoPayRefusal>>(async (tx) => {
    if (!actor || actor.userType !== 'creator') return refuse({ kind: 'not_a_creator' })
    if (agreedMinor !== null && agreedMinor !== (await settings(tx)).creatorFeeMinor)
      return refuse({ kind: 'fee_changed' })
    const creator = await tx
      .selectFrom('creators')
      .select('fee_auto_pay_minor as before')
      .where('profile_id', '=', actor.id)
      .forUpdate()
      .executeTakeFirst()
    if (!creator) return refuse({ kind: 'not_a_creator' })
    if (creator.before === agreedMinor) return ok(null)
    await tx
      .updateTable('creators')
      .set({ fee_auto_pay_minor: agreedMinor })
      .where('profile_id', '=', actor.id)
      .execute()
    await publish(tx, {
      actorId: actor.id,
      event: agreedMinor !== null ? 'fee_auto_pay_switched_on' : 'fee_auto_pay_switched_off',
      objectId: actor.id,
      detail: { from: creator.before?.toString() ?? null, to: agreedMinor?.toString() ?? null },
    })
    return ok(null)
  })
}
