import { hasPermission, type Permission, STAFF_ROLES } from '#app/domain/identity/roles.ts'
import { enqueueEmail } from '#app/domain/notifications/enqueue-email.server.ts'
import { isStaffAlert, type StaffAlertKind } from '#app/domain/notifications/staff-alert.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ALERT_PLACES } from './alert.ts'

const QUIET_MINUTES = 15

type Alert = { kind: string; object_id: string; about: string; due_at: Date | null }

/**
 * Scheduled task: mails open alerts to all staff whose role may act on them, including the owner. Nobody gets two mails of one kind
 * within fifteen minutes: the first is sent at once, later alerts are collected into one mail at the end of that time, and none is left
 * out. An alert without a possible recipient waits until there is one. Returns how many mails were sent.
 */
export function notifyStaff(): Promise<number> {
  return inTransaction(async (tx) => {
    // Locked, so that of two parallel runs the second finds nothing left.
    const waiting: Alert[] = await tx
      .selectFrom('staff_alerts')
      .select(['kind', 'object_id', 'about', 'due_at'])
      .where('notified_at', 'is', null)
      .orderBy('raised_at')
      .orderBy('kind')
      .orderBy('object_id')
      .forUpdate()
      .execute()
    if (waiting.length === 0) return 0
    const recent = await notifiedRecently(tx)
    let mails = 0
    for (const [kind, alerts] of Map.groupBy(waiting, (alert) => alert.kind))
      if (isStaffAlert(kind) && !recent.has(kind)) mails += await notify(tx, kind, alerts)
    return mails
  })
}

async function notifiedRecently(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('staff_alerts')
    .select('kind')
    .distinct()
    .where('notified_at', '>', addMinutes(now(), -QUIET_MINUTES))
    .execute()
  return new Set(rows.map((row) => row.kind))
}

async function notify(tx: Tx, kind: StaffAlertKind, alerts: readonly Alert[]): Promise<number> {
  const { permission, page, single } = ALERT_PLACES[kind]
  const recipients = await listAddressesOf(tx, permission)
  if (recipients.length === 0) return 0
  const [first] = alerts
  const alone = alerts.length === 1
  const due = alerts.flatMap(({ due_at }) => (due_at ? [due_at] : [])).toSorted((a, b) => a.getTime() - b.getTime())[0]
  for (const to of recipients)
    await enqueueEmail(tx, to, 'staff_alert', {
      kind,
      count: alerts.length,
      about: alone ? first!.about : '',
      due: due ? showDateTime(due) : null,
      link: `${config().baseUrl}${page}${alone && single ? `/${first!.object_id}` : ''}`,
    })
  await tx
    .updateTable('staff_alerts')
    .set({ notified_at: now() })
    .where('kind', '=', kind)
    .where(
      'object_id',
      'in',
      alerts.map((alert) => alert.object_id),
    )
    .execute()
  return recipients.length
}

/** Current staff with this permission. */
async function listAddressesOf(tx: Tx, permission: Permission): Promise<string[]> {
  const roles = STAFF_ROLES.filter((staffRole) => hasPermission({ staffRole }, permission))
  const rows = await tx
    .selectFrom('profiles as p')
    .leftJoin('staff_members as m', (join) => join.onRef('m.profile_id', '=', 'p.id').on('m.ended_at', 'is', null))
    .select('p.email')
    .where('p.account_status', '=', 'active')
    .where((where) =>
      where.or([
        where('p.user_type', '=', 'owner'),
        where.and([where('p.user_type', '=', 'admin'), where('m.role', 'in', roles)]),
      ]),
    )
    .orderBy('p.email')
    .execute()
  return rows.map((row) => row.email)
}
