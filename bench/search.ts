import type pg from 'pg'
import { type FeedFilter, feedPage } from '#app/domain/creators/feed.server.ts'
import { searchCreators } from '#app/domain/creators/search-creators.server.ts'
import { variantsOf } from '#app/domain/creators/search-words.ts'
import { PRICE_STEPS } from '#app/domain/creators/search.ts'
import { TAGS } from '#app/domain/creators/tags.ts'
import { PREMIUM_FEED } from '#app/domain/settings/constants.ts'
import { makeDatabase } from './database.ts'
import { type Bench, type Figure, median, percentile, ratios } from './figure.ts'
import { PERSON_ID } from './fill-people.ts'

const CREATORS = 1_000_000
const SEARCHES = 40
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

/** A username of letters alone that nobody else has: every third creator has one, the others a given name with a number. */
const handleOf = (number: number): string =>
  `z${number
    .toString(16)
    .padStart(5, '0')
    .replaceAll(/./g, (digit) => SYLLABLES[Number.parseInt(digit, 16)]!)}`
const usernameOf = (number: number): string =>
  number % 3 === 0 ? handleOf(number) : `${GIVEN_NAMES[number % GIVEN]}_${number}`
/** Every twentieth had another one before. */
const formerOf = (number: number): string => `x${handleOf(number)}`

