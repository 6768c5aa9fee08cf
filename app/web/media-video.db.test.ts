import { RouterContextProvider } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { storeUploadedVideo } from '#app/domain/uploads/store-uploaded-video.server.ts'
import { transcodeVideo } from '#app/domain/media/transcode-video.server.ts'
import { videoToolsMissing } from '#app/domain/media/video-tools.server.ts'
import { archivePost } from '#app/domain/posts/archive-post.server.ts'
import { publishPost } from '#app/domain/posts/publish-post.server.ts'
import { findPostForViewer } from '#app/domain/posts/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { giveFullAccess, makeCreator, makePerson, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { asSent } from '#tests/support/routes.ts'
import { makeVideoFile } from '#tests/support/videos.ts'
import { makeUpload, useSpoolFolder } from '#tests/support/uploads.ts'
import { actorContext } from '#app/web/context.server.ts'
import { mediaLinksFor } from './media-links.server.ts'
import { loader } from './media.ts'

vi.setConfig({ testTimeout: 180_000 })
const missing = await videoToolsMissing()
useDatabase()
useMediaFolder()
useSpoolFolder()
let creator: Person
beforeAll(async () => {
  creator = await makeCreator()
})

async function storedVideo(seconds = 1): Promise<string> {
  const uploadId = await makeUpload(creator, 'post_video', makeVideoFile('clip.mp4', { seconds }), 'clip.mp4')
  const stored = await storeUploadedVideo({ ownerId: creator.id, uploadId })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  return stored.value.mediaId
}

/** For subscribers. Returns the post. */
function publishVideo(mediaId: string, more: { freeSeconds?: number } = {}): Promise<string> {
  const post = { creatorId: creator.id, kind: 'video', caption: 'Film', mediaIds: [mediaId], expiresAt: null } as const
  return inTransaction((tx) =>
    publishPost(tx, { ...post, ...more, audience: { kind: 'subscribers' }, publishedAt: now() }),
  )
}

async function fetchFrom(actor: Actor, mediaId: string, rendition: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost${mediaLinksFor(actor)(mediaId, rendition)}`, { headers })
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  const args = { request, url: new URL(request.url), params: { mediaId, rendition }, context, pattern: '' }
  return asSent(await (loader as (args: unknown) => Promise<Response>)(args))
}

test.skipIf(missing !== null)(
  'MEDIA-02 DASH-03a the first seconds of a locked video are sent to everybody, and nothing else of it is',
  async () => {
    const mediaId = await storedVideo(6)
    const postId = await publishVideo(mediaId, { freeSeconds: 5 })
    const [holder, fan] = [await makePerson(), await makePerson()]
    await giveFullAccess(holder)
    expect((await fetchFrom(fan, mediaId, 'free.mp4')).status).toBe(404)
    expect((await findPostForViewer(fan, postId))!.content).toMatchObject({ open: false, freeSeconds: null })
    await transcodeVideo(mediaId)
    const whole = await (await fetchFrom(holder, mediaId, 'video.mp4')).arrayBuffer()
    const shown = (await findPostForViewer(null, postId))!.content
    expect(shown).toMatchObject({ open: false, freeItem: null, freeSeconds: { mediaId } })
    for (const actor of [null, fan]) {
      const answer = await fetchFrom(actor, mediaId, 'free.mp4')
      expect(answer.status).toBe(200)
      const beginning = await answer.arrayBuffer()
      expect(beginning.byteLength).toBe(Number(answer.headers.get('content-length')))
      expect(beginning.byteLength).toBeLessThan(whole.byteLength * 0.75)
      expect((await fetchFrom(actor, mediaId, 'free.mp4', { range: 'bytes=4-7' })).status).toBe(206)
      for (const other of ['video.mp4', 'stream.m3u8', 'high.m3u8', 'high-0.m4s', 'sprite.jpeg', 'w320.webp', 'watch'])
        expect((await fetchFrom(actor, mediaId, other)).status, other).toBe(403)
    }
    await archivePost(creator, postId)
    expect((await fetchFrom(fan, mediaId, 'free.mp4')).status).toBe(403)
  },
)

test.skipIf(missing !== null)(
  'MEDIA-02 a video of a second has no free beginning, and its post shows none',
  async () => {
    const mediaId = await storedVideo()
    const postId = await publishVideo(mediaId, { freeSeconds: 5 })
    await transcodeVideo(mediaId)
    expect((await findPostForViewer(null, postId))!.content).toMatchObject({ open: false, freeSeconds: null })
    expect((await fetchFrom(null, mediaId, 'free.mp4')).status).toBe(404)
  },
)

test.skipIf(missing !== null)(
  'MEDIA-02 a video is sent in ranges, only to entitled viewers; the uploaded file is never sent',
  async () => {
    const mediaId = await storedVideo()
    const postId = await publishVideo(mediaId)
    const [holder, fan] = [await makePerson(), await makePerson()]
    await giveFullAccess(holder)
    for (const rendition of ['video.mp4', 'original', 'w320.webp', 'audio'])
      expect((await fetchFrom(creator, mediaId, rendition)).status, rendition).toBe(404)
    const waiting = await findPostForViewer(holder, postId)
    expect(waiting!.content).toMatchObject({ open: true, videos: [{ state: 'processing' }] })

    await transcodeVideo(mediaId)
    const part = await fetchFrom(holder, mediaId, 'video.mp4', { range: 'bytes=4-7' })
    expect(part.status).toBe(206)
    expect(await part.text()).toBe('ftyp')
    expect(part.headers.get('content-type')).toBe('video/mp4')
    expect(part.headers.get('cache-control')).toBe('private, no-cache')
    expect((await fetchFrom(holder, mediaId, 'w320.webp')).headers.get('content-type')).toBe('image/webp')
    expect((await fetchFrom(holder, mediaId, 'original')).status).toBe(404)
    for (const actor of [null, fan, await makeCreator()])
      for (const rendition of ['video.mp4', 'original', 'w320.webp'])
        expect((await fetchFrom(actor, mediaId, rendition, { range: 'bytes=0-10' })).status).toBe(403)
    expect((await findPostForViewer(holder, postId))!.content).toMatchObject({
      open: true,
      videos: [{ state: 'ready', mediaId }],
    })
    const locked = await findPostForViewer(fan, postId)
    expect(locked!.content).toMatchObject({
      open: false,
      preview: expect.stringContaining('data:image/webp') as string,
    })
    expect(JSON.stringify(locked, (_, value: unknown) => (typeof value === 'bigint' ? '' : value))).not.toContain(
      mediaId,
    )
  },
)
