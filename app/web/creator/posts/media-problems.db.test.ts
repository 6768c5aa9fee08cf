import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { db } from '#app/platform/db.server.ts'
import { makeCreator, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'
import * as edit from './edit.tsx'
import * as ownPost from './own-post.tsx'
import * as vault from './vault.tsx'

useDatabase()
useMediaFolder()

let creator: Person
let post: { postId: string; mediaId: string }

beforeAll(async () => {
  creator = await makeCreator()
  post = await makePost(creator, { kind: 'subscribers' })
})

async function fail(failure: 'gave_up' | 'damaged', workUntil: Date | null): Promise<void> {
  await ownerDb
    .updateTable('media')
    .set({ kind: 'video', state: 'failed', failure, work_until: workUntil })
    .where('id', '=', post.mediaId)
    .execute()
}

const params = () => ({ postId: post.postId })
const page = () => aBrowser(creator).call(ownPost, toDashboard.ownPost(post.postId), { params: params() })
const retry = (person: Person, mediaId = post.mediaId, postId = post.postId) =>
  aBrowser(person).call(ownPost, toDashboard.ownPostChange(postId, 'retry'), {
    params: { postId },
    form: { medium: mediaId },
  })
const stateOf = async () =>
  (await db.selectFrom('media').select('state').where('id', '=', post.mediaId).executeTakeFirstOrThrow()).state

test('DASH-03a a video that could not be prepared is named on its post with the reason, and its creator has it tried again', async () => {
  await fail('gave_up', new Date('2030-01-01'))
  expect((await page()).data).toMatchObject({
    problems: [
      {
        mediaId: post.mediaId,
        title: 'A video of this post is not ready',
        reason: 'This video could not be prepared. Try again, or choose another one.',
        retry: true,
      },
    ],
  })
  const again = await retry(creator)
  expect([again.status, again.location]).toEqual([303, toDashboard.ownPost(post.postId)])
  expect(await stateOf()).toBe('processing')
  expect((await page()).data).toMatchObject({ problems: [] })
})

test('DASH-03a nobody else has it tried again, nor a medium that is not of the post, nor one whose file was at fault', async () => {
  await fail('gave_up', new Date('2030-01-01'))
  const other = await makeCreator()
  const theirs = await makePost(other, { kind: 'subscribers' })
  expect((await retry(other)).status).toBe(404)
  expect((await retry(other, post.mediaId, theirs.postId)).status).toBe(404)
  expect((await retry(creator, theirs.mediaId)).status).toBe(404)
  expect(await stateOf()).toBe('failed')
  await fail('damaged', null)
  expect((await page()).data).toMatchObject({ problems: [{ retry: false }] })
  expect((await retry(creator)).status).toBe(404)
  expect(await stateOf()).toBe('failed')
})

test('DASH-03a in the vault and on the page that edits a post the reason is shown, and its creator alone has it tried again', async () => {
  const other = await makeCreator()
  const form = { intent: `retry:${post.mediaId}`, audience: 'subscribers', version: '1' }
  const places = [
    (person: Person) => aBrowser(person).call(vault, toDashboard.vault, { form }),
    (person: Person) => aBrowser(person).call(edit, toDashboard.editPost(post.postId), { params: params(), form }),
  ]
  const shown = [
    () => aBrowser(creator).call(vault, toDashboard.vault),
    () => aBrowser(creator).call(edit, toDashboard.editPost(post.postId), { params: params() }),
  ]
  for (const [index, place] of places.entries()) {
    await fail('gave_up', new Date('2030-01-01'))
    expect((await shown[index]!()).data).toMatchObject({ problems: [{ mediaId: post.mediaId, retry: true }] })
    await place(other)
    expect(await stateOf()).toBe('failed')
    await place(creator)
    expect(await stateOf()).toBe('processing')
  }
})
