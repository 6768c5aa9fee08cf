import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { settings } from '#app/domain/settings/settings.server.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { inWorkFolder } from '#app/platform/spool.server.ts'
import { abandon, type MediaClaim, withClaim } from './internal/claims.server.ts'
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
  const byteSize = BigInt((await stat(voice.path)).size)
  const kept = await inTransaction(async (tx) => {
    const ready = await tx
      .updateTable('media')
      .set({
        state: 'ready',
        work_until: null,
        progress: 100,
        duration_ms: voice.durationMs,
        waveform: voice.waveform,
      })
      .where('id', '=', mediaId)
      .where('state', '=', 'processing')
      .where('tries', '=', tries)
      .executeTakeFirst()
    if (ready.numUpdatedRows === 0n) return false
    // Like the progressive file of a video, without a picture.
    const made = { media_id: mediaId, width: 1, height: 1, format: 'mp4' as const }
    await tx
      .insertInto('media_renditions')
      .values({ ...made, byte_size: byteSize, storage_key: keyOf(tries) })
      .execute()
    return true
  })
  await mediaStore().remove(kept ? uploadKey : keyOf(tries))
}