/** Finding creators by each kind of query among a million. */
export const search: Bench = {
  name: 'search',
  description: `finding creators by what people type among ${CREATORS.toLocaleString('en-GB')}`,
  needs: 'about 3 GB of disk for the time of the run and 10 minutes',
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
       ${pick('$3::text[]', CITIES.length)} as city, ${pick('$4::text[]', TAGS.length)} as tag, (random() * 1e12)::bigint as rank
     from generate_series(1, ${CREATORS}) n`,
    [GIVEN_NAMES, FAMILY_NAMES, CITIES, TAGS],
  )
  await owner.query('create temp table usernames (n int, username text, former text)')
  for (let from = 1; from <= CREATORS; from += 50_000) {
    const numbers = Array.from({ length: 50_000 }, (_, index) => from + index)
    const formers = numbers.map((number) => (number % 20 === 0 ? formerOf(number) : null))
    await owner.query('insert into usernames select * from unnest($1::int[], $2::text[], $3::text[])', [
      numbers,
      numbers.map(usernameOf),
      formers,
    ])
  }
  await owner.query(
    `insert into profiles (id, email, email_proven_at, display_name, username, user_type, profile_completed, city, birthday, created_at)
     select id, 'person' || n || '@bench.example', now(), initcap(given) || ' ' || initcap(family), username, 'creator', true, city,
       date '1990-01-01', now() from people join usernames using (n)`,
  )
  await owner.query(
    `insert into creators (profile_id, verification_status, approved_at, listed, listed_until, feed_rank, is_live, heartbeat_at, tags,
       subscription_price_minor, created_at)
     select id, 'approved', now() - (n % 400) * interval '1 day', true, now() + interval '20 days', rank, n % 50 = 0, now() + interval '1 day',
       array[tag], (5000 + n * 7919::bigint % 50 * 1000) * 100, now() from people`,
  )
  // As the scheduled task writes them, in one statement.
  await owner.query('alter table creator_words drop constraint creator_words_pkey')
  await owner.query('drop index creator_words_by_rank, search_words_by_variant')
  await owner.query(
    `insert into creator_words (creator_id, word, rank)
     select p.id, w.word, p.rank from people p join usernames u using (n) cross join lateral
       (select distinct word from unnest(array[p.given, p.family, p.given || p.family, p.city, p.tag, u.former,
          case when n % 3 = 0 then u.username else split_part(u.username, '_', 1) end,
          case when n % 3 <> 0 then split_part(u.username, '_', 2) end]) given(word) where word is not null) w`,
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
  await owner.query('create index search_words_by_variant on search_words using gin (variants)')
  await owner.query('vacuum analyze')
  console.log(`${rows.length.toLocaleString('en-GB')} different words`)
}

type Typed = { query: string; filter?: FeedFilter; maxPriceMinor?: bigint }

const skewed = (number: number, count: number) => Math.floor(((number * 0.618_034) % 1) ** 3 * count)
const givenOf = (number: number) => GIVEN_NAMES[skewed(number, GIVEN)]!
const familyOf = (number: number) => FAMILY_NAMES[skewed(number + 1, FAMILY)]!
const cityOf = (number: number) => CITIES[number % CITIES.length]!
const tagOf = (number: number) => TAGS[number % TAGS.length]!
const priceOf = (number: number) => PRICE_STEPS[number % PRICE_STEPS.length]!.amountMinor
const someone = (number: number) => 1 + ((number * 7_919) % CREATORS)
/** Two letters in the middle change places. */
const misspelt = (word: string) => `${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}`

/** What people type and choose. An empty query is a filter alone. */
const KINDS: Readonly<Record<string, (number: number) => Typed>> = {
  'given name': (number) => ({ query: givenOf(number) }),
  'whole name': (number) => ({ query: `${givenOf(number)} ${familyOf(number)}` }),
  'beginning of two letters': (number) => ({ query: givenOf(number).slice(0, 2) }),
  'beginning of four letters': (number) => ({ query: givenOf(number).slice(0, 4) }),
  username: (number) => ({ query: usernameOf(someone(number)) }),
  'former username': (number) => ({ query: formerOf(20 * (1 + ((number * 7_919) % (CREATORS / 20)))) }),
  'misspelt name': (number) => ({ query: misspelt(givenOf(number)) }),
  'misspelt whole name': (number) => ({ query: `${misspelt(givenOf(number))} ${familyOf(number)}` }),
  'misspelt username': (number) => ({
    query: misspelt(handleOf(3 * (1 + ((number * 7_919) % Math.trunc(CREATORS / 3 - 1))))),
  }),
  city: (number) => ({ query: cityOf(number) }),
  tag: (number) => ({ query: tagOf(number) }),
  'online now': () => ({ query: '', filter: 'online' }),
  'new this week': () => ({ query: '', filter: 'new' }),
  price: (number) => ({ query: '', maxPriceMinor: priceOf(number) }),
  'price and online': (number) => ({ query: '', filter: 'online', maxPriceMinor: priceOf(number) }),
  'price and new': (number) => ({ query: '', filter: 'new', maxPriceMinor: priceOf(number) }),
  'name, city': (number) => ({ query: `${givenOf(number)} ${cityOf(number)}` }),
  'name, online': (number) => ({ query: givenOf(number), filter: 'online' }),
  'name, new': (number) => ({ query: givenOf(number), filter: 'new' }),
  'name, city, price, online': (number) => ({
    query: `${givenOf(number)} ${cityOf(number)}`,
    filter: 'online',
    maxPriceMinor: priceOf(number),
  }),
  'four words': (number) => ({
    query: `${givenOf(number)} ${familyOf(number)} ${cityOf(number)} ${tagOf(number)}`,
  }),
  'nobody, near ones': (number) => ({
    query: `${misspelt(familyOf(number))} ${givenOf(number).slice(1)} ${cityOf(number)}`,
  }),
  'nobody at all': (number) => ({ query: `q${familyOf(number)}xx` }),
}

async function measure(rounds: number): Promise<Figure[]> {
  const timed = async (call: () => Promise<unknown>): Promise<number> => {
    const began = performance.now()
    await call()
    return performance.now() - began
  }
  const search = ({ query, ...narrowed }: Typed) => {
    const asked = { ...narrowed, limit: PREMIUM_FEED.first, viewerId: null }
    return query === '' ? feedPage(asked) : searchCreators({ ...asked, query })
  }
  const page: number[][] = []
  const found = new Map(Object.keys(KINDS).map((kind) => [kind, [] as number[][]]))
  // The first round warms the plans and the database's memory and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const pages: number[] = []
    const kinds = new Map(Object.keys(KINDS).map((kind) => [kind, [] as number[]]))
    for (let number = 0; number < SEARCHES; number += 1) {
      for (const [kind, typed] of Object.entries(KINDS))
        kinds.get(kind)!.push(await timed(() => search(typed(round * SEARCHES + number))))
      pages.push(await timed(() => feedPage({ limit: PREMIUM_FEED.first })))
    }
    if (round === 0) continue
    page.push(pages)
    for (const [kind, times] of kinds) found.get(kind)!.push(times)
  }
  const all = page.map((_, round) => [...found.values()].flatMap((rounds) => rounds[round]!))
  return [
    {
      name: 'p50 of a search to p50 of the first page',
      unit: '×',
      values: ratios(all.map(median), page.map(median)),
      target: { max: 10 },
    },
    {
      name: 'p99 of a search to p99 of the first page',
      unit: '×',
      values: ratios(
        all.map((times) => percentile(times, 0.99)),
        page.map((times) => percentile(times, 0.99)),
      ),
      target: { max: 20 },
    },
    { name: 'p99 of a search', unit: 'ms', values: all.map((times) => percentile(times, 0.99)), target: { max: 50 } },
    { name: 'p50 of the first page', unit: 'ms', values: page.map(median), target: null },
    ...[...found].flatMap(([kind, times]): Figure[] => [
      { name: `${kind}, p50`, unit: 'ms', values: times.map(median), target: { max: 50 } },
      { name: `${kind}, slowest`, unit: 'ms', values: times.map((each) => Math.max(...each)), target: null },
    ]),
  ]
}
