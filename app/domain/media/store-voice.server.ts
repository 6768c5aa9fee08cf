import { createHash } from 'node:crypto'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { storageKey } from './media.ts'
import type { VoiceRefusal } from './voice.ts'
import { rewriteWav } from './wav.ts'

const MAX_VOICE_BYTES = 10_000_000

type ComposedRefusal = Extract<VoiceRefusal, { kind: 'not_a_voice_note' | 'too_heavy' }>

/**
 * Stores a voice note of the demo (WAV, 16-bit PCM, at most 10 MB), which we composed ourselves, with its length and waveform: it needs no
 * sandbox, and is there where the machine has none. Only its samples are kept. What people record takes `storeRecording`.
 */
export async function storeVoice(voice: {
  ownerId: string
  bytes: Uint8Array
}): Promise<Result<{ mediaId: string; durationMs: number }, ComposedRefusal>> {
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
