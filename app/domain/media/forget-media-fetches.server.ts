import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'

const DAYS_KEPT = 30

/** Scheduled task: the count of fetched media serves its day, and for a month an investigation of bulk copying. */
export async function forgetMediaFetches(): Promise<number> {
  const { rows } = await sql`
    delete from media_fetches f where day < (app_now() at time zone 'Africa/Kampala')::date - ${DAYS_KEPT}::int
      or exists (select from profiles p where p.id = f.viewer_id and p.account_status = 'closed')
    returning day`.execute(db)
  return rows.length
}
