import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { settings } from '#app/domain/settings/settings.server.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { inWorkFolder } from '#app/platform/spool.server.ts'
import { abandon, finishClaim, type MediaClaim, withClaim } from './internal/claims.server.ts'
import { encodeVoice as encode } from './internal/encode-voice.server.ts'
import { fetchObject } from './internal/objects.server.ts'
import { foundOriginal, waitForOriginal } from './internal/wait-for-original.server.ts'
import { fileLimitsOf } from './limits.ts'
import { storageKey } from './media.ts'
import { videoIsOn } from './video-tools.server.ts'

/** Encodes a voice note: evened loudness, one format, its length and waveform. A second run finds nothing to do. */
export async function encodeVoice(mediaId: string): Promise<void> {
  // Another machine may have the tools that this one lacks; the scheduled task tries again.
  if (!(await videoIsOn())) return
  await withClaim(mediaId, 'voice', (claim) => inWorkFolder((folder) => work(claim, folder)))
}

async function work(claim: MediaClaim, folder: string): Promise<void> {
  const { mediaId, tries, uploadKey } = claim
  const keyOf = (nth: number) => storageKey(mediaId, `voice-${nth}.m4a`)
  for (let earlier = 1; earlier < tries; earlier += 1) await mediaStore().remove(keyOf(earlier))
  const came = join(folder, 'came')
  if (!(await fetchObject(uploadKey, came)))
    return (await waitForOriginal(mediaId, tries - 1)) ? undefined : abandon({ ...claim, tries: tries - 1 }, 'gave_up')
  await foundOriginal(mediaId)
  const { voiceSeconds } = fileLimitsOf(await settings())
  const voice = await encode(came, folder, voiceSeconds)
  if (!voice || voice.durationMs < 100) return abandon(claim, 'damaged')
  if (voice.durationMs > (voiceSeconds + 0.5) * 1_000) return abandon(claim, 'too_long')
  await mediaStore().putFile(keyOf(tries), voice.path, 'audio/mp4')
  // Like the progressive file of a video, without a picture.
  const file = { width: 1, height: 1, byteSize: (await stat(voice.path)).size, key: keyOf(tries) }
  const kept = await finishClaim(claim, { duration_ms: voice.durationMs, waveform: voice.waveform }, file)
  await mediaStore().remove(kept ? uploadKey : keyOf(tries))
}
