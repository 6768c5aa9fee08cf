import { db } from '#app/platform/db.server.ts'
import { dropSpooled } from './internal/spool.server.ts'

/** Forgets an upload of its owner and what came of it; one that has become something stays. Cancelling twice is no mistake. */
export async function cancelUpload(ownerId: string, uploadId: string): Promise<void> {
  const cancelled = await db
    .updateTable('uploads')
    .set({ state: 'gone' })
    .where('id', '=', uploadId)
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['open', 'finished'])
    .executeTakeFirst()
  if (cancelled.numUpdatedRows === 1n) await dropSpooled(uploadId)
}
