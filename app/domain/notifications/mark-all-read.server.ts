import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { announce } from '#app/platform/live.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'

/** Marks all of a person's notifications as read. */
export function markAllRead(actor: Person): Promise<void> {
  return inTransaction(async (tx) => {
    await tx
      .updateTable('notifications')
      .set({ read_at: now() })
      .where('profile_id', '=', actor.id)
      .where('read_at', 'is', null)
      .execute()
    announce(tx, { channel: `account:${actor.id}`, kind: 'bell' })
  })
}
