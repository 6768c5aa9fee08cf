import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'

/** Deletes steps between password and second factor that have ended. Safe to run at any time, twice and in parallel. */
export async function purgeSignInSteps(): Promise<void> {
  await sql`delete from staff_sign_in_steps where expires_at < app_now() - interval '1 hour'`.execute(db)
}
