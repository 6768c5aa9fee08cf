import { addMinutes, now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'

export type StaffAlert = { kind: string; object_id: string; about: string; due_at: Date | null }

/** Which object it is about, never with an account number, a code or a fan's name; and until when it can be answered. */
export type AlertFacts = { about?: string; dueAt?: Date | null }

/** The same kind about the same object is raised only once: raised again, it alerts nobody. */
export async function raiseStaffAlert(
  tx: Tx,
  kind: string,
  objectId: string,
  { about = '', dueAt = null }: AlertFacts,
): Promise<void> {
  await tx
    .insertInto('staff_alerts')
    .values({ kind, object_id: objectId, about, due_at: dueAt })
    .onConflict((conflict) => conflict.columns(['kind', 'object_id']).doNothing())
    .execute()
}

/** The alerts that nobody was told of, oldest first. Locked, so that of two parallel runs the second finds nothing left. */
export function lockWaitingAlerts(tx: Tx): Promise<StaffAlert[]> {
  return tx
    .selectFrom('staff_alerts')
    .select(['kind', 'object_id', 'about', 'due_at'])
    .where('notified_at', 'is', null)
    .orderBy('raised_at')
    .orderBy('kind')
    .orderBy('object_id')
    .forUpdate()
    .execute()
}

/** The kinds of which staff were told in the last minutes. */
export async function kindsNotifiedWithin(tx: Tx, minutes: number): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('staff_alerts')
    .select('kind')
    .distinct()
    .where('notified_at', '>', addMinutes(now(), -minutes))
    .execute()
  return new Set(rows.map((row) => row.kind))
}

export async function markAlertsNotified(tx: Tx, kind: string, objectIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('staff_alerts')
    .set({ notified_at: now() })
    .where('kind', '=', kind)
    .where('object_id', 'in', objectIds)
    .execute()
}
