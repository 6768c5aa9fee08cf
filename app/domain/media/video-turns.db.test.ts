import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { withClaim, withNextClaim } from './internal/claims.server.ts'
import { forgetReplaced } from './forget-media.server.ts'
import { workFor } from './video-lane.server.ts'

useDatabase()
beforeEach(() => ownerDb.updateTable('media').set({ state: 'ready' }).execute())

/** A video that waits for a worker, by its row alone. */
async function aWaiting(owner: Person): Promise<string> {
  const id = newId()
  await ownerDb
    .insertInto('media')
    .values({
      id,
      owner_id: owner.id,
      kind: 'video',
      purpose: 'post',
      state: 'processing',
      original_key: `${id.slice(-2)}/${id}/upload`,
      content_type: 'video/mp4',
      byte_size: 1_000n,
      content_sha256: createHash('sha256').update(id).digest(),
    })
    .execute()
  return id
}

async function turn(lane: 'creators' | 'applicants'): Promise<string | null> {
  let taken: string | null = null
  await withNextClaim(lane, async ({ mediaId }) => {
    taken = mediaId
    await ownerDb.updateTable('media').set({ state: 'ready', work_until: null }).where('id', '=', mediaId).execute()
  })
  return taken
}

test('MEDIA-01 accounts take turns: another’s video waits for one of somebody’s eight, not for all', async () => {
  const [many, one] = [await makeCreator(), await makeCreator()]
  const eight: string[] = []
  for (let nth = 0; nth < 8; nth += 1) eight.push(await aWaiting(many))
  expect(await turn('creators')).toBe(eight[0])
  const only = await aWaiting(one)
  expect(await turn('creators')).toBe(only)
  expect(await turn('creators')).toBe(eight[1])
  const again = [await aWaiting(one), await aWaiting(one)]
  expect([await turn('creators'), await turn('creators'), await turn('creators')]).toEqual([
    again[0],
    eight[2],
    again[1],
  ])
})

test('MEDIA-01 videos of people who are no creators yet have a lane of their own', async () => {
  const [applicant, creator] = [await makePerson(), await makeCreator()]
  const first = await aWaiting(applicant)
  const second = await aWaiting(creator)
  expect(await turn('creators')).toBe(second)
  expect(await turn('creators')).toBeNull()
  expect(await turn('applicants')).toBe(first)
  const workOf = (owner: Person) => inTransaction((tx) => workFor(tx, { kind: 'video', ownerId: owner.id }))
  expect([await workOf(applicant), await workOf(creator)]).toEqual(['transcode_first_video', 'transcode_video'])
})

test('MEDIA-01 two workers never have one video, and take two', async () => {
  const creator = await makeCreator()
  const two = [await aWaiting(creator), await aWaiting(creator)]
  const taken: string[] = []
  const both = await Promise.all(
    [0, 1, 2].map(() =>
      withNextClaim('creators', async ({ mediaId }) => {
        taken.push(mediaId)
      }),
    ),
  )
  expect(both.filter(Boolean)).toHaveLength(2)
  expect(taken.toSorted()).toEqual(two.toSorted())
})

test('MEDIA-01 the work on a video that its owner has replaced is ended, and nothing of it stays', async () => {
  const owner = await makePerson()
  const mediaId = await aWaiting(owner)
  await forgetReplaced((await makePerson()).id, mediaId)
  await withClaim(mediaId, 'video', async ({ lost }) => {
    expect(lost.aborted).toBe(false)
    await forgetReplaced(owner.id, mediaId)
    await new Promise((ended) => lost.addEventListener('abort', ended))
    throw new Error('cut short')
  })
  expect(await ownerDb.selectFrom('media').select('id').where('id', '=', mediaId).execute()).toEqual([])
}, 60_000)
