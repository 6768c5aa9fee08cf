import { settings } from '#app/domain/settings/settings.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { VideoStoppedError, weigh } from './internal/ffmpeg.server.ts'
import { storeForWork } from './internal/store-for-work.server.ts'
import { type ProbeResult, probeVideo } from './internal/transcode.server.ts'
import { fileLimitsOf } from './limits.ts'
import { videoIsOn } from './video-tools.server.ts'
import type { ProbeFailure, VideoRefusal } from './video.ts'

/**
 * Stores a video file of this machine for a post of its owner: as it was uploaded, with a job that transcodes it. Until then not a byte
 * of it is served. `claim` runs first in the same transaction; where it returns false, nothing is stored (`accepted`).
 */
export async function storeVideo(
  video: { ownerId: string; path: string },
  claim?: (tx: Tx, mediaId: string) => Promise<boolean>,
): Promise<Result<{ mediaId: string }, VideoRefusal | { kind: 'accepted' }>> {
  if (!(await videoIsOn())) return refuse({ kind: 'video_is_off' })
  const { videoSeconds } = fileLimitsOf(await settings())
  const probed = await probeBriefly(video.path, videoSeconds)
  if (!probed.ok) return refuse(refusalOf(probed, videoSeconds))
  const { byteSize, sha256 } = await weigh(video.path)
  const { width, height, seconds } = probed.facts
  return storeForWork(
    video.path,
    {
      owner_id: video.ownerId,
      kind: 'video',
      content_type: probed.type === 'mov' ? 'video/mp4' : 'video/webm',
      byte_size: byteSize,
      content_sha256: sha256,
      width,
      height,
      duration_ms: Math.round(seconds * 1_000),
    },
    claim,
  )
}

function refusalOf(problem: ProbeFailure, maxSeconds: number): VideoRefusal {
  if (problem.failure === 'too_demanding') return { kind: 'too_demanding', maxSeconds: problem.maxSeconds }
  if (problem.failure === 'too_long') return { kind: 'too_long', maxSeconds }
  return { kind: problem.failure === 'gave_up' ? 'damaged' : problem.failure }
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
