import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

/** When a person requested an export last, and whether one is being made. A failed one doesn't count. */
export async function exportFactsOf(
  connection: Db | Tx,
  profileId: string,
): Promise<{ lastAskedAt: Date | null; building: boolean }> {
  const { rows } = await sql<{ last: Date | null; building: boolean }>`
    select max(requested_at) filter (where state <> 'failed') as last, coalesce(bool_or(state = 'building'), false) as building
    from data_exports where profile_id = ${profileId}`.execute(connection)
  return { lastAskedAt: rows[0]!.last, building: rows[0]!.building }
}
