import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Actor } from '#app/domain/identity/actor.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { isFullDisk } from '#app/platform/spool.server.ts'
import { cancelUpload } from './cancel-upload.server.ts'
import { finishUpload } from './finish-upload.server.ts'
import { spoolPath } from './internal/spool.server.ts'
import type { UploadStatus } from './policy.ts'
import { startUpload } from './start-upload.server.ts'
import type { UploadRefusal } from './upload.ts'

/** Accepts a file of a plain form, with the same limits and checks as a resumable upload. */
export async function acceptPlainFile(
  actor: Actor,
  purpose: string,
  file: File,
  status: UploadStatus,
): Promise<Result<{ uploadId: string }, UploadRefusal>> {
  const started = await startUpload(actor, { purpose, sizeBytes: file.size }, status)
  if (!started.ok) return started
  const { uploadId } = started.value
  try {
    await pipeline(file.stream(), createWriteStream(spoolPath(uploadId), { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    // A form can't be continued: half a file would only take the space that others lack.
    await cancelUpload(actor!.id, uploadId)
    if (isFullDisk(error)) return refuse({ kind: 'spool_full' })
    throw error
  }
  const finished = await finishUpload(actor!.id, uploadId)
  if (finished.ok) return started
  return finished.refusal.kind === 'not_there' ? refuse({ kind: 'empty' }) : refuse(finished.refusal)
}
