import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { encodeVoice } from '#app/domain/media/encode-voice.server.ts'
import { runInSandbox } from '#app/domain/media/internal/sandbox.server.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { listMediaStates } from '#app/domain/media/media-states.server.ts'
import { transcodeVideo } from '#app/domain/media/transcode-video.server.ts'
import { videoToolsMissing } from '#app/domain/media/video-tools.server.ts'
import { addMedia } from '#app/domain/posts/add-media.server.ts'
import { acceptPlainFile } from '#app/domain/uploads/accept-plain-file.server.ts'
import { storeUploadedFile } from '#app/domain/uploads/store-uploaded-file.server.ts'
import { uploadRefusalText } from '#app/domain/uploads/upload.ts'
import { nameFile } from '#app/domain/vault/name-file.server.ts'
import { db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { fileRefusalText } from '#app/web/creator/posts/texts.ts'
import { BAD_NAMES, badPhotos, badVideos, badVoices, type BadFile, PLACE, type Targets } from './support/bad-media.ts'
import { CANARY } from './support/bombs.ts'
import { makeCreator, noisyPhoto, useMediaFolder } from './support/creators.ts'
import { ownerDb, useDatabase } from './support/database.ts'
import { makeUpload, MAY_SEND_ALL, useSpoolFolder } from './support/uploads.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
useDatabase()
const store = useMediaFolder()
const spool = useSpoolFolder()
const folder = mkdtempSync(join(tmpdir(), 'peach-bad-media-'))
const missing = await videoToolsMissing()
const connections: string[] = []
const targets: Targets = { secret: join(folder, 'secret.ts'), port: 0, folder }
let outside: Server
let creator: Person

beforeAll(async () => {
  writeFileSync(targets.secret, `${CANARY}\n`)
  outside = createServer((socket) => {
    connections.push(String(socket.remotePort))
    socket.end(CANARY)
  })
  outside.listen(0, '127.0.0.1')
  await once(outside, 'listening')
  targets.port = (outside.address() as { port: number }).port
  creator = await makeCreator()
  // Starts the isolated processes, which the first file would wait for.
  await ends({ name: 'a photo', kind: 'photo', called: 'a.jpg', bytes: () => noisyPhoto(200, 200), ends: 'clean' })
})
afterAll(() => {
  outside.close()
  rmSync(folder, { recursive: true, force: true })
})
// Each file is the first of its person: their limits are tested elsewhere.
beforeEach(() => ownerDb.deleteFrom('uploads').execute())

const PURPOSES = { photo: 'post_photo', video: 'post_video', voice: 'post_voice' } as const
const WORK = { photo: makeRenditions, video: transcodeVideo, voice: encodeVoice }

type End = { end: 'refused' | 'clean'; message: string; mediaId: string | null; milliseconds: number }

/** Sends a file as the product gets it, until somebody would see it or its sender reads why not. */
async function ends(file: BadFile): Promise<End> {
  const bytes = await file.bytes()
  const began = performance.now()
  const done = (end: End['end'], message: string, mediaId: string | null): End => ({
    end,
    message,
    mediaId,
    milliseconds: performance.now() - began,
  })
  const taken = await acceptPlainFile(
    creator,
    PURPOSES[file.kind],
    new File([new Uint8Array(bytes)], file.called),
    MAY_SEND_ALL,
  )
  if (!taken.ok) return done('refused', uploadRefusalText(taken.refusal), null)
  const stored = await storeUploadedFile(creator.id, { kind: file.kind, uploadId: taken.value.uploadId })
  if (!stored.ok) return done('refused', fileRefusalText(stored.refusal), null)
  const { mediaId } = stored.value
  await WORK[file.kind](mediaId)
  const [state] = await listMediaStates(creator.id, [mediaId])
  if (state?.state === 'failed') return done('refused', state.reason, mediaId)
  expect(state?.state).toBe('ready')
  return done('clean', '', mediaId)
}

/** How much longer everything takes while others use this machine too. */
const slack = () => Math.max(1, loadavg()[0]! / availableParallelism())

function everyFile(): { path: string; bytes: Buffer }[] {
  return [store(), spool()].flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path, bytes: readFileSync(path) })),
  )
}

/** What ffmpeg says about a file of the corpus outside of any sandbox. */
async function free(name: string, options: string[]): Promise<string> {
  const path = join(folder, 'free')
  writeFileSync(path, await fileOf(name).bytes())
  const read = promisify(execFile)('ffmpeg', ['-v', 'warning', ...options, '-i', path, '-f', 'null', '-'], {
    timeout: 8_000,
  })
  return read.then(
    ({ stderr }) => stderr,
    (error: { stderr: string }) => error.stderr,
  )
}

function expectHarmless(): void {
  for (const { path, bytes } of everyFile()) {
    expect(bytes.includes(CANARY), path).toBe(false)
    expect(bytes.includes(PLACE), path).toBe(false)
  }
  expect(connections).toEqual([])
}

const corpus = [
  ...badPhotos(targets).map((file) => file.name),
  ...(missing === null ? [...badVideos(targets), ...badVoices(targets)].map((file) => file.name) : []),
]
const fileOf = (name: string): BadFile =>
  [...badPhotos(targets), ...badVideos(targets), ...badVoices(targets)].find((file) => file.name === name)!

