import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { announce } from '#app/platform/live.server.ts'
import { isOnline } from './creator.ts'
import { canResume } from './presence.ts'

/** The heartbeat of an open page, or of its live connection. Returns whether its creator is live; after a pause that is too long, only the switch makes them live. */
export function keepPresence(actor: Person): Promise<boolean> {
  return inTransaction(async (tx) => {
    const creator = await tx
      .selectFrom('creators')
      .select(['is_live', 'heartbeat_at'])
      .where('profile_id', '=', actor.id)
      .forUpdate()
      .executeTakeFirst()
    const at = now()
    if (!creator?.is_live || !canResume(creator.heartbeat_at, at)) return false
    const was = isOnline({ isLive: true, heartbeatAt: creator.heartbeat_at }, at)
    await tx.updateTable('creators').set({ heartbeat_at: at }).where('profile_id', '=', actor.id).execute()
    if (!was) announce(tx, { channel: `presence:${actor.id}`, kind: 'presence' })
    return true
  })
}
