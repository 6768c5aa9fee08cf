import { cancelUpload } from './cancel-upload.server.ts'
import {
  dropUploadedFile,
  finishedUpload,
  readUploadedFile,
  acceptedAs,
  acceptUpload,
} from './finished-upload.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { forgetMedium } from '#app/domain/media/forget-media.server.ts'
import type { PhotoRefusal } from '#app/domain/media/media.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'

/**
 * Makes a finished upload a stored photo. A second call with the same upload returns the same photo, so that two tabs make one.
 * `upload_missing`: there is no such file of this owner any more.
 */
export async function storeUploadedPhoto(requested: {
  ownerId: string
  uploadId: string
  purpose: 'avatar' | 'post'
}): Promise<Result<{ mediaId: string }, PhotoRefusal | { kind: 'upload_missing' }>> {
  const { ownerId, uploadId, purpose } = requested
  const upload = await finishedUpload(ownerId, uploadId, purpose === 'avatar' ? 'avatar' : 'post_photo')
  if (!upload) return refuse({ kind: 'upload_missing' })
  if (upload.kind === 'accepted') return ok({ mediaId: upload.as })
  const stored = await storePhoto({ ownerId, purpose, bytes: await readUploadedFile(upload) })
  if (!stored.ok) {
    await cancelUpload(ownerId, uploadId)
    return refuse(stored.refusal)
  }
  const { mediaId } = stored.value
  if (await inTransaction((tx) => acceptUpload(tx, uploadId, mediaId))) {
    await dropUploadedFile(uploadId)
    return ok({ mediaId })
  }
  await forgetMedium(mediaId)
  const other = await acceptedAs(uploadId)
  return other === null ? refuse({ kind: 'upload_missing' }) : ok({ mediaId: other })
}
