import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'

const DRAFT_DAYS = 30

/** Deletes wizards that were left untouched for a month. Returns how many. */
export async function purgeFanDrafts(): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from fan_onboardings where alerts_chosen_at is null and updated_at < app_now() - make_interval(days => ${DRAFT_DAYS})
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
