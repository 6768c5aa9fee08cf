import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'

const DRAFT_DAYS = 30

/** Deletes drafts that were left untouched for a month; what a step has accepted stays. Returns the number of deleted drafts. */
export async function purgeApplicationDrafts(): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from application_drafts where saved_at < app_now() - make_interval(days => ${DRAFT_DAYS})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
