import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { RECORDED, type RecordedEvent } from './recorded.ts'

export type PublishedEvent = {
  /** What happened, in the past tense: `purchase_completed`. */
  event: RecordedEvent
  /** Who did it; null for scheduled tasks, the gateway and visitors. */
  actorId: string | null
  objectId: string
  /** Only where it is about something else than other events of this name: an address without an account. */
  objectKind?: 'unknown_address'
  /** Details that explain the event later; never codes, tokens or addresses. */
  detail?: Record<string, string | number | boolean | null>
}

/** Appends an event to the activity record, in the command's transaction. */
export async function publish(
  tx: Tx,
  { event, actorId, objectId, objectKind, detail = {} }: PublishedEvent,
): Promise<void> {
  await tx
    .insertInto('activity')
    .values({
      id: newId(),
      actor_id: actorId,
      event,
      object_kind: objectKind ?? RECORDED[event],
      object_id: objectId,
      detail: JSON.stringify(detail),
    })
    .execute()
}
