import { storeRecording } from '#app/domain/media/store-recording.server.ts'
import type { VoiceRefusal } from '#app/domain/media/voice.ts'
import type { Result } from '#app/platform/result.ts'
import { storeOnce, type UploadMissing } from './internal/store-once.server.ts'

/** Makes a finished upload a voice note of its owner for a post, once. */
export function storeUploadedVoice({
  ownerId,
  uploadId,
}: {
  ownerId: string
  uploadId: string
}): Promise<Result<{ mediaId: string }, VoiceRefusal | UploadMissing>> {
  return storeOnce<VoiceRefusal>({ ownerId, uploadId, purpose: 'post_voice' }, (path, claim) =>
    storeRecording({ ownerId, path }, claim),
  )
}
