import type { Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { cancelUpload } from '../cancel-upload.server.ts'
import { acceptedAs, acceptUpload, dropUploadedFile, finishedUpload } from '../finished-upload.server.ts'
import type { UploadPurpose } from '../limits.ts'

export type UploadMissing = { kind: 'upload_missing' }

/**
 * Makes a finished upload a medium of its owner by `store`, once: a second call with the same upload returns the same medium. A refused file
 * is deleted, unless we could not look at it now (`video_is_off`). `upload_missing`: there is no such file of this owner any more.
 */
export async function storeOnce<Refusal extends { kind: string }>(
  { ownerId, uploadId, purpose }: { ownerId: string; uploadId: string; purpose: UploadPurpose },
  store: (
    path: string,
    claim: (tx: Tx, mediaId: string) => Promise<boolean>,
  ) => Promise<Result<{ mediaId: string }, Refusal | { kind: 'accepted' }>>,
): Promise<Result<{ mediaId: string }, Refusal | UploadMissing>> {
  const upload = await finishedUpload(ownerId, uploadId, purpose)
  if (!upload) return refuse({ kind: 'upload_missing' })
  if (upload.kind === 'accepted') return ok({ mediaId: upload.as })
  const stored = await store(upload.path, (tx, mediaId) => acceptUpload(tx, uploadId, mediaId))
  if (stored.ok) {
    await dropUploadedFile(uploadId)
    return stored
  }
  const { refusal } = stored
  if (isAccepted(refusal)) {
    const other = await acceptedAs(uploadId)
    return other === null ? refuse({ kind: 'upload_missing' }) : ok({ mediaId: other })
  }
  if (refusal.kind !== 'video_is_off') await cancelUpload(ownerId, uploadId)
  return refuse(refusal)
}

/** Another call was faster. */
function isAccepted(refusal: { kind: string }): refusal is { kind: 'accepted' } {
  return refusal.kind === 'accepted'
}
