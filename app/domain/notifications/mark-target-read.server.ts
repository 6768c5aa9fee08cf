import { addressOf } from '#app/target-address.ts'
import type { Target } from '#app/domain/events/target.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { announce } from '#app/platform/live.server.ts'

/** Marks what leads to this page as read in a person's list of notifications: whoever has seen the page has seen what it was about. */
export function markTargetRead(personId: string, target: Target): Promise<void> {
  return inTransaction(async (tx) => {
    const read = await tx
      .updateTable('notifications')
      .set({ read_at: now() })
      .where('profile_id', '=', personId)
      .where('read_at', 'is', null)
      .where('path', '=', addressOf(target))
      .returning('id')
      .execute()
    if (read.length > 0) announce(tx, { channel: `account:${personId}`, kind: 'bell' })
  })
}
