import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { auditMediaStore } from '#app/domain/media/audit-media-store.server.ts'
import { encodeVoice } from '#app/domain/media/encode-voice.server.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { transcodeVideo } from '#app/domain/media/transcode-video.server.ts'
import { videoToolsMissing } from '#app/domain/media/video-tools.server.ts'
import { publishDuePosts } from '#app/domain/posts/publish-due-posts.server.ts'
import { removeExpiredUploads } from '#app/domain/uploads/remove-expired-uploads.server.ts'
import { type FileKind, storeUploadedFile } from '#app/domain/uploads/store-uploaded-file.server.ts'
import type { MediaStore } from '#app/gateways/media-store/media-store.ts'
import { mediaStore, useMediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeCreator, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, TEST_SECRET, useDatabase } from '#tests/support/database.ts'
import { makeUpload, useSpoolFolder } from '#tests/support/uploads.ts'
import { makeVideoFile } from '#tests/support/videos.ts'
import { CommandProcesses } from './command-processes.ts'
import { dayOfRun } from '../../bin/day.ts'
import { isLongRun, keepFigures } from './kept-figures.ts'
import type { MediaBirth, MediaOrder } from './media-process.ts'

vi.setConfig({ testTimeout: isLongRun ? 3 * 3_600_000 : 240_000, hookTimeout: 120_000 })
const { serverUrl, owner } = useDatabase()
const store = useMediaFolder()
const spool = useSpoolFolder()
const missing = await videoToolsMissing()

const WORK = { photo: makeRenditions, video: transcodeVideo, voice: encodeVoice }
const PURPOSES = { photo: 'post_photo', video: 'post_video', voice: 'post_voice' } as const
const KINDS: FileKind[] = missing === null ? ['photo', 'video', 'voice'] : ['photo']
/** Of a sample: how many of all points. */
const SAMPLE = { photo: 4, video: 3, voice: 2, publish: 3 }
const files: Partial<Record<FileKind, Buffer>> = {}
const counted = { kills: 0, photo: 0, video: 0, voice: 0, publish: 0, faults: 0 }
let processes: CommandProcesses

beforeAll(async () => {
  files.photo = await noisyPhoto(320, 320)
  if (missing === null) {
    files.video = makeVideoFile('clip.mp4', { size: '192x128' })
    files.voice = makeVideoFile('note.wav', { soundAlone: true })
  }
  const birth: MediaBirth = {
    databaseUrl: serverUrl(),
    gatewayUrl: 'http://127.0.0.1:9',
    gatewayKey: 'none',
    webhookHash: 'none',
    store: store(),
    spool: spool(),
    secret: TEST_SECRET,
  }
  processes = new CommandProcesses(birth, 'media-process.ts')
})
afterAll(async () => {
  await processes.close()
  keepFigures('media-kills', counted)
})
beforeEach(() => ownerDb.deleteFrom('uploads').execute())

/** Before and after each message to the database; of a sample, some of them, other ones each day. */
function cutsOf(messages: number, name: keyof typeof SAMPLE) {
  const all = Array.from({ length: 2 * messages }, (_, nth) => ({
    at: Math.floor(nth / 2) + 1,
    when: nth % 2 === 0 ? ('before' as const) : ('after' as const),
  }))
  if (isLongRun) return all
  const step = all.length / SAMPLE[name]
  return Array.from(
    { length: SAMPLE[name] },
    (_, nth) => all[Math.floor(nth * step + (dayOfRun() % Math.ceil(step)))]!,
  ).filter(Boolean)
}

type Sent = { creator: Person; uploadId: string; kind: FileKind }

/** A file of a new creator that has arrived, and nothing made of it. */
async function send(kind: FileKind): Promise<Sent> {
  const creator = await makeCreator()
  return { creator, kind, uploadId: await makeUpload(creator, PURPOSES[kind], files[kind]!) }
}

const orderOf = ({ creator, kind, uploadId }: Sent): MediaOrder => ({
  command: 'prepare',
  ownerId: creator.id,
  kind,
  uploadId,
})

/** What a browser and the queue do after a server has died: both ask again, and two workers get the same job. */
async function again({ creator, kind, uploadId }: Sent): Promise<string> {
  const stored = await storeUploadedFile(creator.id, { kind, uploadId })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const { mediaId } = stored.value
  // The lease of the dead worker ends.
  await ownerDb
    .updateTable('media')
    .set({ work_until: new Date('2026-01-01T00:00:00Z') })
    .where('id', '=', mediaId)
    .where('state', '=', 'processing')
    .where('work_until', 'is not', null)
    .execute()
  await Promise.all([WORK[kind](mediaId), WORK[kind](mediaId)])
  return mediaId
}

