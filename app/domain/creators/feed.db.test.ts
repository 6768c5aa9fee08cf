import { expect, test } from 'vitest'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { feedPage } from './feed.server.ts'
import { grantListing } from './grant-listing.server.ts'
import { countVisibleUpTo, findCreatorById, findCreatorByUsername, findUsernameBehind } from './queries.server.ts'
import { refreshListed, refreshListings } from './refresh-listed.server.ts'

const { owner } = useDatabase()

async function everybodyInFeed(): Promise<string[]> {
  return (await feedPage({ limit: 500 })).creators.map((creator) => creator.id)
}

test('FEED-07 a creator is listed only while paid, active, not blocked and approved', async () => {
  const creator = await makeCreator()
  const isListed = async (): Promise<boolean> => (await everybodyInFeed()).includes(creator.id)
  const isVisible = async (): Promise<boolean> => (await findCreatorById(creator.id))!.visible
  expect([await isListed(), await isVisible()]).toEqual([true, true])

  // The index flag stays as it is: the reads test the facts themselves.
  const breaches = [
    [
      ownerDb.updateTable('profiles').set({ is_blocked: true }),
      ownerDb.updateTable('profiles').set({ is_blocked: false }),
    ],
    [
      ownerDb.updateTable('profiles').set({ account_status: 'suspended' }),
      ownerDb.updateTable('profiles').set({ account_status: 'active' }),
    ],
  ] as const
  for (const [breach, repair] of breaches) {
    await breach.where('id', '=', creator.id).execute()
    expect([await isListed(), await isVisible()]).toEqual([false, false])
    await repair.where('id', '=', creator.id).execute()
    expect([await isListed(), await isVisible()]).toEqual([true, true])
  }
  await ownerDb
    .updateTable('creators')
    .set({ verification_status: 'rejected' })
    .where('profile_id', '=', creator.id)
    .execute()
  expect([await isListed(), await isVisible()]).toEqual([false, false])
})

test.each(['blocked_by_fan_at', 'blocked_by_creator_at'] as const)(
  'FEED-07 a fan does not meet a creator in any feed where one has blocked the other (%s); others do',
  async (side) => {
    const [creator, fan, other] = [await makeCreator(), await makePerson(), await makePerson()]
    for (const { id } of [fan, other])
      await ownerDb.insertInto('follows').values({ fan_id: id, creator_id: creator.id }).execute()
    const meets = async (viewerId: string) =>
      Promise.all(
        (['all', 'new', 'following'] as const).flatMap((filter) =>
          [null, 100_000_000n].map(async (maxPriceMinor) =>
            (await feedPage({ limit: 500, filter, viewerId, maxPriceMinor })).creators.some(
              ({ id }) => id === creator.id,
            ),
          ),
        ),
      )
    expect(new Set(await meets(fan.id))).toEqual(new Set([true]))
    await ownerDb
      .insertInto('chat_threads')
      .values({ id: newId(), fan_id: fan.id, creator_id: creator.id, [side]: now() })
      .execute()
    expect(new Set(await meets(fan.id))).toEqual(new Set([false]))
    expect(new Set(await meets(other.id))).toEqual(new Set([true]))
  },
)

test('FEED-07 a creator whose time has ended disappears at once, and the scheduled task clears the flag', async () => {
  const creator = await makeCreator()
  await owner().query(`update app_clock set advanced_by = interval '2 days'`)
  try {
    expect(await everybodyInFeed()).not.toContain(creator.id)
    expect((await findCreatorById(creator.id))!.visible).toBe(false)
    expect(await refreshListings()).toBeGreaterThan(0)
    const row = await db
      .selectFrom('creators')
      .select(['listed', 'listed_until'])
      .where('profile_id', '=', creator.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ listed: false, listed_until: null })
    expect(await refreshListings()).toBe(0)
  } finally {
    await owner().query(`update app_clock set advanced_by = interval '0'`)
  }
  // The product doesn't handle a demo clock that moves back, but the commands set the flag again.
  await inTransaction((tx) => refreshListed(tx, creator.id))
})

test('FEED-07 a period that begins later lists its creator when it begins', async () => {
  const creator = await makeCreator({ paidDays: null })
  await inTransaction((tx) =>
    grantListing(tx, {
      creatorId: creator.id,
      source: { kind: 'grant', id: newId() },
      startsAt: addDays(now(), 1),
      endsAt: addDays(now(), 8),
    }),
  )
  expect(await everybodyInFeed()).not.toContain(creator.id)
  await owner().query(`update app_clock set advanced_by = interval '1 day 1 minute'`)
  try {
    await refreshListings()
    expect(await everybodyInFeed()).toContain(creator.id)
  } finally {
    await owner().query(`update app_clock set advanced_by = interval '0'`)
    await refreshListings()
  }
})

test('one source gives one listing, however often it is requested', async () => {
  const creator = await makeCreator({ paidDays: null })
  const listing = {
    creatorId: creator.id,
    source: { kind: 'grant', id: newId() },
    startsAt: addDays(now(), -1),
    endsAt: addDays(now(), 6),
  } as const
  for (let time = 0; time < 3; time += 1) await inTransaction((tx) => grantListing(tx, listing))
  const { rows } = await owner().query('select 1 from creator_listings where creator_id = $1', [creator.id])
  expect(rows).toHaveLength(1)
})

test('FEED-02 FEED-05 pages follow one another without a gap or a repeat, with equal ranks too', async () => {
  for (let index = 0; index < 7; index += 1) await makeCreator({ rank: 500_000n })
  const whole = await everybodyInFeed()
  const paged: string[] = []
  let after = null
  do {
    const page: Awaited<ReturnType<typeof feedPage>> = await feedPage({ limit: 3, after })
    paged.push(...page.creators.map((creator) => creator.id))
    after = page.next
  } while (after)
  expect(paged).toEqual(whole)
  expect(new Set(paged).size).toBe(paged.length)
  expect(await countVisibleUpTo(10)).toBe(Math.min(10, whole.length))
  expect(await countVisibleUpTo(2)).toBe(2)
})

test('ROUTE-05b ROUTE-05c a name with dashes leads to the one visible creator who has it, a former username to the present one', async () => {
  const zoe = await makeCreator({ displayName: 'Zoe Of The Hill' })
  expect(await findUsernameBehind('zoe-of-the-hill')).toBe(zoe.username)
  await makeCreator({ displayName: 'Zoe of the  Hill', approved: false })
  expect(await findUsernameBehind('zoe-of-the-hill')).toBe(zoe.username)
  await makeCreator({ displayName: 'ZOE OF THE HILL' })
  expect(await findUsernameBehind('zoe-of-the-hill')).toBeNull()
  await ownerDb
    .insertInto('former_usernames')
    .values({ username: 'zoe_before', profile_id: zoe.id, reserved_until: addDays(now(), 90) })
    .execute()
  expect(await findUsernameBehind('zoe_before')).toBe(zoe.username)
  expect(await findUsernameBehind('nobody-at-all')).toBeNull()
})

test('PROF-06 the page distinguishes a lapsed creator from one who never paid, and a fan is not a creator', async () => {
  const lapsed = await makeCreator({ paidDays: -1 })
  const fresh = await makeCreator({ paidDays: null })
  const fan = await makePerson()
  expect(await findCreatorByUsername(lapsed.username!)).toMatchObject({ visible: false, wasListed: true })
  expect(await findCreatorByUsername(fresh.username!)).toMatchObject({ visible: false, wasListed: false })
  expect(await findCreatorByUsername(fan.username!)).toBeNull()
})
