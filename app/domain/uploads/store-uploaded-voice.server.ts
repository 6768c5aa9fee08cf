import { storeRecording } from '#app/domain/media/store-recording.server.ts'
import type { VoiceRefusal } from '#app/domain/media/voice.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { cancelUpload } from './cancel-upload.server.ts'
import { acceptedAs, acceptUpload, dropUploadedFile, finishedUpload } from './finished-upload.server.ts'

/**
 * Makes a finished upload a voice note of its owner for a post. A second call with the same upload returns the same voice note.
 * `upload_missing`: there is no such file of this owner any more.
 */
export async function storeUploadedVoice(requested: {
  ownerId: string
  uploadId: string
}): Promise<Result<{ mediaId: string }, VoiceRefusal | { kind: 'upload_missing' }>> {
  const { ownerId, uploadId } = requested
  const upload = await finishedUpload(ownerId, uploadId, 'post_voice')
  if (!upload) return refuse({ kind: 'upload_missing' })
  if (upload.kind === 'accepted') return ok({ mediaId: upload.as })
  const stored = await storeRecording({ ownerId, path: upload.path }, (tx, mediaId) =>
    acceptUpload(tx, uploadId, mediaId),
  )
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
