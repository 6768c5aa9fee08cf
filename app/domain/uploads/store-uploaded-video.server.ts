import { cancelUpload } from './cancel-upload.server.ts'
import { dropUploadedFile, finishedUpload, acceptedAs, acceptUpload } from './finished-upload.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { storeVideo } from '#app/domain/media/store-video.server.ts'
import type { VideoRefusal } from '#app/domain/media/video.ts'

/**
 * Makes a finished upload a video of its owner for a post. A second call with the same upload returns the same video. `upload_missing`:
 * there is no such file of this owner any more.
 */
export async function storeUploadedVideo(requested: {
  ownerId: string
  uploadId: string
}): Promise<Result<{ mediaId: string }, VideoRefusal | { kind: 'upload_missing' }>> {
  const { ownerId, uploadId } = requested
  const upload = await finishedUpload(ownerId, uploadId, 'post_video')
  if (!upload) return refuse({ kind: 'upload_missing' })
  if (upload.kind === 'accepted') return ok({ mediaId: upload.as })
  const stored = await storeVideo({ ownerId, path: upload.path }, (tx, mediaId) => acceptUpload(tx, uploadId, mediaId))
  if (stored.ok) {
    await dropUploadedFile(uploadId)
    return stored
  }
  if (stored.refusal.kind === 'accepted') {
    const other = await acceptedAs(uploadId)
    return other === null ? refuse({ kind: 'upload_missing' }) : ok({ mediaId: other })
  }
  if (stored.refusal.kind !== 'video_is_off') await cancelUpload(ownerId, uploadId)
  return refuse(stored.refusal)
}
