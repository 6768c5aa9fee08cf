import type { PhotoRefusal } from '#app/domain/media/media.ts'
import type { VideoRefusal } from '#app/domain/media/video.ts'
import type { VoiceRefusal } from '#app/domain/media/voice.ts'
import { type Result, unreachable } from '#app/platform/result.ts'
import { storeUploadedPhoto } from './store-uploaded-photo.server.ts'
import { storeUploadedVideo } from './store-uploaded-video.server.ts'
import { storeUploadedVoice } from './store-uploaded-voice.server.ts'

export type FileKind = 'photo' | 'video' | 'voice'
export type StoreFileRefusal = PhotoRefusal | VideoRefusal | VoiceRefusal | { kind: 'upload_missing' }

/** Makes a finished upload a medium of its owner, for a post or a delivery. Called twice with one upload, it returns the same medium. */
export function storeUploadedFile(
  ownerId: string,
  { kind, uploadId }: { kind: FileKind; uploadId: string },
): Promise<Result<{ mediaId: string }, StoreFileRefusal>> {
  switch (kind) {
    case 'photo':
      return storeUploadedPhoto({ ownerId, uploadId, purpose: 'post' })
    case 'video':
      return storeUploadedVideo({ ownerId, uploadId })
    case 'voice':
      return storeUploadedVoice({ ownerId, uploadId })
    default:
      return unreachable(kind)
  }
}
