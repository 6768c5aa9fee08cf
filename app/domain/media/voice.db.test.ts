import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { storeUploadedVoice } from '#app/domain/uploads/store-uploaded-voice.server.ts'
import { db } from '#app/platform/db.server.ts'
import { makeCreator, makePerson, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { makeUpload, useSpoolFolder } from '#tests/support/uploads.ts'
import { encodeVoice } from './encode-voice.server.ts'
import { findMediaForViewer } from './find-media-for-viewer.server.ts'
import { listMediaStates } from './media-states.server.ts'
import { resumeVideos } from './transcode-video.server.ts'
import { videoToolsMissing } from './video-tools.server.ts'

vi.setConfig({ testTimeout: 180_000 })
const missing = await videoToolsMissing()
const withTools = test.skipIf(missing !== null)
useDatabase()
const store = useMediaFolder()
useSpoolFolder()
const folder = mkdtempSync(join(tmpdir(), 'peach-sound-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => ownerDb.deleteFrom('uploads').execute())
let creator: Person
beforeAll(async () => {
  creator = await makeCreator()
})

/** Two seconds: quiet, then loud. */
function sound(name: string, codec: string[], more: string[] = []): Buffer {
  const path = join(folder, name)
  const source = "aevalsrc='if(lt(t,1),0.01,0.6)*sin(2*PI*440*t)':d=2:s=48000"
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...codec, ...more, path])
  return readFileSync(path)
}

async function stored(bytes: Buffer): Promise<string> {
  const uploadId = await makeUpload(creator, 'post_voice', bytes, 'note')
  const answer = await storeUploadedVoice({ ownerId: creator.id, uploadId })
  if (!answer.ok) throw new Error(answer.refusal.kind)
  // The same request again, as after a lost answer.
  expect(await storeUploadedVoice({ ownerId: creator.id, uploadId })).toEqual(answer)
  return answer.value.mediaId
}

const rowOf = (mediaId: string) =>
  db.selectFrom('media').selectAll().where('id', '=', mediaId).executeTakeFirstOrThrow()
async function keyOf(mediaId: string): Promise<string> {
  const row = await db
    .selectFrom('media_renditions')
    .select('storage_key')
    .where('media_id', '=', mediaId)
    .executeTakeFirstOrThrow()
  return row.storage_key
}
const soundOf = async (mediaId: string) => readFileSync(join(store(), await keyOf(mediaId)))
const filesOf = (mediaId: string) => readdirSync(join(store(), mediaId.slice(-2), mediaId))

const FORMATS: [string, string, string[]][] = [
  ['what a phone records in Chrome', 'note.webm', ['-c:a', 'libopus']],
  ['what an iPhone records', 'note.m4a', ['-c:a', 'aac']],
  ['Ogg', 'note.ogg', ['-c:a', 'libopus']],
  ['MP3', 'note.mp3', ['-c:a', 'libmp3lame']],
  ['WAV in stereo', 'note.wav', ['-ac', '2']],
]

test.skipIf(missing !== null).each(FORMATS)(
  'MEDIA-01i %s becomes one voice note with its length and waveform',
  async (_, name, codec) => {
    const mediaId = await stored(sound(name, codec))
    expect(await rowOf(mediaId)).toMatchObject({ kind: 'voice', state: 'processing' })
    await encodeVoice(mediaId)
    const row = await rowOf(mediaId)
    expect(row).toMatchObject({ state: 'ready', failure: null })
    expect(Math.abs(row.duration_ms! - 2_000)).toBeLessThan(120)
    expect(row.waveform).toHaveLength(44)
    expect(row.waveform![5]!).toBeLessThan(row.waveform![38]!)
    expect(filesOf(mediaId)).toEqual(['voice-1.m4a'])
    const found = await findMediaForViewer(creator, mediaId, { kind: 'audio' })
    const bytes = await soundOf(mediaId)
    expect(found).toMatchObject({ ok: true, value: { byteSize: bytes.length, contentType: 'audio/mp4' } })
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp')
    // A second run finds nothing to do.
    await encodeVoice(mediaId)
    expect(await rowOf(mediaId)).toEqual(row)
  },
)

withTools('MEDIA-01i tags, covers and chunks behind the samples are dropped', async () => {
  const place = '+00.3476+032.5825/'
  const tagged = sound('tagged.wav', [], ['-metadata', `comment=${place}`])
  const mark = Buffer.from('canary-in-a-chunk')
  const chunk = Buffer.concat([Buffer.from('LIST'), Buffer.from([mark.length + 1, 0, 0, 0]), mark, Buffer.alloc(1)])
  const file = Buffer.concat([tagged, chunk, Buffer.from('<script>canary-behind</script>')])
  file.writeUInt32LE(tagged.length + chunk.length - 8, 4)
  expect(file.includes(place)).toBe(true)
  const mediaId = await stored(file)
  await encodeVoice(mediaId)
  const made = await soundOf(mediaId)
  for (const word of [place, 'canary', 'Lavf', 'script']) expect(made.includes(word), word).toBe(false)
})

withTools('MEDIA-01i quiet and loud recordings come out as loud as each other', async () => {
  const loudness = async (gain: string): Promise<number> => {
    const mediaId = await stored(sound(`gain${gain}.wav`, ['-filter:a', `volume=${gain}`, '-ac', '1']))
    await encodeVoice(mediaId)
    const path = join(store(), await keyOf(mediaId))
    const pcm = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 's16le', '-ac', '1', 'pipe:1'])
    const samples = new Int16Array(pcm.buffer, pcm.byteOffset, Math.floor(pcm.length / 2)).slice(-30_000)
    return 20 * Math.log10(Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length))
  }
  expect(Math.abs((await loudness('0.1')) - (await loudness('1.0')))).toBeLessThan(6)
})

