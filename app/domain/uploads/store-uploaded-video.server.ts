import { storeVideo } from '#app/domain/media/store-video.server.ts'
import type { VideoRefusal } from '#app/domain/media/video.ts'
import type { Result } from '#app/platform/result.ts'
import { storeOnce, type UploadMissing } from './internal/store-once.server.ts'

/** Makes a finished upload a video of its owner for a post, once. */
export function storeUploadedVideo({
  ownerId,
  uploadId,
}: {
  ownerId: string
  uploadId: string
}): Promise<Result<{ mediaId: string }, VideoRefusal | UploadMissing>> {
  return storeOnce<VideoRefusal>({ ownerId, uploadId, purpose: 'post_video' }, (path, claim) =>
    storeVideo({ ownerId, path }, claim),
  )
}
