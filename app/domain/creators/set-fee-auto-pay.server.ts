import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

/** A creator has the weekly fee taken from earnings from now on, or not any more. */
export function setFeeAutoPay(actor: Actor, on: boolean): Promise<Result<null, { kind: 'not_a_creator' }>> {
  return inTransaction(async (tx) => {
    if (!actor || actor.userType !== 'creator') return refuse({ kind: 'not_a_creator' })
    const creator = await tx
      .selectFrom('creators')
      .select('fee_auto_pay')
      .where('profile_id', '=', actor.id)
      .forUpdate()
      .executeTakeFirst()
    if (!creator) return refuse({ kind: 'not_a_creator' })
    if (creator.fee_auto_pay === on) return ok(null)
    await tx.updateTable('creators').set({ fee_auto_pay: on }).where('profile_id', '=', actor.id).execute()
    await recordActivity(tx, {
      actorId: actor.id,
      act: on ? 'fee_auto_pay_switched_on' : 'fee_auto_pay_switched_off',
      objectKind: 'creator',
      objectId: actor.id,
      detail: { from: !on, to: on },
    })
    return ok(null)
  })
}
