import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/** Marks a session as one that may go on without the second factor of its role. */
export async function skipFactor(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ factor_skipped_at: sql<Date>`app_now()` })
    .where('id', '=', sessionId)
    .execute()
}
