import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'

/** Deletes caught mail that is older than 90 days. Returns how many. */
export async function purgeCaughtMails(): Promise<number> {
  const gone = await sql`delete from caught_mails where sent_at < app_now() - interval '90 days'`.execute(db)
  return Number(gone.numAffectedRows ?? 0n)
}
