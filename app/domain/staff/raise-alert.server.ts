import type { StaffAlertKind } from '#app/domain/notifications/staff-alert.ts'
import type { Tx } from '#app/platform/db.server.ts'

/** Which one it is, never with an account number, a code or a fan's name; and until when it can be answered. */
export type AlertFacts = { about?: string; dueAt?: Date | null }

/**
 * Notes with its act that staff has to hear of something; notifyStaff mails it within half a minute. The same kind about the same object is
 * noted once for good: raised again, it mails nobody.
 */
export async function raiseAlert(
  tx: Tx,
  kind: StaffAlertKind,
  objectId: string,
  { about = '', dueAt = null }: AlertFacts = {},
): Promise<void> {
  await tx
    .insertInto('staff_alerts')
    .values({ kind, object_id: objectId, about, due_at: dueAt })
    .onConflict((conflict) => conflict.columns(['kind', 'object_id']).doNothing())
    .execute()
}