withTools('MEDIA-01d a note that is longer than the owner allows fails with its reason', async () => {
  const long = sound('long.ogg', ['-c:a', 'libopus'], ['-af', 'aloop=loop=60:size=96000'])
  const mediaId = await stored(long)
  await ownerDb
    .insertInto('settings')
    .values({ name: 'voiceMinutes', value: '1', changed_by: creator.id })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '1' }))
    .execute()
  await encodeVoice(mediaId)
  await ownerDb.deleteFrom('settings').where('name', '=', 'voiceMinutes').execute()
  expect(await listMediaStates(creator.id, [mediaId])).toEqual([
    {
      mediaId,
      kind: 'voice',
      state: 'failed',
      reason: 'This voice note is too long. Choose a shorter one.',
      retry: false,
    },
  ])
  expect(filesOf(mediaId)).toEqual([])
})

const HOSTILE: Record<string, () => Buffer> = {
  'a playlist behind the head of an Ogg file': () =>
    Buffer.from(`OggS\0\u0002${'\0'.repeat(60)}#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n`, 'latin1'),
  'an MP3 that is a script': () =>
    Buffer.from(`ID3\u0004\0\0\0\0\0\0${'ffconcat version 1.0\nfile /etc/passwd\n'.repeat(9)}`),
  'half a WAV file with wrong sizes': () => {
    const wav = sound('half.wav', [])
    wav.writeUInt32LE(0xff_ff_ff_ff, 4)
    return wav.subarray(0, 60)
  },
  'a video without sound': () => {
    const path = join(folder, 'mute.mp4')
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=size=64x64:duration=1', path])
    return readFileSync(path)
  },
}

test.skipIf(missing !== null).each(Object.keys(HOSTILE))(
  'MEDIA-01 as a voice note, %s fails and leaves nothing',
  async (name) => {
    const mediaId = await stored(HOSTILE[name]!())
    const began = performance.now()
    await encodeVoice(mediaId)
    expect(performance.now() - began).toBeLessThan(15_000)
    expect(await rowOf(mediaId)).toMatchObject({ state: 'failed', failure: 'damaged' })
    expect(filesOf(mediaId)).toEqual([])
  },
)

withTools(
  'MEDIA-01i a worker that died is replaced, two at once make one note, and another person sees no state',
  async () => {
    const mediaId = await stored(sound('again.ogg', ['-c:a', 'libopus']))
    const past = new Date('2026-01-01T00:00:00Z')
    await ownerDb.updateTable('media').set({ work_until: past, tries: 2 }).where('id', '=', mediaId).execute()
    writeFileSync(join(store(), mediaId.slice(-2), mediaId, 'voice-2.m4a'), 'half')
    expect(await resumeVideos()).toBe(1)
    await Promise.all([encodeVoice(mediaId), encodeVoice(mediaId)])
    expect(await rowOf(mediaId)).toMatchObject({ state: 'ready', tries: 3 })
    expect(filesOf(mediaId)).toEqual(['voice-3.m4a'])
    expect(await listMediaStates((await makePerson()).id, [mediaId])).toEqual([])
  },
)
