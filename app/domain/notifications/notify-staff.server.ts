import { hasPermission, type Permission, STAFF_ROLES } from '#app/domain/identity/roles.ts'
import type { Recipient, StaffNotice } from '#app/domain/events/event.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { staffNoticeOf } from '#app/domain/events/registry.ts'
import {
  kindsNotifiedWithin,
  lockWaitingAlerts,
  markAlertsNotified,
  type StaffAlert,
} from '#app/domain/events/staff-alerts.server.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'

const QUIET_MINUTES = 15

/**
 * Scheduled task: tells all staff whose role may act on open alerts of them, including the owner. Nobody gets two mails of one kind
 * within fifteen minutes: the first is sent at once, later alerts are collected into one mail at the end of that time, and none is left
 * out. An alert without a possible recipient waits until there is one. Returns how many mails were sent.
 */
export function notifyStaff(): Promise<number> {
  return inTransaction(async (tx) => {
    const waiting = await lockWaitingAlerts(tx)
    if (waiting.length === 0) return 0
    const recent = await kindsNotifiedWithin(tx, QUIET_MINUTES)
    let mails = 0
    for (const [kind, alerts] of Map.groupBy(waiting, (alert) => alert.kind)) {
      const notice = staffNoticeOf(kind)
      if (notice && !recent.has(kind)) mails += await notify(tx, kind, notice, alerts)
    }
    return mails
  })
}

async function notify(tx: Tx, kind: string, notice: StaffNotice, alerts: readonly StaffAlert[]): Promise<number> {
  const staff = await listStaffWith(tx, notice.permission)
  if (staff.length === 0) return 0
  const [first] = alerts
  const alone = alerts.length === 1
  const due = alerts.flatMap(({ due_at }) => (due_at ? [due_at] : [])).toSorted((a, b) => a.getTime() - b.getTime())[0]
  await publish(tx, {
    event: 'staff_alerted',
    actorId: null,
    objectId: first!.object_id,
    payload: {
      staff,
      kind,
      count: alerts.length,
      about: alone ? first!.about : '',
      heading: alone ? notice.one : notice.many,
      description: notice.description,
      todo: notice.todo,
      due: due ? showDateTime(due) : null,
      by: notice.by,
      opens: { kind: notice.opens, ...(alone && notice.single ? { id: first!.object_id } : {}) },
    },
  })
  const ids = alerts.map((alert) => alert.object_id)
  await markAlertsNotified(tx, kind, ids)
  return staff.length
}

/** Current staff with this permission. */
async function listStaffWith(tx: Tx, permission: Permission): Promise<Recipient[]> {
  const roles = STAFF_ROLES.filter((staffRole) => hasPermission({ staffRole }, permission))
  return tx
    .selectFrom('profiles as p')
    .leftJoin('staff_members as m', (join) => join.onRef('m.profile_id', '=', 'p.id').on('m.ended_at', 'is', null))
    .select(['p.id', 'p.email'])
    .where('p.account_status', '=', 'active')
    .where((where) =>
      where.or([
        where('p.user_type', '=', 'owner'),
        where.and([where('p.user_type', '=', 'admin'), where('m.role', 'in', roles)]),
      ]),
    )
    .orderBy('p.email')
    .execute()
}
