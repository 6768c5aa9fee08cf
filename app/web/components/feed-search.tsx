import { FilterChip, FilterChips } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

type Link = { label: string; href: string }

export type FeedSearchData = {
  /** The address of the feed without a search. */
  path: string
  /** What was typed. */
  query: string
  /** How long a query may be, where this one is longer. */
  tooLong: number | null
  /** The filters, which another search keeps. */
  kept: { name: string; value: string }[]
  chips: (Link & { active: boolean })[]
  topics: Link[]
  /** The same search among all creators; null without filters. */
  withoutFilters: string | null
  clearHref: string
}

/** The search field of a feed and its filters, a plain form and plain links: what was searched is in the address. */
export function FeedSearch({ search }: { search: FeedSearchData }) {
  return (
    <>
      <form method="get" action={search.path} className="feed-search" role="search">
        {search.kept.map((field) => (
          <input key={field.name} type="hidden" {...field} />
        ))}
        <input
          // A new page is a new field: what was typed belongs to its own address.
          key={search.query}
          type="search"
          name="q"
          defaultValue={search.query}
          placeholder="Name, city or topic"
          aria-label="Search by name, city or topic"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
        />
        <button aria-label="Search">
          <Icon name="search" size={20} />
        </button>
      </form>
      <FilterChips label="Filter Peaches">
        {search.chips.map(({ label, href, active }) => (
          <FilterChip key={label} href={href} active={active}>
            {label}
          </FilterChip>
        ))}
      </FilterChips>
    </>
  )
}

/** Above the creators who come close, where nobody fits. */
export function ComesClose({ query }: { query: string }) {
  return (
    <p className="text-h3 feed-found" role="status">
      No Peach fits “<bdi translate="no">{query}</bdi>”; close to it:
    </p>
  )
}

/** Where no creator fits what was searched or filtered, and none comes close. */
export function NobodyFits({ search }: { search: FeedSearchData }) {
  if (search.query === '')
    return (
      <EmptyState
        compact
        icon="search"
        title="No one matches these filters"
        action={<LinkButton href={search.clearHref}>Clear</LinkButton>}
      />
    )
  return (
    <>
      <EmptyState
        compact
        icon="search"
        title={
          search.tooLong ? (
            'This is too long to search for'
          ) : (
            <>
              No Peach fits “<bdi translate="no">{search.query}</bdi>”
            </>
          )
        }
        action={
          <>
            {search.withoutFilters && <LinkButton href={search.withoutFilters}>Search without filters</LinkButton>}
            <LinkButton href={search.clearHref}>Clear search</LinkButton>
          </>
        }
      >
        {search.tooLong
          ? `Type a name, a city or a topic of at most ${search.tooLong} letters.`
          : 'Check the spelling, or choose a topic below.'}
      </EmptyState>
      <FilterChips label="Topics">
        {search.topics.map(({ label, href }) => (
          <FilterChip key={label} href={href}>
            {label}
          </FilterChip>
        ))}
      </FilterChips>
    </>
  )
}
