import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { indexCreators } from './index-creators.server.ts'
import { refreshListed } from './refresh-listed.server.ts'
import { type Search, searchCreators } from './search-creators.server.ts'
import { setTags } from './set-tags.server.ts'

useDatabase()

let amina: Person, eloise: Person, brenda: Person

async function moveTo(creator: Person, city: string): Promise<void> {
  await db.updateTable('profiles').set({ city }).where('id', '=', creator.id).execute()
}

async function search(query: string, more: Partial<Search> = {}) {
  const found = await searchCreators({ query, limit: 10, viewerId: null, ...more })
  return { names: found.creators.map(({ displayName }) => displayName), match: found.match, more: found.more }
}

beforeAll(async () => {
  amina = await makeCreator({ displayName: 'Amina K', username: 'amina_k', rank: 900n })
  eloise = await makeCreator({ displayName: 'Éloïse Nakato', username: 'sweetlou', rank: 800n })
  brenda = await makeCreator({ displayName: 'Brenda', username: 'brenda_sings', rank: 700n })
  await makeCreator({ displayName: 'Aminata', username: 'aminata_g', rank: 950n })
  await moveTo(amina, 'Kampala')
  await moveTo(eloise, 'Fort Portal')
  await moveTo(brenda, 'Kampala')
  await setTags(brenda, ['music', 'vip'])
  await ownerDb
    .insertInto('former_usernames')
    .values({ username: 'mina_star', profile_id: amina.id, reserved_until: addDays(now(), 90) })
    .execute()
  await ownerDb
    .updateTable('creators')
    .set({ subscription_price_minor: 5_000_000n, is_live: true, heartbeat_at: now() })
    .where('profile_id', '=', brenda.id)
    .execute()
  await ownerDb
    .updateTable('creators')
    .set({ approved_at: addDays(now(), -20) })
    .where('profile_id', 'in', [amina.id, brenda.id])
    .execute()
  await indexCreators()
})

test.each([
  ['amina k', ['Amina K']],
  ['AMINA', ['Amina K', 'Aminata']],
  ['ami', ['Aminata', 'Amina K']],
  ['aminak', ['Amina K']],
  ['@amina_k', ['Amina K']],
  ['mina_star', ['Amina K']],
  ['eloise', ['Éloïse Nakato']],
  ['ÉLOÏSE', ['Éloïse Nakato']],
  ['nakato fort portal', ['Éloïse Nakato']],
  ['kampala', ['Amina K', 'Brenda']],
  ['kampala music', ['Brenda']],
  ['sings', ['Brenda']],
])('FEED-09a %j finds %j', async (query, names) => {
  expect(await search(query)).toEqual({ names, match: 'exact', more: false })
})

test.each([
  ['Aminna', ['Amina K', 'Aminata']],
  ['brneda', ['Brenda']],
  ['qwenda', ['Brenda']],
  ['Kmapala brenda', ['Brenda']],
  ['eloise gulu', ['Éloïse Nakato']],
])('FEED-09a %j fits nobody, and %j comes close', async (query, names) => {
  const found = await search(query)
  expect(found.match).toBe('near')
  expect(found.names[0]).toBe(names[0])
})

test.each(['zzzzzz', '', '   ', '%', "' or 1=1 --", '\u0000', '👑', 'a'.repeat(5_000)])(
  'FEED-09a %j finds nobody and fails nowhere',
  async (query) => {
    expect((await search(query)).names).toEqual([])
  },
)

test('FEED-09b what fits is filtered by being online, new this week, followed, and price', async () => {
  const fan = await makePerson()
  await db.insertInto('follows').values({ fan_id: fan.id, creator_id: amina.id, created_at: now() }).execute()
  expect((await search('kampala', { filter: 'online' })).names).toEqual(['Brenda'])
  expect((await search('kampala', { filter: 'new' })).names).toEqual([])
  expect((await search('nakato', { filter: 'new' })).names).toEqual(['Éloïse Nakato'])
  expect((await search('kampala', { filter: 'following', viewerId: fan.id })).names).toEqual(['Amina K'])
  expect((await search('kampala', { maxPriceMinor: 10_000_000n })).names).toEqual(['Brenda'])
})

test('FEED-09a no more than the limit is found, and whether there are more', async () => {
  expect(await search('kampala', { limit: 1 })).toEqual({ names: ['Amina K'], match: 'exact', more: true })
})

