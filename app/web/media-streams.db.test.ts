import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { listMediaStates } from '#app/domain/media/media-states.server.ts'
import { retryMedia } from '#app/domain/media/retry-media.server.ts'
import { resumeVideos, transcodeVideo } from '#app/domain/media/transcode-video.server.ts'
import { videoToolsMissing } from '#app/domain/media/video-tools.server.ts'
import { publishPost } from '#app/domain/posts/publish-post.server.ts'
import { storeUploadedVideo } from '#app/domain/uploads/store-uploaded-video.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { giveFullAccess, makeCreator, makePerson, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { asSent } from '#tests/support/routes.ts'
import { makeUpload, useSpoolFolder } from '#tests/support/uploads.ts'
import { makeVideoFile } from '#tests/support/videos.ts'
import { actorContext } from './context.server.ts'
import { mediaLinksFor } from './media-links.server.ts'
import { loader } from './media.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })
const missing = await videoToolsMissing()
const withTools = test.skipIf(missing !== null)
useDatabase()
const store = useMediaFolder()
useSpoolFolder()

let creator: Person
let holder: Person
/** A minute and a second, upright, large enough for two rungs. */
let mediaId: string

async function storedVideo(seconds: number, size: string): Promise<string> {
  const uploadId = await makeUpload(creator, 'post_video', makeVideoFile('film.mp4', { seconds, size }), 'film.mp4')
  const stored = await storeUploadedVideo({ ownerId: creator.id, uploadId })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  return stored.value.mediaId
}

beforeAll(async () => {
  creator = await makeCreator()
  holder = await makePerson()
  await giveFullAccess(holder)
  if (missing !== null) return
  mediaId = await storedVideo(61, '400x640')
  await transcodeVideo(mediaId)
  await inTransaction((tx) =>
    publishPost(tx, {
      creatorId: creator.id,
      kind: 'video',
      caption: 'Film',
      audience: { kind: 'subscribers' },
      mediaIds: [mediaId],
      publishedAt: now(),
      expiresAt: null,
    }),
  )
})

async function get(actor: Actor, url: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`http://localhost${url}`, { headers })
  const [, , id, rendition] = new URL(request.url).pathname.split('/')
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  const args = { request, url: new URL(request.url), params: { mediaId: id, rendition }, context, pattern: '' }
  return asSent(await (loader as (args: unknown) => Promise<Response>)(args))
}

