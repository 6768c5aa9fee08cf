import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { purgeHits } from '#app/platform/stored-rate-limit.server.ts'

/**
 * Deletes what sign-ins leave behind once it isn't needed any more: codes and counts after a day (the longest limit), sessions thirty
 * days after they ended, devices 180 days after their last use. Returns the number of deleted rows. Safe to run at any time, twice and in
 * parallel.
 */
export async function purgeSignInTraces(): Promise<number> {
  const codes = await sql`delete from sign_in_codes where sent_at < app_now() - interval '25 hours'`.execute(db)
  const hits = await purgeHits()
  await sql`delete from session_proof_codes where sent_at < app_now() - interval '25 hours'`.execute(db)
  await sql`delete from kept_forms where expires_at < app_now()`.execute(db)
  await sql`delete from totp_enrolments where expires_at < app_now()`.execute(db)
  await sql`delete from recovery_code_sheets where expires_at < app_now()`.execute(db)
  await sql`delete from spent_passkey_challenges where expires_at < app_now()`.execute(db)
  await sql`delete from account_devices where last_seen_at < app_now() - interval '180 days'`.execute(db)
  const sessions =
    await sql`delete from sessions where coalesce(ended_at, expires_at) < app_now() - interval '30 days'`.execute(db)
  return Number((codes.numAffectedRows ?? 0n) + hits + (sessions.numAffectedRows ?? 0n))
}
