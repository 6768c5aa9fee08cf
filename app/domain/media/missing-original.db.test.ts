import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { makePerson, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { makeVideoFile } from '#tests/support/videos.ts'
import { imageProcesses } from './internal/image-process.server.ts'
import { makeRenditions, resumeRenditions } from './make-renditions.server.ts'
import { storageKey } from './media.ts'
import { storePhoto } from './store-photo.server.ts'
import { resumeVideos, transcodeVideo } from './transcode-video.server.ts'
import { useVideoTools, videoToolsMissing } from './video-tools.server.ts'
import { VIDEO_LIMITS } from './video.ts'

// Videos are transcoded at low priority: on a busy machine that takes time.
vi.setConfig({ testTimeout: 180_000 })
const withTools = test.skipIf((await videoToolsMissing()) !== null)

const { owner } = useDatabase()
const folder = useMediaFolder()
let killing: NodeJS.Timeout | undefined
afterEach(() => {
  clearInterval(killing)
  useVideoTools(undefined)
})

const rowOf = (id: string) =>
  db.selectFrom('media').select(['state', 'tries', 'failure']).where('id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (id: string) =>
  (await db.selectFrom('media').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
/** Moves the machine's time forward by a minute. */
const aMinuteLater = () => owner().query(`update media set work_until = clock_timestamp() - interval '1 second'`)

/** Moves the time of a missing original forward by so many minutes. */
const missingFor = (mediaId: string, minutes: number) =>
  owner().query(
    `update media set work_until = null, original_missing_since = clock_timestamp() - make_interval(mins => $1)
     where id = $2 and original_missing_since is not null`,
    [minutes, mediaId],
  )

/** Kills every process that decodes pictures, so that no photo and no poster is made. */
function killAll(): void {
  killing = setInterval(() => {
    for (const pid of imageProcesses()) process.kill(pid, 'SIGKILL')
  }, 1)
}

type Missing = { mediaId: string; bring: () => void; hide: () => void }

function missing(mediaId: string, key: string): Missing {
  const file = join(folder(), key)
  const hide = () => renameSync(file, `${file}.elsewhere`)
  hide()
  return { mediaId, hide, bring: () => renameSync(`${file}.elsewhere`, file) }
}

async function aVideoWithoutItsFile(bytes: Buffer): Promise<Missing> {
  const person = await makePerson()
  const id = newId()
  const key = storageKey(id, 'upload')
  await mediaStore().put(key, bytes, 'video/mp4')
  await db
    .insertInto('media')
    .values({
      id,
      owner_id: person.id,
      kind: 'video',
      purpose: 'post',
      original_key: key,
      content_type: 'video/mp4',
      byte_size: BigInt(bytes.length),
      content_sha256: Buffer.alloc(32, id),
      width: 320,
      height: 240,
      duration_ms: 1_000,
    })
    .execute()
  return missing(id, key)
}

async function aPhotoWithoutItsFile(): Promise<Missing> {
  const person = await makePerson()
  const stored = await storePhoto({ ownerId: person.id, purpose: 'post', bytes: await noisyPhoto(300, 200) })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const { mediaId } = stored.value
  const { original_key: key } = await db
    .selectFrom('media')
    .select('original_key')
    .where('id', '=', mediaId)
    .executeTakeFirstOrThrow()
  return missing(mediaId, key)
}

test('a photo whose original is missing waits, delays no other photo, and is made when the original appears', async () => {
  const { mediaId, bring } = await aPhotoWithoutItsFile()
  const person = await makePerson()
  const other = await storePhoto({ ownerId: person.id, purpose: 'post', bytes: await noisyPhoto(300, 200) })
  if (!other.ok) throw new Error(other.refusal.kind)
  await makeRenditions(mediaId)
  expect(await stateOf(mediaId)).toBe('processing')
  expect(await stateOf(other.value.mediaId)).toBe('ready')
  // Not again within the minute, then by the scheduled task.
  expect(await resumeRenditions()).toBe(0)
  await aMinuteLater()
  expect(await resumeRenditions()).toBe(1)
  bring()
  await makeRenditions(mediaId)
  expect(await stateOf(mediaId)).toBe('ready')
})

test('a photo whose original stays missing fails after an hour, and not before', async () => {
  const { mediaId } = await aPhotoWithoutItsFile()
  await makeRenditions(mediaId)
  for (const [minutes, state] of [
    [59, 'processing'],
    [61, 'failed'],
  ] as const) {
    await missingFor(mediaId, minutes)
    await makeRenditions(mediaId)
    expect(await stateOf(mediaId), `after ${minutes} minutes`).toBe(state)
  }
})

test('the hour begins anew for a photo whose original appeared in between', async () => {
  const { mediaId, bring, hide } = await aPhotoWithoutItsFile()
  await makeRenditions(mediaId)
  await missingFor(mediaId, 59)
  bring()
  killAll()
  await expect(makeRenditions(mediaId)).rejects.toThrow('tried again')
  hide()
  await missingFor(mediaId, 61)
  await makeRenditions(mediaId)
  expect(await stateOf(mediaId)).toBe('processing')
})

test('a video whose original stays missing fails after an hour, and not before, however often it was checked', async () => {
  useVideoTools(null)
  const { mediaId } = await aVideoWithoutItsFile(Buffer.from('a video'))
  for (let round = 0; round <= VIDEO_LIMITS.tries; round += 1) {
    await transcodeVideo(mediaId)
    // Not again within the minute, then by the scheduled task.
    expect(await resumeVideos()).toBe(0)
    await aMinuteLater()
    expect(await resumeVideos()).toBe(1)
  }
  for (const [minutes, row] of [
    [59, { state: 'processing', tries: 0, failure: null }],
    [61, { state: 'failed', tries: 0, failure: 'gave_up' }],
  ] as const) {
    await missingFor(mediaId, minutes)
    await transcodeVideo(mediaId)
    expect(await rowOf(mediaId), `after ${minutes} minutes`).toEqual(row)
  }
})

withTools('a video whose original is missing delays no other, and is made when the original appears', async () => {
  const video = makeVideoFile('clip.mov')
  const { mediaId, bring } = await aVideoWithoutItsFile(video)
  const other = await aVideoWithoutItsFile(video)
  other.bring()
  await transcodeVideo(mediaId)
  await transcodeVideo(other.mediaId)
  expect([await stateOf(mediaId), await stateOf(other.mediaId)]).toEqual(['processing', 'ready'])
  bring()
  // Its minute isn't over.
  await transcodeVideo(mediaId)
  expect(await stateOf(mediaId)).toBe('processing')
  await aMinuteLater()
  await transcodeVideo(mediaId)
  expect(await rowOf(mediaId)).toEqual({ state: 'ready', tries: 1, failure: null })
})

withTools('the hour begins anew for a video whose original appeared in between', async () => {
  const { mediaId, bring, hide } = await aVideoWithoutItsFile(makeVideoFile('clip.mov'))
  await transcodeVideo(mediaId)
  await missingFor(mediaId, 59)
  bring()
  killAll()
  await expect(transcodeVideo(mediaId)).rejects.toThrow('the poster')
  const { rows } = await owner().query('select original_missing_since from media where id = $1', [mediaId])
  expect(rows).toEqual([{ original_missing_since: null }])
  // What was made of it is stored: the rest of the work needs the original no longer.
  hide()
  clearInterval(killing)
  await aMinuteLater()
  await transcodeVideo(mediaId)
  expect(await rowOf(mediaId)).toEqual({ state: 'ready', tries: 2, failure: null })
})