const file = (actor: Actor, name: string) => get(actor, mediaLinksFor(actor)(mediaId, name))
const hrefs = (playlist: string) =>
  [...playlist.matchAll(/^(?:#EXT-X-MAP:URI=")?(\/media\/[^"\n]+)/gm)].map(([, href]) => href!)
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const filesOf = (id: string) => readdirSync(join(store(), id.slice(-2), id)).toSorted()
const past = new Date('2026-01-01T00:00:00Z')

withTools(
  'MEDIA-01h a video of a minute is an adaptive stream of two rungs, two objects each, that play in full',
  async () => {
    const master = await file(holder, 'stream.m3u8')
    expect(master.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    const rungs = hrefs(await master.text())
    expect(rungs.map((href) => href.split(/[/?]/)[3])).toEqual(['low.m3u8', 'high.m3u8'])
    for (const rung of rungs) {
      const parts = hrefs(await (await get(holder, rung)).text())
      expect(parts).toHaveLength(32)
      const bytes: Buffer[] = []
      for (const part of parts) {
        const answer = await get(holder, part)
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4'])
        bytes.push(await bytesOf(answer))
      }
      expect(bytes[0]!.toString('latin1', 4, 8)).toBe('ftyp')
      for (const segment of bytes.slice(1)) expect(segment.toString('latin1', 4, 8)).toBe('moof')
      // Of each segment one of the two that are stored, as it is there.
      const stored = await db
        .selectFrom('media_streams')
        .select(['storage_key', 'init_bytes', 'segment_bytes'])
        .where('media_id', '=', mediaId)
        .where('rung', '=', rung.includes('low') ? 'low' : 'high')
        .execute()
      expect(stored).toHaveLength(2)
      for (const [nth, sent] of bytes.entries()) {
        const candidates = stored.map((one) => {
          const before = one.segment_bytes.slice(0, Math.max(0, nth - 1)).reduce((sum, size) => sum + size, 0)
          const from = nth === 0 ? 0 : one.init_bytes + before
          const size = nth === 0 ? one.init_bytes : one.segment_bytes[nth - 1]!
          return readFileSync(join(store(), one.storage_key)).subarray(from, from + size)
        })
        expect(
          candidates.some((one) => one.equals(sent)),
          `part ${nth}`,
        ).toBe(true)
      }
    }
    expect(filesOf(mediaId).filter((name) => name.endsWith('.mp4'))).toEqual([
      'high-a-1.mp4',
      'high-b-1.mp4',
      'low-a-1.mp4',
      'low-b-1.mp4',
    ])
  },
)

withTools(
  'MEDIA-01h without a player for streams the small rung plays from one file, and thumbnails lead through it',
  async () => {
    const film = await file(holder, 'video.mp4')
    expect([film.status, (await bytesOf(film)).toString('latin1', 4, 8)]).toEqual([200, 'ftyp'])
    const track = await (await file(holder, 'thumbnails.vtt')).text()
    expect(track.match(/-->/g)).toHaveLength(31)
    const [, sprite] = /(\/media\/[^#]+)#xywh=/.exec(track)!
    expect((await get(holder, sprite!)).headers.get('content-type')).toBe('image/jpeg')
  },
)

withTools(
  'MEDIA-02a a stranger gets neither a playlist nor a segment, and no segment after the right has ended',
  async () => {
    const viewer = await makePerson()
    await giveFullAccess(viewer)
    const parts = hrefs(await (await file(viewer, 'high.m3u8')).text())
    const stranger = await makePerson()
    for (const actor of [null, stranger, await makeCreator()]) {
      for (const name of [
        'stream.m3u8',
        'low.m3u8',
        'low-init.mp4',
        'high-3.m4s',
        'sprite.jpeg',
        'thumbnails.vtt',
        'video.mp4',
      ])
        expect((await file(actor, name)).status, name).toBe(403)
      for (const part of parts.slice(0, 3)) expect((await get(actor, part)).status).toBe(403)
    }
    expect((await get(viewer, parts[4]!)).status).toBe(200)
    await ownerDb.updateTable('user_access').set({ revoked_at: now() }).where('user_id', '=', viewer.id).execute()
    for (const part of parts) expect((await get(viewer, part)).status).toBe(403)
  },
)

withTools('MEDIA-02b a part of a segment, the same segment again, and one that does not exist', async () => {
  const url = mediaLinksFor(holder)(mediaId, 'high-2.m4s')
  const whole = await get(holder, url)
  const bytes = await bytesOf(whole)
  const part = await get(holder, url, { range: 'bytes=10-19' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`])
  expect((await bytesOf(part)).equals(bytes.subarray(10, 20))).toBe(true)
  expect((await get(holder, url, { 'if-none-match': whole.headers.get('etag')! })).status).toBe(304)
  for (const name of ['high-31.m4s', 'high-9999.m4s', 'low-init.m4s', 'high--1.m4s', 'mid-0.m4s', 'high-01.m4s'])
    expect((await file(holder, name)).status, name).toBe(404)
})

withTools(
  'MEDIA-01h a worker that dies after the rungs is followed by one that does not encode them again',
  async () => {
    const id = await storedVideo(2, '400x640')
    await transcodeVideo(id)
    const before = await db
      .selectFrom('media_streams')
      .selectAll()
      .where('media_id', '=', id)
      .orderBy('rung')
      .orderBy('variant')
      .execute()
    // As it was when the first step had just ended: no picture, no film, and the lease of the dead worker.
    await ownerDb.deleteFrom('media_renditions').where('media_id', '=', id).execute()
    await ownerDb
      .updateTable('media')
      .set({ state: 'processing', work_until: past, preview: null, tries: 1 })
      .where('id', '=', id)
      .execute()
    expect(await resumeVideos()).toBe(1)
    // The uploaded file is gone here: what is stored is enough.
    await Promise.all([transcodeVideo(id), transcodeVideo(id)])
    expect(await listMediaStates(creator.id, [id])).toEqual([{ mediaId: id, kind: 'video', state: 'ready' }])
    expect(
      await db
        .selectFrom('media_streams')
        .selectAll()
        .where('media_id', '=', id)
        .orderBy('rung')
        .orderBy('variant')
        .execute(),
    ).toEqual(before)
    expect(filesOf(id).filter((name) => name.endsWith('.mp4'))).toEqual([
      'high-a-1.mp4',
      'high-b-1.mp4',
      'low-a-1.mp4',
      'low-b-1.mp4',
    ])
  },
)

withTools('MEDIA-01h a worker that dies before the rungs have rows leaves nothing behind', async () => {
  const id = await storedVideo(1, '320x240')
  const { mediaStore } = await import('#app/gateways/media-store/open-store.server.ts')
  await mediaStore().put(`${id.slice(-2)}/${id}/high-a-1.mp4`, Buffer.from('half'), 'video/mp4')
  await ownerDb.updateTable('media').set({ work_until: past, tries: 1 }).where('id', '=', id).execute()
  await transcodeVideo(id)
  expect(filesOf(id).filter((name) => name.endsWith('.mp4'))).toEqual(['high-a-2.mp4', 'high-b-2.mp4'])
})

withTools('MEDIA-01 what only our work failed on is tried again by its owner, and by nobody else', async () => {
  const id = await storedVideo(1, '320x240')
  await ownerDb.updateTable('media').set({ tries: 5, work_until: past }).where('id', '=', id).execute()
  await transcodeVideo(id)
  expect(await listMediaStates(creator.id, [id])).toEqual([
    {
      mediaId: id,
      kind: 'video',
      state: 'failed',
      reason: 'This video could not be prepared. Try again, or choose another one.',
      retry: true,
    },
  ])
  expect(await retryMedia(holder.id, id)).toEqual({ ok: false, refusal: { kind: 'not_there' } })
  // Pressed twice.
  expect([await retryMedia(creator.id, id), await retryMedia(creator.id, id)].map(({ ok }) => ok)).toEqual([true, true])
  await transcodeVideo(id)
  expect(await listMediaStates(creator.id, [id])).toMatchObject([{ state: 'ready' }])
  // A week later nothing is left to try again.
  const late = await storedVideo(1, '320x240')
  await ownerDb
    .updateTable('media')
    .set({ state: 'failed', failure: 'gave_up', work_until: past })
    .where('id', '=', late)
    .execute()
  await resumeVideos()
  expect(filesOf(late)).toEqual([])
  expect(await retryMedia(creator.id, late)).toMatchObject({ ok: false })
})
