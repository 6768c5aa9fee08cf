import { concurrencyLimit } from '#app/platform/concurrency-limit.ts'
import { queryPrepared } from '#app/platform/db.server.ts'
import {
  FEED_COLUMNS,
  FEED_FILTERS,
  FEED_VISIBLE,
  notBlockedSql,
  type FeedCreator,
  feedCreator,
  type FeedFilter,
  type FeedRow,
} from './feed.server.ts'
import { allowedErrors, errorsBetween, queryWords, variantsOf } from './search-words.ts'

export type Search = {
  query: string
  limit: number
  /** Excludes creators who blocked this fan or whom this fan blocked, and adds whom the fan follows. */
  viewerId: string | null
  filter?: FeedFilter
  maxPriceMinor?: bigint | null
}

/** `exact`: creators who have every word of the query, or a word that begins with it. `near`: nobody has, and these come close. */
export type Found = { creators: FeedCreator[]; match: 'exact' | 'near'; more: boolean }

/** How many of the creators with the words of one query are looked at, in the feed's order: a search costs the same however many there are. */
const MAX_HITS = 2_000
/** How many words of the index one word of a query stands for. */
const MAX_WORDS = 40
/** Words with the same beginning that are compared; the shortest of them come first. */
const MAX_BEGINNINGS = 2_000

/** A search is short, and the pages that don't search keep most of the connections. */
const limited = concurrencyLimit({ atOnce: 3, maxWaiting: 60 })

/**
 * Visible creators by name, username (former ones too), city and tag, the closest match first, then in the feed's order. Typing errors are
 * forgiven where nobody has what was typed. Throws TooManyWaitingError where too many search at once.
 */
export async function searchCreators(search: Search): Promise<Found> {
  const terms = queryWords(search.query)
  if (terms.length === 0) return { creators: [], match: 'near', more: false }
  return limited(async () => {
    const exact = await searchWith(search, await Promise.all(terms.map(wordsBeginningWith)), true)
    if (exact.creators.length > 0) return { ...exact, match: 'exact' as const }
    const close = await Promise.all(terms.map(wordsCloseTo))
    const near = await searchWith(search, close, true)
    if (near.creators.length > 0 || terms.length === 1) return { ...near, match: 'near' as const }
    return { ...(await searchWith(search, close, false)), match: 'near' as const }
  })
}

/** A word of the query with the words of the index that it stands for, and how far each is from it. */
type Meant = { typed: string; terms: string[]; off: number[] }

const BEGINNING_WITH = `select word from (select word from search_words where word >= $1 and word < $2 order by word limit ${MAX_BEGINNINGS}) beginnings
  order by length(word), word limit ${MAX_WORDS}`

async function wordsBeginningWith(typed: string): Promise<Meant> {
  // One letter begins too many words: it finds those who have it as a word.
  if (Array.from(typed).length < 2) return { typed, terms: [typed], off: [0] }
  const rows = await queryPrepared<{ word: string }>('search-beginnings', BEGINNING_WITH, [typed, endOf(typed)])
  const terms = rows.map(({ word }) => word)
  return { typed, terms, off: terms.map((word) => (word === typed ? 0 : 1)) }
}

const SHARING_A_VARIANT = 'select word from words_sharing($1::text[]) as word'

async function wordsCloseTo(typed: string): Promise<Meant> {
  const allowed = allowedErrors(typed)
  if (allowed === 0) return wordsBeginningWith(typed)
  const rows = await queryPrepared<{ word: string }>('search-close', SHARING_A_VARIANT, [variantsOf(typed)])
  const close = rows
    // Most of the candidates are too long or too short, which costs nothing to see.
    .filter(({ word }) => Math.abs(word.length - typed.length) <= allowed)
    .map(({ word }) => ({ word, errors: errorsBetween(typed, word) }))
    .filter(({ errors }) => errors <= allowed)
    .toSorted((a, b) => a.errors - b.errors || a.word.length - b.word.length)
    .slice(0, MAX_WORDS)
  return { typed, terms: close.map(({ word }) => word), off: close.map(({ errors }) => 1 + errors) }
}

