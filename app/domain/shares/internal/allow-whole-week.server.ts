import { sql } from 'kysely'
import { allowSeconds, type Tx } from '#app/platform/db.server.ts'

/**
 * Lets the statements of this transaction process a whole week: more time and memory than for a page, and no nested loops over its rows.
 * The planner has statistics of earlier weeks and expects the new one to be empty; nested loops over it would then cost fans times uses.
 */
export async function allowWholeWeek(tx: Tx): Promise<void> {
  await allowSeconds(tx, 120)
  await sql`select set_config('work_mem', '64MB', true), set_config('enable_nestloop', 'off', true)`.execute(tx)
}
