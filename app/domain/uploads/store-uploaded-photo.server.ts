import { cancelUpload } from './cancel-upload.server.ts'
import {
  dropUploadedFile,
  finishedUpload,
  readUploadedFile,
  acceptedAs,
  acceptUpload,
} from './finished-upload.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { PhotoRefusal } from '#app/domain/media/media.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'

/**
 * Makes a finished upload a stored photo. A second call with the same upload returns the same photo, so that two tabs make one.
 * `upload_missing`: there is no such file of this owner any more.
 */
export async function storeUploadedPhoto(requested: {
  ownerId: string
  uploadId: string
  purpose: 'avatar' | 'cover' | 'card' | 'post'
}): Promise<Result<{ mediaId: string }, PhotoRefusal | { kind: 'upload_missing' }>> {
  const { ownerId, uploadId, purpose } = requested
  const upload = await finishedUpload(ownerId, uploadId, purpose === 'post' ? 'post_photo' : purpose)
  if (!upload) return refuse({ kind: 'upload_missing' })
  if (upload.kind === 'accepted') return ok({ mediaId: upload.as })
  const bytes = await readUploadedFile(upload)
  const stored = await storePhoto(
    { ownerId, purpose, bytes },
    { claim: (tx, mediaId) => acceptUpload(tx, uploadId, mediaId) },
  )
  if (stored.ok) {
    await dropUploadedFile(uploadId)
    return ok({ mediaId: stored.value.mediaId })
  }
  if (stored.refusal.kind === 'accepted') {
    const other = await acceptedAs(uploadId)
    return other === null ? refuse({ kind: 'upload_missing' }) : ok({ mediaId: other })
  }
  await cancelUpload(ownerId, uploadId)
  return refuse(stored.refusal)
}
