import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Actor } from '#app/domain/identity/actor.ts'
import { refuse, type Result } from '#app/platform/result.ts'
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
  await pipeline(file.stream(), createWriteStream(spoolPath(uploadId), { flags: 'wx', mode: 0o600 }))
  const finished = await finishUpload(actor!.id, uploadId)
  if (finished.ok) return started
  return finished.refusal.kind === 'not_there' ? refuse({ kind: 'empty' }) : refuse(finished.refusal)
}
