import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'

/**
 * Deletes what invites leave behind and is no longer needed: codes after a day, set-ups that were not finished in their day. The invites
 * themselves stay in the record. Safe to run at any time, twice and in parallel.
 */
export async function purgeInviteTraces(): Promise<void> {
  await sql`delete from invite_codes where expires_at < app_now() - interval '25 hours'`.execute(db)
  await sql`delete from staff_setups where finished_at is null and expires_at < app_now()`.execute(db)
}
