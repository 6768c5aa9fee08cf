import type { FeedFilter } from '#app/domain/creators/feed.server.ts'
import { MAX_QUERY_LETTERS, PRICE_STEPS } from '#app/domain/creators/search.ts'
import { TAGS } from '#app/domain/creators/tags.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { withQuery } from '#app/links.ts'
import { countGraphemes, cutGraphemes } from '#app/platform/graphemes.ts'
import { oneLine } from '#app/platform/plain-text.ts'
import type { FeedSearchData } from './feed-search.tsx'

/** What an address asks a feed for. `price` is the most that 30 days of a creator may cost. */
export type FeedAsked = { query: string; filter: FeedFilter; price: Money | null }

const LABELS: Readonly<Record<FeedFilter, string>> = {
  all: 'All',
  online: 'Online',
  new: 'New',
  following: 'Following',
}

/** Anything that the feed's own links don't ask for counts as nothing. */
export function feedAsked(params: URLSearchParams, filters: readonly FeedFilter[]): FeedAsked {
  return {
    // As much of it as shows that it is too long: it stands in many links of its page.
    query: cutGraphemes(oneLine(params.get('q') ?? ''), MAX_QUERY_LETTERS + 1),
    filter: filters.find((name) => name === params.get('filter')) ?? 'all',
    price: PRICE_STEPS.find((price) => shillingsOf(price) === params.get('price')) ?? null,
  }
}

export const shillingsOf = ({ amountMinor }: Money): string => String(amountMinor / 100n)

export const isNarrowed = ({ query, filter, price }: FeedAsked): boolean =>
  query !== '' || filter !== 'all' || price !== null

/** The address of a feed that is asked for this, with what else it needs. */
export function feedAddress(
  path: string,
  { query, filter, price }: FeedAsked,
  more: Record<string, string | number | false> = {},
): string {
  return withQuery(path, {
    q: query !== '' && query,
    filter: filter !== 'all' && filter,
    price: price && shillingsOf(price),
    ...more,
  })
}

/** The field and the chips of a feed; each chip leads to the same search with another filter. */
export function feedSearchData(path: string, asked: FeedAsked, filters: readonly FeedFilter[]): FeedSearchData {
  const { query, filter, price } = asked
  const all = { query, filter: 'all', price: null } as const
  return {
    path,
    query,
    tooLong: countGraphemes(query) > MAX_QUERY_LETTERS ? MAX_QUERY_LETTERS : null,
    kept: Object.entries({ filter: filter !== 'all' && filter, price: price && shillingsOf(price) }).flatMap(
      ([name, value]) => (value ? [{ name, value }] : []),
    ),
    chips: [
      { label: LABELS.all, href: feedAddress(path, all), active: filter === 'all' && price === null },
      ...filters
        .filter((name) => name !== 'all')
        .map((name) => ({
          label: LABELS[name],
          href: feedAddress(path, { ...asked, filter: name === filter ? 'all' : name }),
          active: name === filter,
        })),
      ...PRICE_STEPS.map((step) => ({
        label: `Up to ${formatMoney(step)}`,
        href: feedAddress(path, { ...asked, price: step === price ? null : step }),
        active: step === price,
      })),
    ],
    topics: TAGS.map((tag) => ({ label: tag, href: feedAddress(path, { ...all, query: tag }) })),
    withoutFilters: query !== '' && (filter !== 'all' || price !== null) ? feedAddress(path, all) : null,
    clearHref: path,
  }
}
