import { db } from '#app/platform/db.server.ts'
import { dropSpooled } from './internal/spool.server.ts'

/** Deletes an upload of its owner and what was received of it; a used one stays. Cancelling twice is no error. */
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
