import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { db } from '#app/platform/db.server.ts'
import { makeCreator, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { makeVideoFile } from '#tests/support/videos.ts'
import { makeUpload, useSpoolFolder } from '#tests/support/uploads.ts'
import { storeUploadedVideo } from '#app/domain/uploads/store-uploaded-video.server.ts'
import { resumeVideos, transcodeVideo } from './transcode-video.server.ts'
import { runInSandbox } from './internal/sandbox.server.ts'
import { useVideoTools, videoToolsMissing } from './video-tools.server.ts'

// Videos are transcoded at low priority: on a busy machine that takes time.
vi.setConfig({ testTimeout: 180_000 })
const missing = await videoToolsMissing()
const withTools = test.skipIf(missing !== null)

useDatabase()
const store = useMediaFolder()
const spool = useSpoolFolder()
const outside = mkdtempSync(join(tmpdir(), 'peach-canary-'))
const CANARY = 'canary-outside-7c1f'
const PLACE = '+00.3476+032.5825/'
let clip: Buffer
let creator: Person

beforeAll(async () => {
  writeFileSync(join(outside, 'secret.txt'), `${CANARY}\n`)
  if (missing === null)
    clip = makeVideoFile('clip.mov', {
      options: ['-metadata', `location=${PLACE}`, '-metadata', 'comment=canary-comment'],
    })
  creator = await makeCreator()
})
// Each test has a person of its own: a person's limits are tested elsewhere.
beforeEach(() => ownerDb.deleteFrom('uploads').execute())
afterAll(() => rmSync(outside, { recursive: true, force: true }))

async function store1(bytes: Buffer): Promise<ReturnType<typeof storeUploadedVideo>> {
  const uploadId = await makeUpload(creator, 'post_video', bytes, 'holiday.mp4')
  return storeUploadedVideo({ ownerId: creator.id, uploadId })
}

async function stored(bytes: Buffer): Promise<string> {
  const answer = await store1(bytes)
  if (!answer.ok) throw new Error(answer.refusal.kind)
  return answer.value.mediaId
}

const rowOf = (mediaId: string) =>
  db.selectFrom('media').selectAll().where('id', '=', mediaId).executeTakeFirstOrThrow()

const videoOf = (mediaId: string) =>
  db
    .selectFrom('media_renditions')
    .selectAll()
    .where('media_id', '=', mediaId)
    .where('format', '=', 'mp4')
    .executeTakeFirstOrThrow()

function everyStoredByte(): Buffer[] {
  return readdirSync(store(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
}

withTools(
  'MEDIA-01g a video becomes one progressive MP4 with a poster, sizes of it and a blurred preview',
  async () => {
    const mediaId = await stored(clip)
    expect(await rowOf(mediaId)).toMatchObject({ kind: 'video', state: 'processing' })
    await transcodeVideo(mediaId)
    const row = await rowOf(mediaId)
    expect(row).toMatchObject({ state: 'ready', failure: null })
    expect(row.duration_ms).toBeGreaterThan(900)
    expect(row.preview!.length).toBeLessThan(400)
    const video = await videoOf(mediaId)
    expect(video).toMatchObject({ width: 320, height: 240 })
    const made = readFileSync(join(store(), video.storage_key))
    expect(made).toHaveLength(Number(video.byte_size))
    expect(made.indexOf('moov')).toBeGreaterThan(0)
    expect(made.indexOf('moov')).toBeLessThan(made.indexOf('mdat'))
    const sizes = await db
      .selectFrom('media_renditions')
      .select(['width', 'format'])
      .where('media_id', '=', mediaId)
      .execute()
    expect(sizes.map((size) => size.format).toSorted()).toEqual(['avif', 'jpeg', 'mp4', 'sprite', 'webp'])
    // The store has neither the uploaded file nor a second copy.
    const names = readdirSync(join(store(), mediaId.slice(-2), mediaId)).filter((name) => !name.startsWith('w'))
    expect(names.toSorted()).toEqual(['high-a-1.mp4', 'high-b-1.mp4', 'sprite.jpeg'])
  },
)

withTools('MEDIA-01 no stored byte contains a video’s place or comments', async () => {
  expect(clip.includes(PLACE)).toBe(true)
  const mediaId = await stored(clip)
  await transcodeVideo(mediaId)
  for (const bytes of everyStoredByte()) {
    expect(bytes.includes(PLACE)).toBe(false)
    expect(bytes.includes('canary-comment')).toBe(false)
  }
})

withTools('MEDIA-01 a large upright video is scaled into 720 by 1280; WebM is accepted as well', async () => {
  const upright = await stored(makeVideoFile('upright.mp4', { size: '1080x1920' }))
  await transcodeVideo(upright)
  expect(await videoOf(upright)).toMatchObject({ width: 720, height: 1_280 })
  const webm = await stored(makeVideoFile('clip.webm'))
  await transcodeVideo(webm)
  expect((await rowOf(webm)).state).toBe('ready')
  expect(readFileSync(join(store(), (await videoOf(webm)).storage_key)).includes('ftyp')).toBe(true)
})

withTools('MEDIA-01 the job may run twice, and at once: one video, one row, no leftover', async () => {
  const mediaId = await stored(clip)
  await Promise.all([transcodeVideo(mediaId), transcodeVideo(mediaId)])
  await transcodeVideo(mediaId)
  expect(await rowOf(mediaId)).toMatchObject({ state: 'ready', tries: 1 })
})

withTools(
  'MEDIA-01 the next worker replaces one that died, and after a few tries the video fails with a message',
  async () => {
    const mediaId = await stored(clip)
    const past = new Date('2026-01-01T00:00:00Z')
    await ownerDb.updateTable('media').set({ work_until: past, tries: 4 }).where('id', '=', mediaId).execute()
    expect(await resumeVideos()).toBe(1)
    await transcodeVideo(mediaId)
    expect(await rowOf(mediaId)).toMatchObject({ state: 'ready', tries: 5 })
    const hopeless = await stored(clip)
    await ownerDb.updateTable('media').set({ work_until: past, tries: 5 }).where('id', '=', hopeless).execute()
    await transcodeVideo(hopeless)
    expect(await rowOf(hopeless)).toMatchObject({ state: 'failed', failure: 'gave_up' })
  },
)

const hostile: Record<string, () => Buffer> = {
  'a playlist disguised as an MP4': () =>
    Buffer.concat([Buffer.from('\0\0\0\u0018ftypisom\0\0\0\0isommp42', 'latin1'), playlist()]),
  'a video whose tail is a playlist of a local file': () => Buffer.concat([clip.subarray(0, 200), playlist()]),
  'half a video': () => clip.subarray(0, Math.floor(clip.length / 3)),
  'the head of a WebM and then a concat script': () =>
    Buffer.concat([
      Buffer.from([0x1a, 0x45, 0xdf, 0xa3]),
      Buffer.from(`ffconcat version 1.0\nfile '${outside}/secret.txt'\n`),
    ]),
  'a video with sound alone': () => makeVideoFile('sound.mp4', { soundAlone: true }),
}

/** The video with another number in one of its boxes. */
function lying(video: Buffer, box: string, at: number, number: number): Buffer {
  const copy = Buffer.from(video)
  copy.writeUInt32BE(number, copy.indexOf(box, 0, 'latin1') + at)
  return copy
}

function playlist(): Buffer {
  return Buffer.from(`#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nfile://${outside}/secret.txt\n#EXT-X-ENDLIST\n`)
}

test.skipIf(missing !== null).each(Object.keys(hostile))(
  'MEDIA-01 %s is refused or fails, and reveals nothing of this machine',
  async (name) => {
    const answer = await store1(hostile[name]!())
    if (answer.ok) {
      await transcodeVideo(answer.value.mediaId)
      expect((await rowOf(answer.value.mediaId)).state).toBe('failed')
    } else expect(['damaged', 'no_picture']).toContain(answer.refusal.kind)
    for (const bytes of everyStoredByte()) expect(bytes.includes(CANARY)).toBe(false)
  },
)

/** A file with wrong sizes is refused, or read as far as it is correct. */
const lies: Record<string, () => Buffer> = {
  'a video whose index claims to be larger than the file': () => lying(clip, 'moov', -4, 0x7fff_ffff),
  'a video whose index claims to be empty': () => lying(clip, 'moov', -4, 9),
  'a video that claims a million pictures in its table': () => lying(clip, 'stsz', 12, 0x7fff_ffff),
  'a video that claims pictures of 65,535 by 65,535': () => lying(clip, 'avc1', 28, 0xffff_ffff),
  'a WebM whose first part claims to be endless': () =>
    Buffer.concat([
      Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x01, 255, 255, 255, 255, 255, 255, 254]),
      Buffer.alloc(90_000),
    ]),
}

test.skipIf(missing !== null).each(Object.keys(lies))('MEDIA-01 %s ends within its bounds', async (name) => {
  const answer = await store1(lies[name]!())
  if (!answer.ok) return expect(['damaged', 'no_picture', 'too_large', 'too_long']).toContain(answer.refusal.kind)
  await transcodeVideo(answer.value.mediaId)
  const { state } = await rowOf(answer.value.mediaId)
  expect(['failed', 'ready']).toContain(state)
  if (state === 'ready') expect(await videoOf(answer.value.mediaId)).toMatchObject({ width: 320, height: 240 })
})

test.each(['#EXTM3U\n', 'ffconcat version 1.0\n', 'RIFF\0\0\0\0AVI LIST', '<html>', 'MZ\u0090\0'])(
  'MEDIA-01c a file that begins with %j never reaches the sandbox, whatever its name',
  async (head) => {
    useVideoTools(null)
    const before = readdirSync(spool()).length
    await expect(
      makeUpload(creator, 'post_video', Buffer.from(head.padEnd(500, 'x'), 'latin1'), 'film.mp4'),
    ).rejects.toThrow('wrong_type')
    expect(readdirSync(spool())).toHaveLength(before)
    useVideoTools(undefined)
  },
)

withTools('MEDIA-01 attachments of a video are dropped, and the next video is made after all of these', async () => {
  const secret = join(outside, 'secret.txt')
  const attached = makeVideoFile('clip.mkv', { options: ['-attach', secret, '-metadata:s:t', 'mimetype=text/plain'] })
  expect(attached.includes(CANARY)).toBe(true)
  const mediaId = await stored(attached)
  await transcodeVideo(mediaId)
  expect((await rowOf(mediaId)).state).toBe('ready')
  for (const bytes of everyStoredByte()) expect(bytes.includes(CANARY)).toBe(false)
  const next = await stored(clip)
  await transcodeVideo(next)
  expect((await rowOf(next)).state).toBe('ready')
})

withTools('MEDIA-01 data appended to a video is not in the result', async () => {
  const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}EICAR-STANDARD'
  const mediaId = await stored(Buffer.concat([clip, Buffer.from(`${eicar}<script>alert(1)</script>`)]))
  await transcodeVideo(mediaId)
  expect((await rowOf(mediaId)).state).toBe('ready')
  for (const bytes of everyStoredByte()) expect(bytes.includes('EICAR-STANDARD')).toBe(false)
})

withTools('MEDIA-01 a video opened in the sandbox reaches no file, no network and no secret of ours', async () => {
  const places = [join(outside, 'secret.txt'), '/etc/passwd', '/proc/self/environ', 'http://127.0.0.1:1/']
  const asked = (place: string) => ['-v', 'error', '-f', 'data', '-i', place, '-map', '0', '-f', 'data', 'pipe:1']
  const bounds = { program: 'ffmpeg', cpuSeconds: 10, wallSeconds: 20 } as const
  const given = await runInSandbox({ ...bounds, args: asked('/in/file'), input: places[0] })
  expect(given).toEqual({ kind: 'done', stdout: `${CANARY}\n` })
  for (const place of places) {
    // Opened with every protocol that ffmpeg knows: the sandbox holds without ffmpeg's own rules.
    const seen = await runInSandbox({ ...bounds, args: asked(place) })
    expect(seen.kind, place).toBe('refused')
  }
})
