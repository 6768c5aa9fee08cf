import { LinkButton } from '#app/ui/button.tsx'
import { FilterChip, FilterChips } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FeedNotLoaded } from '#app/web/components/notices.tsx'
import { CreatorGrid, type CreatorGridData } from '#app/web/components/creator-grid.tsx'

type PremiumFeedViewProps = {
  grid: CreatorGridData
  /** "21 Nov 2027", or null for access without an end. */
  activeUntil: string | null
  /** The filters, each with its address; "All" is one of them. */
  filters: { label: string; href: string; active: boolean }[]
  /** The address without filters. */
  clearHref: string
  /** The address that shows four more; null at the end of the list. */
  discoverHref: string | null
  retryHref?: string | null
}

/** All creators, for pass holders. */
export function PremiumFeedView({
  grid,
  activeUntil,
  filters,
  clearHref,
  discoverHref,
  retryHref,
}: PremiumFeedViewProps) {
  return (
    <div className="container feed">
      <div className="feed-head">
        <h1 className="text-h1-small">Premium Peach</h1>
        {activeUntil && <p className="text-muted">{`Until ${activeUntil}`}</p>}
      </div>
      <FilterChips label="Filter Peaches">
        {filters.map((filter) => (
          <FilterChip key={filter.href} href={filter.href} active={filter.active}>
            {filter.label}
          </FilterChip>
        ))}
      </FilterChips>
      {retryHref && <FeedNotLoaded retryHref={retryHref} />}
      {grid.count === 0 && !retryHref && (
        <EmptyState
          compact
          icon="search"
          title="No one matches these filters"
          action={<LinkButton href={clearHref}>Clear</LinkButton>}
        />
      )}
      <CreatorGrid grid={grid} />
      {discoverHref && (
        <div className="feed-more">
          <LinkButton wide href={`${discoverHref}#peach-${grid.count + 1}`}>
            Discover More
          </LinkButton>
        </div>
      )}
    </div>
  )
}