describe('a hostile file is refused with words, or used without its hostile part', () => {
  test.each(corpus)('MEDIA-01 %s', async (name) => {
    const file = fileOf(name)
    const { end, message, milliseconds } = await ends(file)
    if (file.ends !== 'either') expect(end).toBe(file.ends)
    if (end === 'refused') {
      expect(message).toMatch(/^[A-Z].{15,}\.$/)
      expect(message).not.toMatch(/undefined|ffmpeg|vips|\/in\/file|error/i)
      // A reason is known within two seconds of work.
      expect(milliseconds).toBeLessThan(2_000 * slack())
    }
    expectHarmless()
  })

  test('MEDIA-01e what is left of a photo with a place has no word of it, in any size', async () => {
    const sent = await fileOf('a photo with its place').bytes()
    expect(await sharp(sent).metadata()).toMatchObject({ exif: expect.any(Buffer), xmp: expect.any(Buffer) })
    const { mediaId } = await ends(fileOf('a photo with its place'))
    const keys = await db
      .selectFrom('media_renditions')
      .select('storage_key')
      .where('media_id', '=', mediaId!)
      .execute()
    const { original_key, preview } = await db
      .selectFrom('media')
      .select(['original_key', 'preview'])
      .where('id', '=', mediaId!)
      .executeTakeFirstOrThrow()
    const made = [
      preview!,
      ...[original_key, ...keys.map((row) => row.storage_key)].map((key) => readFileSync(join(store(), key))),
    ]
    expect(made.length).toBeGreaterThan(3)
    for (const bytes of made) {
      const { exif, xmp, iptc, tifftagPhotoshop } = await sharp(bytes).metadata()
      expect({ exif, xmp, iptc, tifftagPhotoshop }).toEqual({})
    }
  })

  test.skipIf(missing !== null)(
    'MEDIA-01 the sandbox itself lets no packet out, with every protocol allowed',
    async () => {
      const places = [
        `http://127.0.0.1:${targets.port}/`,
        `tcp://127.0.0.1:${targets.port}`,
        `udp://127.0.0.1:${targets.port}`,
      ]
      for (const place of places) {
        const args = ['-v', 'error', '-f', 'data', '-i', place, '-map', '0', '-f', 'data', 'pipe:1']
        const seen = await runInSandbox({ program: 'ffmpeg', args, cpuSeconds: 5, wallSeconds: 4 })
        expect(seen.kind, place).not.toBe('done')
      }
      expect(connections).toEqual([])
      // Where nothing holds it, ffmpeg follows what these files refer to, or all of this would prove nothing.
      const list = await free('a playlist of a port of this machine', [
        '-f',
        'hls',
        '-protocol_whitelist',
        'file,http,tcp',
      ])
      expect([list, connections.length > 0]).toEqual([expect.any(String), true])
      const film = await free('an MP4 whose samples are in a file of this machine', [
        '-enable_drefs',
        '1',
        '-use_absolute_path',
        '1',
      ])
      expect(film).toContain('absolute path')
      connections.length = 0
    },
  )
})

test('MEDIA-01 while hostile files are read, the photos of others are made as fast as always', async () => {
  const good = {
    name: 'good',
    kind: 'photo',
    called: 'a.jpg',
    bytes: () => noisyPhoto(600, 600),
    ends: 'clean',
  } as const
  const alone = (await ends(good)).milliseconds
  const hostile = badPhotos(targets).map(ends)
  const among = await ends(good)
  await Promise.all(hostile)
  expect(among.end).toBe('clean')
  expect(among.milliseconds).toBeLessThan(Math.max(3 * alone, 2_000) * slack())
})

test('MEDIA-01 a name is text and never a path, whatever is in it', async () => {
  const before = new Set(everyFile().map(({ path }) => path))
  for (const called of BAD_NAMES) {
    const bytes = await noisyPhoto(80, 80)
    const uploadId = await makeUpload(creator, 'post_photo', bytes, called)
    const stored = await storeUploadedFile(creator.id, { kind: 'photo', uploadId })
    if (!stored.ok) throw new Error(stored.refusal.kind)
    await nameFile(creator, stored.value.mediaId, called)
    const row = await db
      .selectFrom('vault_items')
      .select('name')
      .where('media_id', '=', stored.value.mediaId)
      .executeTakeFirst()
    expect(row?.name ?? '').not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    expect((row?.name ?? '').length).toBeLessThanOrEqual(120)
  }
  for (const { path } of everyFile()) {
    if (before.has(path)) continue
    expect(path.slice(store().length)).toMatch(/^\/[\da-f]{2}\/[\da-f-]{36}\/[a-z\d.-]+$/)
  }
  expect(existsSync('/tmp/peach-was-here')).toBe(false)
})

test('MEDIA-01 an upload is for its own person, purpose and post', async () => {
  const other = await makeCreator()
  const uploadId = await makeUpload(creator, 'post_photo', await noisyPhoto(80, 80))
  const missingFile = { ok: false, refusal: { kind: 'upload_missing' } }
  expect(await storeUploadedFile(other.id, { kind: 'photo', uploadId })).toEqual(missingFile)
  expect(await storeUploadedFile(creator.id, { kind: 'video', uploadId })).toEqual(missingFile)
  expect(await storeUploadedFile(creator.id, { kind: 'voice', uploadId })).toEqual(missingFile)
  const stored = await storeUploadedFile(creator.id, { kind: 'photo', uploadId })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const draft = newId()
  expect((await addMedia(creator, draft, [stored.value.mediaId], null)).ok).toBe(true)
  expect(await addMedia(other, draft, [stored.value.mediaId], null)).toMatchObject({ ok: false })
  expect(await addMedia(other, newId(), [stored.value.mediaId], null)).toMatchObject({
    ok: false,
    refusal: { kind: 'no_such_media' },
  })
})
