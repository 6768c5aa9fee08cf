import { expect, test } from 'vitest'
import { feedPage, listFollowedCreators } from '#app/domain/creators/feed.server.ts'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import { setFollowing } from '#app/domain/follows/set-following.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'

useDatabase()

test('FEED-06a a follow is stored once, counted once, and can be removed', async () => {
  const creator = await makeCreator()
  const fan = await makePerson()
  const count = async (): Promise<number> => (await findCreatorById(creator.id))!.followers
  for (let time = 0; time < 3; time += 1) expect((await setFollowing(fan, creator.id, true)).ok).toBe(true)
  expect(await count()).toBe(1)
  expect((await listFollowedCreators(fan.id, 10)).map((followed) => followed.id)).toEqual([creator.id])
  expect(
    (await feedPage({ limit: 500, viewerId: fan.id })).creators.find((one) => one.id === creator.id)!.followed,
  ).toBe(true)
  for (let time = 0; time < 2; time += 1) await setFollowing(fan, creator.id, false)
  expect(await count()).toBe(0)
})

test('FEED-06 twenty follows at once are counted correctly', async () => {
  const creator = await makeCreator()
  const fans = await Promise.all(Array.from({ length: 10 }, () => makePerson()))
  await Promise.all([...fans, ...fans].map((fan) => setFollowing(fan, creator.id, true)))
  expect((await findCreatorById(creator.id))!.followers).toBe(10)
})

test('FEED-06 nobody can follow themselves, an unknown or a hidden creator; a hidden one can be unfollowed', async () => {
  const creator = await makeCreator()
  const fan = await makePerson()
  expect(await setFollowing(creator, creator.id, true)).toMatchObject({ refusal: { kind: 'oneself' } })
  expect(await setFollowing(fan, newId(), true)).toMatchObject({ refusal: { kind: 'not_there' } })
  expect(await setFollowing(fan, 'no id', true)).toMatchObject({ refusal: { kind: 'not_there' } })
  await setFollowing(fan, creator.id, true)
  await ownerDb.updateTable('profiles').set({ is_blocked: true }).where('id', '=', creator.id).execute()
  expect(await setFollowing(await makePerson(), creator.id, true)).toMatchObject({ refusal: { kind: 'not_there' } })
  expect((await setFollowing(fan, creator.id, false)).ok).toBe(true)
})
