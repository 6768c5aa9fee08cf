import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/** Ends every open session of a person with the transaction: what they may do has changed. Returns how many there were. */
export async function endSessionsOf(tx: Tx, profileId: string, because: string): Promise<number> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`app_now()`, ended_because: because })
    .where('profile_id', '=', profileId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}
