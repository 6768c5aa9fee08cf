import { settings } from '#app/domain/settings/settings.server.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { VideoStoppedError, weigh } from './internal/ffmpeg.server.ts'
import { type ProbeResult, probeVideo } from './internal/transcode.server.ts'
import { fileLimitsOf } from './limits.ts'
import { storageKey } from './media.ts'
import { videoIsOn } from './video-tools.server.ts'
import type { VideoFailure, VideoRefusal } from './video.ts'

/**
 * Stores a video file of this machine for a post of its owner: as it was uploaded, with a job that transcodes it. Until then not a byte
 * of it is served. `claim` runs first in the same transaction; where it returns false, nothing is stored (`taken`).
 */
export async function storeVideo(
  video: { ownerId: string; path: string },
  claim: (tx: Tx, mediaId: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Result<{ mediaId: string }, VideoRefusal | { kind: 'accepted' }>> {
  if (!(await videoIsOn())) return refuse({ kind: 'video_is_off' })
  const { videoSeconds } = fileLimitsOf(await settings())
  const probed = await probeBriefly(video.path, videoSeconds)
  if (!probed.ok) return refuse(refusalOf(probed.failure, videoSeconds))
  const mediaId = newId()
  const key = storageKey(mediaId, 'upload')
  const contentType = probed.type === 'mov' ? 'video/mp4' : 'video/webm'
  const { byteSize, sha256 } = await weigh(video.path)
  await mediaStore().putFile(key, video.path, contentType)
  const { width, height, seconds } = probed.facts
  const kept = await inTransaction(async (tx) => {
    if (!(await claim(tx, mediaId))) return false
    await tx
      .insertInto('media')
      .values({
        id: mediaId,
        owner_id: video.ownerId,
        kind: 'video',
        purpose: 'post',
        original_key: key,
        content_type: contentType,
        byte_size: byteSize,
        content_sha256: sha256,
        width,
        height,
        duration_ms: Math.round(seconds * 1_000),
      })
      .execute()
    await enqueue(tx, 'transcode_video', { mediaId })
    return true
  })
  if (kept) return ok({ mediaId })
  await mediaStore().remove(key)
  return refuse({ kind: 'accepted' })
}

function refusalOf(failure: VideoFailure, maxSeconds: number): VideoRefusal {
  if (failure === 'too_long') return { kind: 'too_long', maxSeconds }
  return { kind: failure === 'gave_up' ? 'damaged' : failure }
}

/** A file that can't be probed within its bounds can't be used. */
async function probeBriefly(path: string, longestSeconds: number): Promise<ProbeResult> {
  try {
    return await probeVideo(path, longestSeconds)
  } catch (error) {
    if (error instanceof VideoStoppedError) return { ok: false, failure: 'damaged' }
    throw error
  }
}
