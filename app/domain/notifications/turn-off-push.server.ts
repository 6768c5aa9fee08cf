import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'

/** Sends no more alerts to the browser of this session. */
export function turnOffPush(actor: Person): Promise<void> {
  return inTransaction(async (tx) => {
    const ended = await tx
      .deleteFrom('push_subscriptions')
      .where('session_id', '=', actor.sessionId)
      .returning('id')
      .executeTakeFirst()
    if (ended) await publish(tx, { event: 'push_turned_off', actorId: actor.id, objectId: actor.id })
  })
}
