import { forgetMedium } from '#app/domain/media/forget-media.server.ts'
import { storeVoice, type VoiceRefusal } from '#app/domain/media/store-voice.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { cancelUpload } from './cancel-upload.server.ts'
import {
  acceptedAs,
  acceptUpload,
  dropUploadedFile,
  finishedUpload,
  readUploadedFile,
} from './finished-upload.server.ts'

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
  const stored = await storeVoice({ ownerId, bytes: await readUploadedFile(upload) })
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
