import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { announce } from '#app/platform/live.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

/** Marks one's own notification as read and returns where it leads. Somebody else's is not found. */
export async function openNotification(actor: Person, id: string): Promise<Result<string, { kind: 'not_found' }>> {
  if (!isId(id)) return refuse({ kind: 'not_found' })
  return inTransaction(async (tx) => {
    const found = await tx
      .selectFrom('notifications')
      .select(['path', 'read_at'])
      .where('id', '=', id)
      .where('profile_id', '=', actor.id)
      .executeTakeFirst()
    if (!found) return refuse({ kind: 'not_found' })
    if (found.read_at === null) {
      await tx.updateTable('notifications').set({ read_at: now() }).where('id', '=', id).execute()
      announce(tx, { channel: `account:${actor.id}`, kind: 'bell' })
    }
    return ok(found.path)
  })
}
