import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { KEEP_DAYS } from './document.ts'

/**
 * Sets the end of an application's documents when it is decided, in the decision's transaction: 30 days later their pictures are
 * destroyed; the row keeps the hash and the dates.
 */
export async function limitRetention(tx: Tx, applicationId: string): Promise<void> {
  await tx
    .updateTable('sealed_documents')
    .set({ keep_until: sql<Date>`app_now() + make_interval(days => ${KEEP_DAYS.decided})` })
    .where('application_id', '=', applicationId)
    .where('destroyed_at', 'is', null)
    .execute()
}
