import { settings } from '#app/domain/settings/settings.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { headOf, weigh } from './internal/ffmpeg.server.ts'
import { storeForWork } from './internal/store-for-work.server.ts'
import { fileLimitsOf } from './limits.ts'
import { videoIsOn } from './video-tools.server.ts'
import { soundTypeOf, type VoiceRefusal } from './voice.ts'

/**
 * Stores a recorded or chosen sound of this machine as a voice note of its owner: as it came, with a job that encodes it anew. Until then
 * not a byte of it is served. `claim` runs first in the same transaction; where it returns false, nothing is stored (`accepted`).
 */
export async function storeRecording(
  recording: { ownerId: string; path: string },
  claim?: (tx: Tx, mediaId: string) => Promise<boolean>,
): Promise<Result<{ mediaId: string }, VoiceRefusal | { kind: 'accepted' }>> {
  if (!(await videoIsOn())) return refuse({ kind: 'video_is_off' })
  if (soundTypeOf(await headOf(recording.path)) === null) return refuse({ kind: 'not_a_voice_note' })
  const { byteSize, sha256 } = await weigh(recording.path)
  const { voiceBytes } = fileLimitsOf(await settings())
  if (byteSize > BigInt(voiceBytes)) return refuse({ kind: 'too_heavy', maxBytes: voiceBytes })
  return storeForWork(
    recording.path,
    {
      owner_id: recording.ownerId,
      kind: 'voice',
      content_type: 'application/octet-stream',
      byte_size: byteSize,
      content_sha256: sha256,
    },
    claim,
  )
}
