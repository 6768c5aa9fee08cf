import type { Person } from '#app/domain/identity/actor.ts'
import { MAX_INVITES } from '#app/domain/settings/constants.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

export type InviteRefusal =
  | { kind: 'not_a_creator' }
  /** All invites are sent. */
  | { kind: 'none_left' }

/**
 * Counts one invite that a creator sends by WhatsApp, up to six. `shown` is the count on the page whose button was pressed: the same page
 * sent twice counts once. Returns the count.
 */
export function countInvite(actor: Person, shown: number): Promise<Result<number, InviteRefusal>> {
  return inTransaction<Result<number, InviteRefusal>>(async (tx) => {
    const creator = await tx
      .selectFrom('creators')
      .select('invites_sent as sent')
      .where('profile_id', '=', actor.id)
      .forUpdate()
      .executeTakeFirst()
    if (!creator) return refuse({ kind: 'not_a_creator' })
    if (shown !== creator.sent) return ok(creator.sent)
    if (creator.sent >= MAX_INVITES) return refuse({ kind: 'none_left' })
    const sent = creator.sent + 1
    await tx.updateTable('creators').set({ invites_sent: sent }).where('profile_id', '=', actor.id).execute()
    return ok(sent)
  })
}
