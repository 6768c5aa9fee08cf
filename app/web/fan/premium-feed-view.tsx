import type { ReactNode } from 'react'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { FilterChip, FilterChips } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CreatorCard, type CreatorCardData } from '#app/web/components/creator-card.tsx'

type PremiumFeedViewProps = {
  cards: CreatorCardData[]
  /** "21 Nov 2027", or null for access without an end. */
  activeUntil: string | null
  /** The filters, each with its address; "All" is one of them. */
  filters: { label: string; href: string; active: boolean }[]
  /** The address without filters. */
  clearHref: string
  /** The address that shows four more; null at the end of the list. */
  discoverHref: string | null
  retryHref?: string | null
  /** Renders the follow form of one card; a plain form by default. */
  renderFollow?: (card: CreatorCardData) => ReactNode
}

/** All creators, for pass holders. */
export function PremiumFeedView({
  cards,
  activeUntil,
  filters,
  clearHref,
  discoverHref,
  retryHref,
  renderFollow,
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
      {retryHref && (
        <Banner
          tone="danger"
          role="alert"
          title="Could not load the Peaches."
          action={
            <LinkButton size="small" icon="refresh-cw" href={retryHref}>
              Retry
            </LinkButton>
          }
        >
          Check your connection and try again.
        </Banner>
      )}
      {cards.length === 0 && !retryHref && (
        <EmptyState
          compact
          icon="search"
          heading="h2"
          title="No one matches these filters"
          action={<LinkButton href={clearHref}>Clear</LinkButton>}
        />
      )}
      <div className="card-grid">
        {cards.map((card, index) => (
          <CreatorCard key={card.id} card={card} position={index + 1} follow={renderFollow?.(card)} />
        ))}
      </div>
      {discoverHref && (
        <div className="feed-more">
          <LinkButton wide href={`${discoverHref}#peach-${cards.length + 1}`}>
            Discover More
          </LinkButton>
        </div>
      )}
    </div>
  )
}
