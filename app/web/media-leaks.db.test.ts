import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { transcodeVideo } from '#app/domain/media/transcode-video.server.ts'
import { videoToolsMissing } from '#app/domain/media/video-tools.server.ts'
import { publishPost } from '#app/domain/posts/publish-post.server.ts'
import { storeUploadedVideo } from '#app/domain/uploads/store-uploaded-video.server.ts'
import { fingerprintVideos } from '#app/domain/watermarks/fingerprint-videos.server.ts'
import { traceCopy } from '#app/domain/watermarks/trace-copy.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { giveFullAccess, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { asSent } from '#tests/support/routes.ts'
import { makeUpload, useSpoolFolder } from '#tests/support/uploads.ts'
import { makeFilmFile } from '#tests/support/videos.ts'
import { actorContext } from './context.server.ts'
import { mediaLinksFor } from './media-links.server.ts'
import { loader } from './media.ts'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })
const missing = await videoToolsMissing()
const withTools = test.skipIf(missing !== null)
useDatabase()
useMediaFolder()
useSpoolFolder()

/** In each test run a few; `PROVE=full` reads twenty. */
const COPIES = process.env.PROVE === 'full' ? 20 : 2
const SECONDS = 72

const folder = mkdtempSync(join(tmpdir(), 'peach-leaks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])

let creator: Person
let fans: Person[]
let film: Buffer
let mediaId: string

beforeAll(async () => {
  creator = await makeCreator()
  fans = await Promise.all(Array.from({ length: Math.max(8, COPIES) }, () => makePerson()))
  for (const fan of fans) await giveFullAccess(fan)
  if (missing !== null) return
  film = await makeFilmFile({ seconds: SECONDS, size: '854x480' })
  mediaId = await publish(film, 'subscribers')
  while ((await fingerprintVideos()) > 0);
})

async function publish(bytes: Buffer, audience: 'subscribers' | 'public'): Promise<string> {
  const uploadId = await makeUpload(creator, 'post_video', bytes, 'film.mp4')
  const stored = await storeUploadedVideo({ ownerId: creator.id, uploadId })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  await transcodeVideo(stored.value.mediaId)
  await inTransaction((tx) =>
    publishPost(tx, {
      creatorId: creator.id,
      kind: 'video',
      caption: 'Film',
      audience: { kind: audience },
      mediaIds: [stored.value.mediaId],
      publishedAt: now(),
      expiresAt: null,
    }),
  )
  return stored.value.mediaId
}

async function fetchFile(actor: Actor, name: string, headers: Record<string, string> = {}, id = mediaId) {
  const request = new Request(`http://localhost${mediaLinksFor(actor)(id, name)}`, { headers })
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  const args = { request, url: new URL(request.url), params: { mediaId: id, rendition: name }, context, pattern: '' }
  return asSent(await (loader as (args: unknown) => Promise<Response>)(args))
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

/** What a player of this viewer loads of the high rung, as one file. */
async function recording(viewer: Person): Promise<string> {
  const playlist = await (await fetchFile(viewer, 'high.m3u8')).text()
  const names = [...playlist.matchAll(/\/media\/[\w-]+\/(high-[\w.]+)/g)].map(([, name]) => name!)
  const parts: Buffer[] = []
  for (const name of names) parts.push(await bytesOf(await fetchFile(viewer, name)))
  writeFileSync(at(`${viewer.id}.mp4`), Buffer.concat(parts))
  return at(`${viewer.id}.mp4`)
}

/** Half the size, and what messengers leave of it. */
function leak(path: string, ...more: string[]): Buffer {
  ffmpeg('-i', path, ...more, '-vf', 'scale=trunc(iw/4)*2:-2', '-c:v', 'libx264', '-crf', '30', '-an', at('leak.mp4'))
  return readFileSync(at('leak.mp4'))
}

async function trace(bytes: Buffer) {
  const traced = await traceCopy({ kind: 'operator' }, { bytes, creator: null })
  if (!traced.ok) throw new Error(traced.refusal.kind)
  return traced.value
}

withTools(
  'MEDIA-03b MEDIA-03c a copy of a video at half its size and CRF 30 names the account that got it',
  async () => {
    const figures: string[] = []
    for (const [nth, fan] of fans.slice(0, COPIES).entries()) {
      // Every second one lacks its first seconds.
      const cut = nth % 2 === 1 ? ['-ss', '7.3'] : []
      const found = await trace(leak(await recording(fan), ...cut))
      expect(found).toMatchObject({ kind: 'named_by_video', account: { id: fan.id }, video: { mediaId } })
      if (found.kind === 'named_by_video') figures.push(`${found.matched} of ${found.of}`)
    }
    console.log(`segments that fit: ${figures.join(', ')}`)
  },
)

withTools('MEDIA-03c a copy without a mark names nobody, nor does one of which too little is left', async () => {
  writeFileSync(at('unmarked.mp4'), film)
  const unmarked = await trace(leak(at('unmarked.mp4')))
  expect(unmarked).toMatchObject({ kind: 'no_video_mark', video: { mediaId } })
  const short = await trace(leak(await recording(fans[0]!), '-t', '20'))
  expect(short).toMatchObject({ kind: 'no_video_mark', video: { mediaId } })
  const other = await trace(leak(writeOther(await makeFilmFile({ seconds: 10, size: '640x360', first: 7 }))))
  expect(other.kind).toBe('no_video_mark')
})

function writeOther(bytes: Buffer): string {
  writeFileSync(at('other.mp4'), bytes)
  return at('other.mp4')
}

withTools(
  'MEDIA-03b each viewer gets a sequence of their own, of every rung, and the one file for old players too',
  async () => {
    const rows = await db
      .selectFrom('media_streams')
      .select(['rung', 'variant'])
      .where('media_id', '=', mediaId)
      .execute()
    expect(rows.map(({ rung, variant }) => `${rung} ${variant}`).toSorted()).toEqual([
      'high a',
      'high b',
      'low a',
      'low b',
    ])
    const [one, two] = [fans[0]!, fans[1]!]
    for (const rung of ['low', 'high']) {
      const differs = await Promise.all(
        Array.from({ length: 30 }, async (_, nth) => {
          const [mine, theirs] = await Promise.all(
            [one, two].map(async (fan) => bytesOf(await fetchFile(fan, `${rung}-${nth}.m4s`))),
          )
          return !mine!.equals(theirs!)
        }),
      )
      const count = differs.filter(Boolean).length
      expect(count).toBeGreaterThan(5)
      expect(count).toBeLessThan(25)
    }
    const mine = await fetchFile(one, 'video.mp4')
    const theirs = await fetchFile(two, 'video.mp4')
    expect(mine.headers.get('etag')).not.toBe(theirs.headers.get('etag'))
    const whole = await bytesOf(mine)
    expect(whole.length).toBe(Number(mine.headers.get('content-length')))
    expect(whole.equals(await bytesOf(theirs))).toBe(false)
    // In ranges the same bytes, also across parts.
    for (const [from, to] of [
      [0, 9],
      [700, 1_500],
      [100_000, 900_000],
      [whole.length - 5, whole.length - 1],
    ] as const) {
      const part = await fetchFile(one, 'video.mp4', { range: `bytes=${from}-${to}` })
      expect(part.status).toBe(206)
      expect((await bytesOf(part)).equals(whole.subarray(from, to + 1)), `${from}-${to}`).toBe(true)
    }
    writeFileSync(at('whole.mp4'), whole)
    const said = execFileSync('ffprobe', [
      '-v',
      'error',
      '-count_frames',
      '-select_streams',
      'v',
      '-show_entries',
      'stream=nb_read_frames:format=duration',
      '-of',
      'csv=p=0',
      at('whole.mp4'),
    ]).toString()
    expect(said.split('\n')[0]).toBe(String(SECONDS * 15))
    expect(Math.abs(Number(said.split('\n')[1]) - SECONDS)).toBeLessThan(0.2)
  },
)

withTools(
  'MEDIA-03b what the pages promise of watermarks is so: for photos, for videos, and for whoever opens them',
  async () => {
    const textOf = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8').replaceAll(/\s+/g, ' ')
    const promises: [page: string, promise: string][] = [
      [
        'public/legal/documents/privacy.md',
        'Photos and videos that you open carry a watermark with your account\u2019s name',
      ],
      [
        'public/legal/documents/terms.md',
        'Private photos and videos carry a watermark that names the account that opened them.',
      ],
      ['public/legal/documents/acceptable-use.md', 'A leaked copy can be traced to the account that opened it.'],
      ['public/landing.tsx', 'Locked posts are blurred and watermarked for each viewer.'],
      ['public/age-gate-view.tsx', 'Content is watermarked'],
    ]
    for (const [page, promise] of promises) expect(textOf(page), page).toContain(promise)

    // A photo has the name in its pixels; so has the poster of a video.
    const photo = (await makePost(creator, { kind: 'subscribers' })).mediaId
    await makeRenditions(photo)
    for (const id of [photo, mediaId]) {
      const [mine, theirs] = await Promise.all(
        fans.slice(0, 2).map(async (fan) => bytesOf(await fetchFile(fan, 'w320.webp', {}, id))),
      )
      expect(mine!.equals(theirs!)).toBe(false)
    }
    // A video has the name over it, and every rung and the one file of every private video differ from viewer to viewer.
    const named = { ...fans[0]!, username: 'nora_m' }
    const watched = await fetchFile(named, 'watch')
    const reader = watched.body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('"mark":"@nora_m 20')
    await reader.cancel()
    const clip = await publish(await makeFilmFile({ seconds: 12, size: '640x360', first: 4 }), 'subscribers')
    const [one, two] = await Promise.all(
      fans.slice(0, 2).map(async (fan) => bytesOf(await fetchFile(fan, 'video.mp4', {}, clip))),
    )
    expect(one!.equals(two!)).toBe(false)
  },
)

withTools('MEDIA-03b a video that everybody may see is the same for all', async () => {
  const open = await publish(await makeFilmFile({ seconds: 5, size: '640x360' }), 'public')
  const [one, two] = await Promise.all(
    [null, fans[0]!].map(async (viewer) => bytesOf(await fetchFile(viewer, 'video.mp4', {}, open))),
  )
  expect(one!.equals(two!)).toBe(true)
})
