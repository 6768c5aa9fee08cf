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
/** A word that so few creators have is read alone, and the other words are looked up of these. */
const MAX_LOOKED_UP = 1_000
/** Where all words of a query have more, so many creators of all of them together are compared. */
const MAX_COMPARED = 12_000
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
    const exact = await findWith(search, await Promise.all(terms.map(wordsBeginningWith)))
    if (exact.haveAll) return { creators: exact.creators, more: exact.more, match: 'exact' as const }
    const { creators, more } = await findWith(search, await Promise.all(terms.map(wordsCloseTo)), { orSome: true })
    return { creators, more, match: 'near' as const }
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

/** `haveAll`: they have every word; without, each has some. */
type Hits = { creators: FeedCreator[]; more: boolean; haveAll: boolean }
const NOBODY: Hits = { creators: [], more: false, haveAll: false }

const HOLDERS = `select count(*)::int as count from (select from unnest($1::text[]) g(word)
  cross join lateral (select from creator_words w where w.word = g.word limit $2) one limit $2) holders`

/**
 * Creators who have every word; `orSome`: or some, where nobody has every one. Whoever has them all has the rarest: where few have that, these alone
 * are looked at.
 */
async function findWith(search: Search, meant: Meant[], { orSome = false } = {}): Promise<Hits> {
  if (meant.length === 1) return readWith(search, meant, 'lists')
  const counted = await Promise.all(
    meant.map(async (word) => {
      const [row] = await queryPrepared<{ count: number }>('search-holders', HOLDERS, [word.terms, MAX_LOOKED_UP + 1])
      return { word, count: row!.count }
    }),
  )
  counted.sort((a, b) => a.count - b.count)
  const rarest = counted[0]!.count
  const words = counted.map(({ word }) => word)
  const isRare = rarest <= MAX_LOOKED_UP
  const found = isRare && rarest > 0 ? await readWith(search, words, 'rarest') : NOBODY
  return found.haveAll || (isRare && !orSome) ? found : readWith(search, words, 'lists')
}

/**
 * Whose creators are looked at: of the first word, by looking up the others; or of all words, by comparing lists. These are cut off, so that they
 * are no way to find who has a rare word.
 */
type By = 'rarest' | 'lists'

async function readWith(
  { limit, viewerId, filter = 'all', maxPriceMinor = null }: Search,
  meant: Meant[],
  by: By,
): Promise<Hits> {
  const wanted = limit + 1
  const unfiltered = filter === 'all' && maxPriceMinor === null
  // Of a word that many creators have, the first in the feed's order are looked at: most of them by the closest word.
  const hits = meant.length === 1 ? MAX_HITS : Math.trunc(MAX_COMPARED / meant.length)
  const values: unknown[] = [viewerId, maxPriceMinor, unfiltered ? 2 * wanted + 50 : MAX_HITS]
  for (const [index, { typed, terms, off }] of meant.entries()) {
    const others = by === 'rarest' ? hits : Math.max(wanted, Math.trunc(hits / terms.length))
    const each = terms.map((_, place) => (place === 0 ? hits : others))
    values.push(terms, ...(isRead(index, by) ? [off, each] : [typed, endOf(typed)]))
  }
  const name = `search-${meant.length}-${by}-${filter}-${wanted}`
  const rows = await queryPrepared<FeedRow & { hasAll: boolean }>(
    name,
    searchSql(meant.length, by, filter, wanted),
    values,
  )
  const haveAll = rows[0]?.hasAll === true
  const kept = haveAll ? rows.filter(({ hasAll }) => hasAll) : rows
  return {
    creators: kept.slice(0, limit).map(creatorOf),
    more: kept.length > limit,
    haveAll,
  }
}

function creatorOf(row: FeedRow & { hasAll: boolean }): FeedCreator {
  const { hasAll: _, ...creator } = row
  return feedCreator(creator)
}

/** The creators of a word are read, or it is looked up of other creators. */
const isRead = (word: number, by: By): boolean => by !== 'rarest' || word === 0

/** Whom a filter leaves, from an index alone; who has stopped since is left out afterwards, with their rows. */
const KEPT: Partial<Record<FeedFilter, string>> = {
  online: 'select profile_id from creators where listed and is_live',
  new: `select profile_id from creators where listed and approved_at > app_now() - interval '7 days'`,
}

/** What a word that a creator doesn't have at all counts as. */
const MISSING = 5

/**
 * $1 the viewer or null, $2 the highest price or null, $3 how many hits are looked at; of each word of the query the words of the index that
 * are meant, and two more: if it is read, how far each is off and how many creators of each are read; if it is looked up, what was typed and where
 * the words with this beginning end.
 */
export function searchSql(terms: number, by: By, filter: FeedFilter, rows: number): string {
  const indexes = Array.from({ length: terms }, (_, index) => index)
  const given = (word: number) => [`$${4 + 3 * word}::text[]`, `$${5 + 3 * word}`, `$${6 + 3 * word}`] as const
  const hasToo = (word: number): string => {
    const [meant, typed, end] = given(word)
    const begins = `w.word >= ${typed} and w.word < ${end}`
    return `cross join lateral (select min(case when w.word = ${typed} then 0 when ${begins} then 1 else 3 end) as off
      from creator_words w where w.creator_id = d.creator_id and (${begins} or w.word = any (${meant}))) o${word}`
  }
  const holders = (word: number): string => {
    const [meant, off, each] = given(word)
    return `unnest(${meant}, ${off}::int[], ${each}::int[]) g(word, off, hits)
      cross join lateral (select w.creator_id, w.rank from creator_words w where w.word = g.word
        order by w.rank desc, w.creator_id desc limit g.hits) d`
  }
  const others = indexes.slice(1)
  const hits =
    by === 'rarest'
      ? `select d.creator_id, max(d.rank) as rank, true as has_all, min(g.off${others.map((word) => ` + o${word}.off`).join('')}) as off
         from ${holders(0)} ${others.map(hasToo).join(' ')} where ${others.map((word) => `o${word}.off is not null`).join(' and ')}
         group by d.creator_id`
      : `select d.creator_id, max(d.rank) as rank, ${indexes.map((word) => `bool_or(d.place = ${word})`).join(' and ')} as has_all,
           ${indexes.map((word) => `coalesce(min(d.off) filter (where d.place = ${word}), ${MISSING})`).join(' + ')} as off
         from (${indexes.map((word) => `select ${word} as place, d.creator_id, d.rank, g.off from ${holders(word)}`).join(' union all ')}) d
         group by d.creator_id`
  const kept = KEPT[filter] ? `where h.creator_id in (${KEPT[filter]})` : ''
  return `select ${FEED_COLUMNS}, f.fan_id is not null as followed, hit.has_all as "hasAll"
    from (select * from (${hits}) h ${kept} order by has_all desc, off, rank desc, creator_id desc limit $3) hit
    join creators c on c.profile_id = hit.creator_id join profiles p on p.id = c.profile_id
    left join follows f on f.creator_id = c.profile_id and f.fan_id = $1
    where ${FEED_VISIBLE} ${FEED_FILTERS[filter]} and ($2::bigint is null or c.subscription_price_minor <= $2)
      and ${notBlockedSql('$1')}
    order by hit.has_all desc, hit.off, hit.rank desc, c.profile_id desc limit ${Math.trunc(rows)}`
}
