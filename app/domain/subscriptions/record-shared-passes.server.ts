import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/** Adds what a weekly run has shared to its passes: earned, kept, and breakage. Locks every pass of the run. */
export async function recordSharedPasses(tx: Tx, runId: string): Promise<void> {
  await sql`
    update subscriptions s set earned_minor = s.earned_minor + p.earned_minor, kept_minor = p.kept_minor,
      breakage_minor = s.breakage_minor + p.breakage_minor
    from share_passes p where p.run_id = ${runId} and s.id = p.pass_id`.execute(tx)
}
