import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

export type Activity = {
  /** Who did it; null for the clock, the gateway and visitors. */
  actorId: string | null
  /** What happened, in the past tense: `purchase_completed`. */
  event: string
  objectKind: string
  objectId: string
  /** Facts that explain it later; never codes, tokens or addresses. */
  detail?: Record<string, string | number | boolean | null>
}

/** Appends to the record of who did what to what, in the transaction of the act. */
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
