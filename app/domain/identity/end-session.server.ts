import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'

/** Ends a session for every tab and every kind of request at once. Ending it twice changes nothing. */
export async function endSession(sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`app_now()`, ended_because: 'signed_out' })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}
