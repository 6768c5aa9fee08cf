import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Actor } from '#app/domain/identity/actor.ts'
import { addDays, now } from '#app/platform/clock.ts'
import {
  giveFullAccess,
  giveUnlock,
  makeCreator,
  makePerson,
  makePost,
  useMediaFolder,
} from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { findMediaForViewer } from '#app/domain/media/find-media-for-viewer.server.ts'
import { countPosts, findPostForViewer, listBoughtPosts, listPostsForViewer } from './queries.server.ts'

useDatabase()
const folder = useMediaFolder()

async function openTo(actor: Actor, creatorId: string): Promise<string[]> {
  const posts = await listPostsForViewer(actor, creatorId, 50)
  return posts
    .map((post) => `${post.audience}: ${post.content.open ? post.content.because : post.content.reason}`)
    .toSorted()
}

test('PROF-02 each viewer finds each post open or locked as the table says, with the reason', async () => {
  const creator = await makeCreator()
  await makePost(creator, { kind: 'public' })
  await makePost(creator, { kind: 'subscribers' })
  const sold = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  const [fan, holder, buyer] = [await makePerson(), await makePerson(), await makePerson()]
  await giveFullAccess(holder)
  await giveFullAccess(buyer)
  await giveUnlock(buyer, sold.postId)
  expect(await openTo(null, creator.id)).toEqual([
    'pay_to_unlock: sign_in_required',
    'public: public',
    'subscribers: sign_in_required',
  ])
  expect(await openTo(fan, creator.id)).toEqual([
    'pay_to_unlock: pass_required',
    'public: public',
    'subscribers: pass_required',
  ])
  expect(await openTo(holder, creator.id)).toEqual([
    'pay_to_unlock: unlock_required',
    'public: public',
    'subscribers: subscribers',
  ])
  expect(await openTo(buyer, creator.id)).toEqual([
    'pay_to_unlock: bought',
    'public: public',
    'subscribers: subscribers',
  ])
  expect(await openTo(creator, creator.id)).toEqual(['pay_to_unlock: own', 'public: own', 'subscribers: own'])
})

test('PROF-02a a locked post contains its preview and its price, and nothing that leads to the original', async () => {
  const creator = await makeCreator()
  const sold = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  const [post] = await listPostsForViewer(await makePerson(), creator.id, 50)
  expect(post).toMatchObject({ typeLine: 'Photo', price: { amountMinor: 5_000_000n, currency: 'UGX' } })
  if (post!.content.open) throw new Error('it is open')
  expect(post!.content.preview).toMatch(/^data:image\/webp;base64,/)
  expect(post!.content.preview!.length).toBeLessThan(500)
  const text = JSON.stringify(post, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  expect(text).not.toContain(sold.mediaId)
  // A canary from the middle of the stored original.
  for (const entry of readdirSync(folder(), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = readFileSync(join(entry.parentPath, entry.name))
    expect(text).not.toContain(bytes.subarray(2_000, 2_024).toString('base64'))
  }
})

test('PROF-02 a post shows whether it can be bought', async () => {
  const creator = await makeCreator()
  const sold = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  const [fan, holder] = [await makePerson(), await makePerson()]
  await giveFullAccess(holder)
  expect((await findPostForViewer(holder, sold.postId))!.content).toMatchObject({ open: false, can: { unlock: true } })
  expect((await findPostForViewer(fan, sold.postId))!.content).toMatchObject({ open: false, can: { unlock: false } })
  expect(await findPostForViewer(holder, 'no id')).toBeNull()
})

test('MEDIA-04a PROF-07d an expired story is not on the page', async () => {
  const creator = await makeCreator()
  await makePost(creator, { kind: 'public' }, { kind: 'story', expiresAt: addDays(now(), -1) })
  await makePost(creator, { kind: 'public' }, { kind: 'story', expiresAt: addDays(now(), 1) })
  const posts = await listPostsForViewer(null, creator.id, 50)
  expect(posts.map((post) => post.hoursLeft)).toEqual([24])
  expect(await countPosts(creator.id)).toBe(1)
})

test('VIEW-02 a bought story, which ends after a day, is not among the posts of its buyer', async () => {
  const creator = await makeCreator()
  const price = { kind: 'pay_to_unlock', priceMinor: 5_000_000n } as const
  const [post, story] = [
    await makePost(creator, price),
    await makePost(creator, price, { kind: 'story', expiresAt: addDays(now(), 1) }),
  ]
  const [fan, stranger] = [await makePerson(), await makePerson()]
  for (const { postId } of [post, story]) await giveUnlock(fan, postId)
  const idsOf = async (reader: typeof fan) =>
    (await listBoughtPosts(reader, { before: null, limit: 10 })).map(({ id }) => id)
  expect(await idsOf(fan)).toEqual([post.postId])
  expect(await idsOf(stranger)).toEqual([])
})

test('PROF-03 a bought post stays open while its creator is hidden, and closes when it is removed', async () => {
  const creator = await makeCreator()
  const sold = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  const fan = await makePerson()
  await giveUnlock(fan, sold.postId)
  await ownerDb.updateTable('profiles').set({ is_blocked: true }).where('id', '=', creator.id).execute()
  expect((await listBoughtPosts(fan, { before: null, limit: 10 })).map((post) => [post.id, post.content.open])).toEqual(
    [[sold.postId, true]],
  )
  expect(await listPostsForViewer(await makePerson(), creator.id, 10)).toEqual([])
  await ownerDb.updateTable('posts').set({ state: 'removed' }).where('id', '=', sold.postId).execute()
  expect(await listBoughtPosts(fan, { before: null, limit: 10 })).toEqual([])
})

test('PROF-02 a post with a later publication time is neither shown nor counted', async () => {
  const creator = await makeCreator()
  const { postId, mediaId } = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  const holder = await makePerson()
  await giveFullAccess(holder)
  expect(await countPosts(creator.id)).toBe(1)
  await ownerDb
    .updateTable('posts')
    .set({ published_at: addDays(now(), 1) })
    .where('id', '=', postId)
    .execute()
  expect(await countPosts(creator.id)).toBe(0)
  expect(await listPostsForViewer(holder, creator.id, 50)).toEqual([])
  expect(await findPostForViewer(holder, postId)).toBeNull()
  for (const wanted of [{ kind: 'original' }, { kind: 'preview' }] as const)
    expect(await findMediaForViewer(holder, mediaId, wanted)).toEqual({ ok: false, refusal: { kind: 'forbidden' } })
})
