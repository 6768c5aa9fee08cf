import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/** Submits an application's documents in the transaction that submits it: from then on their owner can't see them. */
export async function submitDocuments(tx: Tx, applicationId: string): Promise<void> {
  await tx
    .updateTable('sealed_documents')
    .set({ submitted_at: sql<Date>`app_now()` })
    .where('application_id', '=', applicationId)
    .where('replaced_at', 'is', null)
    .where('submitted_at', 'is', null)
    .execute()
}
