import { afterEach, expect, test, vi } from 'vitest'
import { db } from '#app/platform/db.server.ts'
import { makeCreator, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { imageProcesses } from './internal/image-process.server.ts'
import { makeRenditions } from './make-renditions.server.ts'
import { storePhoto } from './store-photo.server.ts'

// On a busy machine a decoder starts and works slowly.
vi.setConfig({ testTimeout: 120_000 })
useDatabase()
useMediaFolder()

let killing: NodeJS.Timeout | undefined
afterEach(() => clearInterval(killing))

/** Kills every process that decodes pictures, until the test ends. */
function killAll(): void {
  killing = setInterval(() => {
    for (const pid of imageProcesses()) process.kill(pid, 'SIGKILL')
  }, 5)
}

async function store(): Promise<string> {
  const creator = await makeCreator()
  const stored = await storePhoto({ ownerId: creator.id, purpose: 'avatar', bytes: await noisyPhoto(400, 400) })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  return stored.value.mediaId
}

const stateOf = (mediaId: string) =>
  db.selectFrom('media').select(['state', 'tries']).where('id', '=', mediaId).executeTakeFirstOrThrow()

test('MEDIA-01 sizes whose process is killed again and again are retried, and made once it may live', async () => {
  const mediaId = await store()
  killAll()
  await expect(makeRenditions(mediaId)).rejects.toThrow('tried again')
  expect(await stateOf(mediaId)).toEqual({ state: 'processing', tries: 1 })
  clearInterval(killing)
  await makeRenditions(mediaId)
  expect((await stateOf(mediaId)).state).toBe('ready')
})

test('MEDIA-01 a photo that stops each try is given up, so that the others continue', async () => {
  const mediaId = await store()
  killAll()
  for (let tries = 1; tries <= 3; tries += 1) await expect(makeRenditions(mediaId)).rejects.toThrow('tried again')
  await makeRenditions(mediaId)
  expect(await stateOf(mediaId)).toEqual({ state: 'failed', tries: 3 })
})