test('FEED-07 FEED-09a nobody is found who is hidden, blocked, suspended, unpaid or under review, from that moment on', async () => {
  const creator = await makeCreator({ displayName: 'Zawedde Quiet', username: 'zawedde' })
  await makeCreator({ displayName: 'Zawedde Unpaid', username: 'zawedde_unpaid', paidDays: null })
  await makeCreator({ displayName: 'Zawedde Lapsed', username: 'zawedde_lapsed', paidDays: -1 })
  await makeCreator({ displayName: 'Zawedde Waiting', username: 'zawedde_waiting', approved: false })
  await makePerson('fan', { displayName: 'Zawedde Fan', username: 'zawedde_fan' })
  await indexCreators()
  const findsHer = async () => (await search('zawedde')).names
  expect(await findsHer()).toEqual(['Zawedde Quiet'])
  // The words stay as they are: the search tests the facts themselves.
  for (const [table, hide, show] of [
    ['profiles', { is_blocked: true }, { is_blocked: false }],
    ['profiles', { account_status: 'suspended' }, { account_status: 'active' }],
    ['creators', { verification_status: 'in_review' }, { verification_status: 'approved' }],
    ['creators', { listed_until: addDays(now(), -1) }, { listed_until: addDays(now(), 1) }],
  ] as const) {
    const key = table === 'profiles' ? 'id' : 'profile_id'
    await ownerDb
      .updateTable(table)
      .set(hide)
      .where(key as never, '=', creator.id as never)
      .execute()
    expect(await findsHer(), JSON.stringify(hide)).toEqual([])
    await ownerDb
      .updateTable(table)
      .set(show)
      .where(key as never, '=', creator.id as never)
      .execute()
    expect(await findsHer()).toEqual(['Zawedde Quiet'])
  }
})

test.each(['blocked_by_fan_at', 'blocked_by_creator_at'] as const)(
  'FEED-09a a fan does not find a creator where one has blocked the other (%s); others do',
  async (side) => {
    const fan = await makePerson()
    await ownerDb
      .insertInto('chat_threads')
      .values({ id: newId(), fan_id: fan.id, creator_id: eloise.id, [side]: now() })
      .execute()
    expect((await search('nakato', { viewerId: fan.id })).names).toEqual([])
    expect((await search('nakato', { viewerId: (await makePerson()).id })).names).toEqual(['Éloïse Nakato'])
  },
)

test('FEED-09a a new name, city, tag or former username is found, the old name no longer, and a hidden creator leaves no word', async () => {
  const creator = await makeCreator({ displayName: 'Xylophia', username: 'xylo_one' })
  await indexCreators()
  expect((await search('xylophia')).names).toEqual(['Xylophia'])
  await db.updateTable('profiles').set({ display_name: 'Quintessa' }).where('id', '=', creator.id).execute()
  expect(await indexCreators()).toBe(1)
  expect((await search('xylophia')).names).toEqual([])
  expect((await search('quintessa')).names).toEqual(['Quintessa'])
  await setTags(creator, ['dancer'])
  await indexCreators()
  expect((await search('quintessa dancer')).names).toEqual(['Quintessa'])

  const wordsLeft = async () =>
    (
      await db
        .selectFrom('search_words')
        .select('word')
        .where('word', 'in', ['quintessa', 'xylophia', 'xylo'])
        .execute()
    ).length
  expect(await wordsLeft()).toBe(2)
  await ownerDb.updateTable('profiles').set({ is_blocked: true }).where('id', '=', creator.id).execute()
  await inTransaction((tx) => refreshListed(tx, creator.id))
  await indexCreators()
  expect(await wordsLeft()).toBe(0)
  expect(await indexCreators()).toBe(0)
})

test('FEED-09a a name that a creator shares with nobody finds her also beside a word that thousands have who stand before her; two such words find who has both', async () => {
  const rare = await makeCreator({ displayName: 'Okwir Common', username: 'okwir', rank: 10n })
  const both = await makeCreator({ displayName: 'Common Usual', username: 'cousual', rank: 99_000n })
  await indexCreators()
  // Words of creators who are no longer there: they count and are not shown.
  await ownerDb.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into creator_words (creator_id, word, rank)
      select gen_random_uuid(), word, 1000 + n from generate_series(1, 7000) n, unnest(array['common', 'usual']) word`.execute(
      tx,
    )
  })
  expect(await search('common okwir')).toEqual({ names: [rare.displayName], match: 'exact', more: false })
  expect(await search('common okwri')).toEqual({ names: [rare.displayName], match: 'near', more: false })
  expect(await search('usual common')).toEqual({ names: [both.displayName], match: 'exact', more: false })
  await sql`delete from creator_words where creator_id not in (select profile_id from creators)`.execute(ownerDb)
})
