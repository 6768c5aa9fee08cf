import { createHash } from 'node:crypto'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { storageKey } from './media.ts'
import { rewriteWav } from './wav.ts'

export const MAX_VOICE_BYTES = 10_000_000

export type VoiceRefusal = { kind: 'not_a_voice_note' } | { kind: 'too_heavy'; maxBytes: number }

/**
 * Stores a voice note (WAV, 16-bit PCM, at most 10 MB) with its length and waveform, for a post of its owner. Only its samples are kept:
 * tags, recorder and place are dropped.
 */
export async function storeVoice(voice: {
  ownerId: string
  bytes: Uint8Array
}): Promise<Result<{ mediaId: string; durationMs: number }, VoiceRefusal>> {
  if (voice.bytes.length > MAX_VOICE_BYTES) return refuse({ kind: 'too_heavy', maxBytes: MAX_VOICE_BYTES })
  const note = rewriteWav(voice.bytes)
  if (!note) return refuse({ kind: 'not_a_voice_note' })
  const mediaId = newId()
  const key = storageKey(mediaId, 'voice.wav')
  await mediaStore().put(key, note.wav, 'audio/wav')
  await db
    .insertInto('media')
    .values({
      id: mediaId,
      owner_id: voice.ownerId,
      kind: 'voice',
      purpose: 'post',
      state: 'ready',
      original_key: key,
      content_type: 'audio/wav',
      byte_size: BigInt(note.wav.length),
      content_sha256: createHash('sha256').update(note.wav).digest(),
      duration_ms: note.durationMs,
      waveform: note.waveform,
    })
    .execute()
  return ok({ mediaId, durationMs: note.durationMs })
}
