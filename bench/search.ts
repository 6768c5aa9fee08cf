import type pg from 'pg'
import { feedPage } from '#app/domain/creators/feed.server.ts'
import { searchCreators } from '#app/domain/creators/search-creators.server.ts'
import { variantsOf } from '#app/domain/creators/search-words.ts'
import { PREMIUM_FEED } from '#app/domain/settings/constants.ts'
import { makeDatabase } from './database.ts'
import { type Bench, type Figure, median, percentile, ratios } from './figure.ts'
import { PERSON_ID } from './fill-people.ts'

const CREATORS = 1_000_000
const SEARCHES = 400
const GIVEN = 300
const FAMILY = 4_000
const CITIES = ['kampala', 'entebbe', 'jinja', 'gulu', 'mbarara', 'masaka', 'mbale', 'arua', 'kabale', 'lira']

/** Names made of syllables, all different. The first are the most common: every seventh creator has the first given name. */
const SYLLABLES = ['ba', 'ki', 'na', 'mu', 'te', 'lo', 'sa', 'ri', 'wa', 'nda', 'ge', 'zi', 'ka', 'shi', 'to', 'ya']
const nameOf = (number: number): string => {
  const [first, second, third] = [number % 16, Math.trunc(number / 16) % 16, Math.trunc(number / 256) % 16]
  return `${SYLLABLES[third]}${SYLLABLES[first]}${SYLLABLES[second]}`
}
const GIVEN_NAMES = Array.from({ length: GIVEN }, (_, index) => `${nameOf(index * 13)}n`)
const FAMILY_NAMES = Array.from({ length: FAMILY }, (_, index) => `${nameOf(index)}mba`)

/** Finding creators by name among a million. */
export const search: Bench = {
  name: 'search',
  description: `finding creators by what people type among ${CREATORS.toLocaleString('en-GB')}`,
  needs: 'about 3 GB of disk for the time of the run and 5 minutes',
  run: async ({ rounds }) => {
    const database = await makeDatabase()
    try {
      const began = performance.now()
      await fill(database.owner)
      console.log(`filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`)
      return await measure(rounds)
    } finally {
      await database.remove()
    }
  },
}

async function fill(owner: pg.Client): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query('select setseed(0.5)')
  const pick = (names: string, count: number) => `(${names})[1 + floor(power(random(), 3) * ${count})::int]`
  await owner.query(
    `create temp table people as select n, ${PERSON_ID('n')} as id, ${pick('$1::text[]', GIVEN)} as given, ${pick('$2::text[]', FAMILY)} as family,
       ${pick('$3::text[]', CITIES.length)} as city, (n % 97)::text as number, (random() * 1e12)::bigint as rank
     from generate_series(1, ${CREATORS}) n`,
    [GIVEN_NAMES, FAMILY_NAMES, CITIES],
  )
  await owner.query(
    `insert into profiles (id, email, email_proven_at, display_name, username, user_type, profile_completed, city, birthday, created_at)
     select id, 'person' || n || '@bench.example', now(), initcap(given) || ' ' || initcap(family), 'p_' || n, 'creator', true, city,
       date '1990-01-01', now() from people`,
  )
  await owner.query(
    `insert into creators (profile_id, verification_status, approved_at, listed, listed_until, feed_rank, is_live, heartbeat_at, created_at)
     select id, 'approved', now() - (n % 400) * interval '1 day', true, now() + interval '20 days', rank, n % 50 = 0, now() + interval '1 day', now()
     from people`,
  )
  // As the scheduled task writes them, in one statement.
  await owner.query('alter table creator_words drop constraint creator_words_pkey')
  await owner.query('drop index creator_words_by_rank')
  await owner.query(
    `insert into creator_words (creator_id, word, rank)
     select p.id, w.word, p.rank from people p cross join lateral
       (select distinct word from unnest(array[p.given, p.family, p.given || p.family, p.city, p.number]) given(word)) w`,
  )
  await owner.query('alter table creator_words add primary key (creator_id, word)')
  await owner.query('create index creator_words_by_rank on creator_words (word, rank desc, creator_id desc)')
  const { rows } = await owner.query<{ word: string }>('select distinct word from creator_words')
  for (let from = 0; from < rows.length; from += 5_000) {
    const words = rows.slice(from, from + 5_000).map(({ word }) => ({ word, variants: variantsOf(word) }))
    await owner.query(
      `insert into search_words select word, array(select jsonb_array_elements_text(variants))
       from jsonb_to_recordset($1::jsonb) as given (word text, variants jsonb)`,
      [JSON.stringify(words)],
    )
  }
  await owner.query('vacuum analyze')
  console.log(`${rows.length.toLocaleString('en-GB')} different words`)
}

/** What people type: whole names, beginnings, names with an error, names with a city, and what nobody is called. */
function typed(number: number): Parameters<typeof searchCreators>[0] {
  const skewed = (count: number) => Math.floor(((number * 0.618_034) % 1) ** 3 * count)
  const given = GIVEN_NAMES[skewed(GIVEN)]!
  const family = FAMILY_NAMES[skewed(FAMILY)]!
  const swapped = `${given.slice(0, 2)}${given[3]}${given[2]}${given.slice(4)}`
  const queries = [
    given,
    `${given} ${family}`,
    given.slice(0, 2),
    given.slice(0, 3),
    swapped,
    `${swapped} ${family}`,
    CITIES[number % CITIES.length]!,
    `${given} ${CITIES[number % CITIES.length]}`,
    `${given}${family.slice(0, 3)}`,
    `q${family}xx`,
    `${given} ${family} ${CITIES[0]} ${number % 97}`,
  ]
  return {
    query: queries[number % queries.length]!,
    limit: PREMIUM_FEED.first,
    viewerId: null,
    filter: (['all', 'all', 'online', 'new'] as const)[Math.trunc(number / queries.length) % 4]!,
  }
}

async function measure(rounds: number): Promise<Figure[]> {
  const timed = async (call: () => Promise<unknown>): Promise<number> => {
    const began = performance.now()
    await call()
    return performance.now() - began
  }
  const page = { p50: [] as number[], p99: [] as number[] }
  const found = { p50: [] as number[], p99: [] as number[] }
  // The first round warms the plans and the database's memory and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const pages: number[] = []
    const searches: number[] = []
    for (let number = 0; number < SEARCHES; number += 1) {
      searches.push(await timed(() => searchCreators(typed(round * SEARCHES + number))))
      pages.push(await timed(() => feedPage({ limit: PREMIUM_FEED.first })))
    }
    if (round === 0) continue
    page.p50.push(median(pages))
    page.p99.push(percentile(pages, 0.99))
    found.p50.push(median(searches))
    found.p99.push(percentile(searches, 0.99))
  }
  return [
    {
      name: 'p50 of a search to p50 of the first page',
      unit: '×',
      values: ratios(found.p50, page.p50),
      target: { max: 10 },
    },
    {
      name: 'p99 of a search to p99 of the first page',
      unit: '×',
      values: ratios(found.p99, page.p99),
      target: { max: 20 },
    },
    { name: 'p99 of a search', unit: 'ms', values: found.p99, target: { max: 50 } },
    { name: 'p50 of a search', unit: 'ms', values: found.p50, target: null },
    { name: 'p99 of the first page', unit: 'ms', values: page.p99, target: null },
  ]
}
