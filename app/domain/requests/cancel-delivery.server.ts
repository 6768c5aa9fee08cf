import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { lockRequest, setWaiting } from './internal/request-row.server.ts'

/** Takes back a delivery that waits for its files; they stay added. Repeated, or once it is delivered, it changes nothing. */
export function cancelDelivery(creator: Person, requestId: string): Promise<void> {
  return inTransaction(async (tx) => {
    if (await lockRequest(tx, requestId, 'creator_id', creator.id)) await setWaiting(tx, requestId, false)
  })
}
