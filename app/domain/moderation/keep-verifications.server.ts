import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { reopenApplication } from '#app/domain/applications/move-application.server.ts'
import { refreshListed } from '#app/domain/creators/refresh-listed.server.ts'
import { expireVerification, noteVerificationReminder } from '#app/domain/creators/verification.server.ts'
import type { PayloadOf } from '#app/domain/events/registry.ts'
import { showDate } from '#app/platform/dates.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { VERIFICATION_REMINDERS } from './application.ts'

type Due = { id: string; reverify_by: Date; days: number }

const AT_ONCE = 200
const [FIRST, LAST] = VERIFICATION_REMINDERS

/**
 * Scheduled task of the yearly verification: 30 and 7 days before its end the creator is reminded and may send new documents; at its end
 * a creator who hasn't is in review again, and hidden until a person has reviewed them. Returns how many were notified.
 */
export async function keepVerifications(): Promise<number> {
  const { rows } = await sql<Due>`
    select c.profile_id as id, c.reverify_by,
      case when c.reverify_by <= app_now() then 0 when c.reverify_by <= app_now() + make_interval(days => ${LAST}) then ${LAST}::int else ${FIRST}::int end as days
    from creators c
    where c.verification_status = 'approved' and c.reverify_by <= app_now() + make_interval(days => ${FIRST})
      and (c.reverify_by <= app_now() or c.reverify_reminded_days is null
        or (c.reverify_reminded_days = ${FIRST} and c.reverify_by <= app_now() + make_interval(days => ${LAST})))
    order by c.reverify_by limit ${AT_ONCE}`.execute(db)
  for (const due of rows) await inTransaction((tx) => (due.days === 0 ? expire(tx, due) : remind(tx, due)))
  return rows.length
}

async function remind(tx: Tx, due: Due): Promise<void> {
  if (!(await noteVerificationReminder(tx, due.id, due.days))) return
  await reopenApplication(tx, due.id)
  await publish(tx, { actorId: null, event: 'verification_due', objectId: due.id, payload: newsOf(due) })
}

async function expire(tx: Tx, due: Due): Promise<void> {
  await reopenApplication(tx, due.id)
  if (!(await expireVerification(tx, due.id))) return
  await refreshListed(tx, due.id)
  await publish(tx, { actorId: null, event: 'verification_expired', objectId: due.id, payload: newsOf(due) })
}

function newsOf(due: Due): PayloadOf<'verification_due'> {
  return { creator: { id: due.id }, on: showDate(due.reverify_by) }
}
