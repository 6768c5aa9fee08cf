import { sql } from 'kysely'
import { allowSeconds, type Tx } from '#app/platform/db.server.ts'

/**
 * Lets the statements of this transaction go through a whole week: more time and memory than a page's have, and no loop over its rows. The
 * planner knows the weeks before and takes the one that was just written for empty; looping over it then costs fans times uses.
 */
export async function allowWholeWeek(tx: Tx): Promise<void> {
  await allowSeconds(tx, 120)
  await sql`select set_config('work_mem', '64MB', true), set_config('enable_nestloop', 'off', true)`.execute(tx)
}
