import { db } from '#app/platform/db.server.ts'
import { now } from '#app/platform/clock.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { arrivedBytes, dropSpooled, firstBytes } from './internal/spool.server.ts'
import { findUpload } from './queries.server.ts'
import { contentProblem, TELLING_BYTES, type UploadRefusal } from './upload.ts'

/**
 * Marks a file as complete, once its first bytes match what was announced; any other is deleted at once. Safe to run twice. `not_there`:
 * no such upload of this owner, or bytes are still missing.
 */
export async function finishUpload(
  ownerId: string,
  uploadId: string,
): Promise<Result<null, UploadRefusal | { kind: 'not_there' }>> {
  const upload = await findUpload(ownerId, uploadId)
  if (!upload) return refuse({ kind: 'not_there' })
  if (upload.state !== 'open') return ok(null)
  if ((await arrivedBytes(uploadId)) !== upload.sizeBytes) return refuse({ kind: 'not_there' })
  const problem = contentProblem(upload.purpose, await firstBytes(uploadId, TELLING_BYTES))
  if (problem) {
    await db.updateTable('uploads').set({ state: 'gone' }).where('id', '=', uploadId).execute()
    await dropSpooled(uploadId)
    return refuse(problem)
  }
  await db
    .updateTable('uploads')
    .set({ state: 'finished', finished_at: now() })
    .where('id', '=', uploadId)
    .where('state', '=', 'open')
    .execute()
  return ok(null)
}
