import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

export type Activity = {
  /** Who did it; null for the clock, the gateway and visitors. */
  actorId: string | null
  /** What happened, in the past tense: `purchase_completed`. */
  event: string
  objectKind: string
  objectId: string
  /** Details that explain the event later; never codes, tokens or addresses. */
  detail?: Record<string, string | number | boolean | null>
}

/** Appends an event to the activity record, in the command's transaction. */
export async function recordActivity(tx: Tx, activity: Activity): Promise<void> {
  await tx
    .insertInto('activity')
    .values({
      id: newId(),
      actor_id: activity.actorId,
      event: activity.event,
      object_kind: activity.objectKind,
      object_id: activity.objectId,
      detail: JSON.stringify(activity.detail ?? {}),
    })
    .execute()
}
