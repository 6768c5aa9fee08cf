import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { db } from '#app/platform/db.server.ts'
import { composeVoiceNote } from '#demo/artwork/voice-note.ts'
import { makeCreator, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { storageKey } from './media.ts'
import { storeVoice } from './store-voice.server.ts'

useDatabase()
const folder = useMediaFolder()

test('MEDIA-01 a voice note is stored without what its recorder wrote behind the samples', async () => {
  const creator = await makeCreator()
  const note = composeVoiceNote('amina_k', 4)
  const tag = Buffer.from('id3 \u0016\0\0\0GPS 0.3476 N 32.5825 E')
  const tagged = Buffer.concat([note, tag])
  tagged.writeUInt32LE(tagged.length - 8, 4)
  const stored = await storeVoice({ ownerId: creator.id, bytes: tagged })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const kept = readFileSync(join(folder(), storageKey(stored.value.mediaId, 'voice.wav')))
  expect(kept.equals(note)).toBe(true)
  const row = await db.selectFrom('media').selectAll().where('id', '=', stored.value.mediaId).executeTakeFirstOrThrow()
  expect([row.byte_size, row.duration_ms]).toEqual([BigInt(note.length), 4_000])
})

test('MEDIA-01 a file that is no voice note is not stored', async () => {
  const creator = await makeCreator()
  const lying = composeVoiceNote('amina_k', 4).subarray(0, 5_000)
  expect(await storeVoice({ ownerId: creator.id, bytes: lying })).toEqual({
    ok: false,
    refusal: { kind: 'not_a_voice_note' },
  })
  expect(await db.selectFrom('media').select('id').where('owner_id', '=', creator.id).execute()).toEqual([])
})
