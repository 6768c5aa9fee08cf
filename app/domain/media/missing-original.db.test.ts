import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { db } from '#app/platform/db.server.ts'
import { makePerson, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { makeRenditions, resumeRenditions } from './make-renditions.server.ts'
import { storePhoto } from './store-photo.server.ts'

const { owner } = useDatabase()
const folder = useMediaFolder()

const stateOf = async (id: string) =>
  (await db.selectFrom('media').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
/** A minute passes for the machines. */
const aMinuteLater = () => owner().query(`update media set work_until = clock_timestamp() - interval '1 second'`)

async function aPhotoWithoutItsFile(): Promise<{ mediaId: string; bring: () => void }> {
  const person = await makePerson()
  const stored = await storePhoto({ ownerId: person.id, purpose: 'post', bytes: await noisyPhoto(300, 200) })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const { mediaId } = stored.value
  const { original_key: key } = await db
    .selectFrom('media')
    .select('original_key')
    .where('id', '=', mediaId)
    .executeTakeFirstOrThrow()
  const file = join(folder(), key)
  renameSync(file, `${file}.elsewhere`)
  return { mediaId, bring: () => renameSync(`${file}.elsewhere`, file) }
}

test('a photo whose original is missing is waited for, keeps nobody else waiting, and is made when it appears', async () => {
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
}, 60_000)

test('a photo whose original stays away fails after an hour, and not before', async () => {
  const { mediaId } = await aPhotoWithoutItsFile()
  await makeRenditions(mediaId)
  for (const [minutes, state] of [
    [59, 'processing'],
    [61, 'failed'],
  ] as const) {
    await owner().query(
      `update media set work_until = null, original_missing_since = clock_timestamp() - make_interval(mins => $1) where id = $2`,
      [minutes, mediaId],
    )
    await makeRenditions(mediaId)
    expect(await stateOf(mediaId), `after ${minutes} minutes`).toBe(state)
  }
})
