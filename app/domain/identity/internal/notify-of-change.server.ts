import { publish } from '#app/domain/events/publish.server.ts'
import type { signInEvents } from '#app/domain/events/sign-in-changed.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { Person } from '../actor.ts'

/** Records that people changed how they sign in, and notifies them of it. */
export function notifyOfChange(tx: Tx, { id, email }: Person, event: keyof typeof signInEvents): Promise<void> {
  return publish(tx, { actorId: id, event, objectId: id, payload: { person: { id, email } } })
}
