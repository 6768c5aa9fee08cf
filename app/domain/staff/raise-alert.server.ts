import type { StaffAlertKind } from '#app/domain/notifications/staff-alert.ts'
import type { Tx } from '#app/platform/db.server.ts'

/** Which object it is about, never with an account number, a code or a fan's name; and until when it can be answered. */
export type AlertFacts = { about?: string; dueAt?: Date | null }

/**
 * Records, in the command's transaction, that staff must be notified; notifyStaff mails it within half a minute. The same kind about the
 * same object is recorded only once: raised again, it mails nobody.
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
