import { expect, test } from 'vitest'
import type { Actor } from '#app/domain/identity/actor.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { findPostForViewer, listPostsForViewer } from '#app/domain/posts/queries.server.ts'
import {
  giveFullAccess,
  giveUnlock,
  makeCreator,
  makePerson,
  makePost,
  useMediaFolder,
} from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { setLike } from '#app/domain/likes/set-like.server.ts'

useDatabase()
useMediaFolder()

const seen = async (actor: Actor, postId: string) => {
  const post = (await findPostForViewer(actor, postId))!
  return [post.likes, post.liked]
}
const refused = async (actor: Actor, postId: string) => {
  const result = await setLike(actor, postId, true)
  return result.ok ? null : result.refusal.kind
}

test('PROF-07f the same tap twice is one like, everybody sees the number, and only who likes it sees that', async () => {
  const { postId } = await makePost(await makeCreator(), { kind: 'public' })
  const [fan, other] = [await makePerson(), await makePerson()]
  for (let tap = 0; tap < 2; tap += 1)
    expect(await setLike(fan, postId, true)).toEqual({ ok: true, value: { liked: true, likes: 1 } })
  expect(await seen(fan, postId)).toEqual([1, true])
  expect(await seen(other, postId)).toEqual([1, false])
  expect(await seen(null, postId)).toEqual([1, false])
  for (let tap = 0; tap < 2; tap += 1)
    expect(await setLike(fan, postId, false)).toEqual({ ok: true, value: { liked: false, likes: 0 } })
  expect(await seen(fan, postId)).toEqual([0, false])
})

test('PROF-07f twenty likes of ten fans at once are ten', async () => {
  const creator = await makeCreator()
  const { postId } = await makePost(creator, { kind: 'public' })
  const fans = await Promise.all(Array.from({ length: 10 }, () => makePerson()))
  await Promise.all([...fans, ...fans].map((fan) => setLike(fan, postId, true)))
  expect((await listPostsForViewer(fans[0]!, creator.id, 5)).map((post) => [post.likes, post.liked])).toEqual([
    [10, true],
  ])
})

test('PROF-07f a post is liked by those who see it in full, and by nobody else', async () => {
  const creator = await makeCreator()
  const subscribers = await makePost(creator, { kind: 'subscribers' })
  const sold = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  const [fan, holder, former, buyer] = await Promise.all(Array.from({ length: 4 }, () => makePerson()))
  await giveFullAccess(holder!)
  await giveFullAccess(former!, addDays(now(), -1))
  await giveUnlock(buyer!, sold.postId)
  expect(
    await Promise.all([null, fan!, former!, holder!, creator].map((one) => refused(one, subscribers.postId))),
  ).toEqual(['sign_in_required', 'pass_required', 'pass_required', null, 'own_post'])
  expect(await Promise.all([fan!, holder!, buyer!].map((one) => refused(one, sold.postId)))).toEqual([
    'pass_required',
    'unlock_required',
    null,
  ])
  expect(await refused({ ...holder!, accountStatus: 'suspended' }, subscribers.postId)).toBe('account_closed')
  expect(await refused(fan!, newId())).toBe('not_there')
  expect(await refused(fan!, 'no id')).toBe('not_there')
  expect((await findPostForViewer(creator, subscribers.postId))!.likes).toBe(1)
})

test('PROF-07f a fan whose pass has ended can take a like back, and likes nothing new', async () => {
  const { postId } = await makePost(await makeCreator(), { kind: 'subscribers' })
  const fan = await makePerson()
  await giveFullAccess(fan)
  await setLike(fan, postId, true)
  await ownerDb.updateTable('user_access').set({ expires_at: now() }).where('user_id', '=', fan.id).execute()
  expect(await refused(fan, postId)).toBe('pass_required')
  expect(await setLike(fan, postId, false)).toMatchObject({ ok: true, value: { likes: 0 } })
})
