import { sql } from 'kysely'
import { type Db, db, type Tx } from '#app/platform/db.server.ts'

/** Ends a session for every tab and every kind of request at once. Ending it twice changes nothing. */
export async function endSession(
  sessionId: string,
  because: 'signed_out' | 'replaced' = 'signed_out',
  connection: Db | Tx = db,
): Promise<void> {
  await connection
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`app_now()`, ended_because: because })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}
