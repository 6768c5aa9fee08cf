import { sql } from 'kysely'
import { purgeOutbox } from '#app/domain/events/outbox.server.ts'
import { db } from '#app/platform/db.server.ts'

const NOTIFICATION_DAYS = 180
const LOG_DAYS = 30

/** Scheduled task: deletes notifications after half a year, and what was delivered with its log after a month. Returns how many. */
export async function purgeNotifications(): Promise<number> {
  const old = await sql`
    delete from notifications where created_at < app_now() - make_interval(days => ${NOTIFICATION_DAYS})`.execute(db)
  await purgeOutbox(LOG_DAYS)
  return Number(old.numAffectedRows ?? 0n)
}