/** No word that begins with it comes after this text, in the order of bytes. */
const endOf = (beginning: string): string => `${beginning}\u{10FFFF}`

async function searchWith(
  { limit, viewerId, filter = 'all', maxPriceMinor = null }: Search,
  meant: Meant[],
  everyWord: boolean,
): Promise<{ creators: FeedCreator[]; more: boolean }> {
  const wanted = limit + 1
  const unfiltered = filter === 'all' && maxPriceMinor === null
  // Of a word that many creators have, the first in the feed's order are looked at: most of them by the closest word.
  const hits = Math.trunc(MAX_HITS / meant.length)
  const values: unknown[] = [viewerId, maxPriceMinor, unfiltered ? 2 * wanted + 50 : MAX_HITS]
  for (const { terms, off } of meant) {
    const each = terms.map((_, index) => (index === 0 ? hits : Math.max(wanted, Math.trunc(hits / terms.length))))
    values.push(terms, off, each)
  }
  if (meant.length > 1) for (const { typed } of meant) values.push(typed, endOf(typed))
  const name = `search-${meant.length}-${everyWord ? 'every' : 'any'}-${filter}-${wanted}`
  const rows = await queryPrepared<FeedRow>(name, searchSql(meant.length, everyWord, filter, wanted), values)
  return { creators: rows.slice(0, limit).map(feedCreator), more: rows.length > limit }
}

/** What a word that a creator doesn't have at all counts as. */
const MISSING = 5

/**
 * $1 the viewer or null, $2 the highest price or null, $3 how many hits are looked at; of each word of the query the words of the index that
 * are meant, how far each is off, and how many creators of each are read; where it has several, of each what was typed and where the words
 * with this beginning end.
 */
export function searchSql(terms: number, everyWord: boolean, filter: FeedFilter, rows: number): string {
  const indexes = Array.from({ length: terms }, (_, index) => index)
  const has = (word: number): string => {
    const meant = `$${4 + 3 * word}::text[]`
    const typed = `$${4 + 3 * terms + 2 * word}`
    const end = `$${5 + 3 * terms + 2 * word}`
    const begins = `w.word >= ${typed} and w.word < ${end}`
    return `cross join lateral (select min(case when w.word = ${typed} then 0 when ${begins} then 1 else 3 end) as off
      from creator_words w where w.creator_id = d.creator_id and (${begins} or w.word = any (${meant}))) o${word}`
  }
  const readBy = (word: number): string => {
    const others = indexes.filter((other) => other !== word)
    const off = others.map((other) => (everyWord ? ` + o${other}.off` : ` + coalesce(o${other}.off, ${MISSING})`))
    const required = everyWord ? others.map((other) => `o${other}.off is not null`) : []
    return `select d.creator_id, d.rank, g.off${off.join('')} as off
      from unnest($${4 + 3 * word}::text[], $${5 + 3 * word}::int[], $${6 + 3 * word}::int[]) g(word, off, hits)
      cross join lateral (select w.creator_id, w.rank from creator_words w where w.word = g.word
        order by w.rank desc, w.creator_id desc limit g.hits) d
      ${others.map(has).join(' ')} where ${['true', ...required].join(' and ')}`
  }
  return `select ${FEED_COLUMNS}, f.fan_id is not null as followed
    from (select creator_id, max(rank) as rank, min(off) as off from (${indexes.map(readBy).join(' union all ')}) each_word
      group by creator_id order by min(off), max(rank) desc, creator_id desc limit $3) hit
    join creators c on c.profile_id = hit.creator_id join profiles p on p.id = c.profile_id
    left join follows f on f.creator_id = c.profile_id and f.fan_id = $1
    where ${FEED_VISIBLE} ${FEED_FILTERS[filter]} and ($2::bigint is null or c.subscription_price_minor <= $2)
      and ${notBlockedSql('$1')}
    order by hit.off, hit.rank desc, c.profile_id desc limit ${Math.trunc(rows)}`
}