async function expectOne({ creator, uploadId }: Sent, mediaId: string): Promise<void> {
  const rows = await db.selectFrom('media').select(['id', 'state']).where('owner_id', '=', creator.id).execute()
  expect(rows).toEqual([{ id: mediaId, state: 'ready' }])
  expect((await auditMediaStore()).broken).toEqual([])
  await removeExpiredUploads()
  expect(existsSync(join(spool(), uploadId))).toBe(false)
}

describe('a worker that is killed with kill -9', () => {
  test.each(KINDS)('MEDIA-01a at any step of a %s loses no upload and makes none twice', async (kind) => {
    const whole = await send(kind)
    const { messages, answer } = await processes.run(orderOf(whole), null)
    await expectOne(whole, answer as string)
    for (const cut of cutsOf(messages.length, kind)) {
      const sent = await send(kind)
      const { killed } = await processes.run(orderOf(sent), cut)
      await expectOne(sent, await again(sent))
      counted[kind] += 1
      if (killed) counted.kills += 1
    }
    // Work between two messages may end the process before the cut; most cuts are reached.
    expect(counted.kills).toBeGreaterThan(1)
  })

  test('DASH-03a while it publishes a post whose media are ready publishes it once, and tells of it once', async () => {
    const whole = await post()
    const { messages } = await processes.run({ command: 'publish' }, null)
    await expectPublished(whole)
    for (const cut of cutsOf(messages.length, 'publish')) {
      const postId = await post()
      const { killed } = await processes.run({ command: 'publish' }, cut)
      if (killed) counted.kills += 1
      await Promise.all([publishDuePosts(), publishDuePosts()])
      await expectPublished(postId)
      counted.publish += 1
    }
  })

  async function post(): Promise<string> {
    const creator = await makeCreator()
    const id = newId()
    await owner().query(
      `insert into posts (id, creator_id, kind, audience, caption, state, submitted_at, reviewed_at)
       values ($1, $2, 'text', 'public', 'It waited', 'processing', app_now(), app_now())`,
      [id, creator.id],
    )
    return id
  }

  async function expectPublished(postId: string): Promise<void> {
    const { rows } = await owner().query(
      `select p.state, (select count(*)::int from activity a where a.object_id = p.id::text and a.event = 'post_published') as told,
         (select count(*)::int from event_outbox o where o.about_id = p.creator_id and o.event = 'post_published') as waits
       from posts p where p.id = $1`,
      [postId],
    )
    expect(rows).toEqual([{ state: 'published', told: 1, waits: 1 }])
  }
})

test.each(KINDS)('MEDIA-01a two workers of two processes with the job of one %s make it once', async (kind) => {
  const sent = await send(kind)
  const [theirs, ours] = await Promise.all([
    processes.run(orderOf(sent), null).then(
      ({ answer }) => answer,
      // Whoever comes second may find the file gone, and asks again.
      () => null,
    ),
    again(sent).catch(() => null),
  ])
  const mediaId = await again(sent)
  for (const one of [theirs, ours]) expect([mediaId, null]).toContain(one)
  await expectOne(sent, mediaId)
})

describe('a store that fails', () => {
  test.each(KINDS)('MEDIA-01a at any step of a %s loses no upload and makes none twice', async (kind) => {
    const real = mediaStore()
    const whole = await send(kind)
    const counting = failing(real, Number.POSITIVE_INFINITY)
    useMediaStore(counting.store)
    await again(whole)
    const operations = counting.count()
    const points = Array.from({ length: operations }, (_, nth) => nth + 1)
    for (const at of isLongRun ? points : points.filter((nth) => nth % Math.ceil(operations / SAMPLE[kind]) === 1)) {
      const sent = await send(kind)
      useMediaStore(failing(real, at).store)
      await again(sent).catch(() => null)
      useMediaStore(real)
      await expectOne(sent, await again(sent))
      counted.faults += 1
    }
    useMediaStore(real)
  })
})

/** The store, whose n-th operation fails as when the network or the service is down. */
function failing(real: MediaStore, at: number): { store: MediaStore; count: () => number } {
  let done = 0
  const next = <Value>(act: () => Promise<Value>): Promise<Value> => {
    done += 1
    return done === at ? Promise.reject(new Error('the store is down')) : act()
  }
  return {
    store: {
      put: (...given) => next(() => real.put(...given)),
      putFile: (...given) => next(() => real.putFile(...given)),
      open: (...given) => next(() => real.open(...given)),
      remove: (...given) => next(() => real.remove(...given)),
      list: () => real.list(),
    },
    count: () => done,
  }
}
