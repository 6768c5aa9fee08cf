import { LinkButton } from '#app/ui/button.tsx'
import { ComesClose, FeedSearch, type FeedSearchData, NobodyFits } from '#app/web/components/feed-search.tsx'
import { FeedNotLoaded } from '#app/web/components/notices.tsx'
import { CreatorGrid, type CreatorGridData } from '#app/web/components/creator-grid.tsx'

type PremiumFeedViewProps = {
  grid: CreatorGridData
  /** "21 Nov 2027", or null for access without an end. */
  activeUntil: string | null
  search: FeedSearchData
  /** `near`: nobody fits what was searched. */
  match: 'exact' | 'near'
  /** The address that shows four more; null at the end of the list. */
  discoverHref: string | null
  retryHref?: string | null
}

/** All creators, for pass holders. */
export function PremiumFeedView({ grid, activeUntil, search, match, discoverHref, retryHref }: PremiumFeedViewProps) {
  return (
    <div className="container feed">
      <div className="feed-head">
        <h1 className="text-h1-small">Premium Peach</h1>
        {activeUntil && <p className="text-muted">{`Until ${activeUntil}`}</p>}
      </div>
      <FeedSearch search={search} />
      {retryHref && <FeedNotLoaded retryHref={retryHref} />}
      {grid.count === 0 && !retryHref && <NobodyFits search={search} />}
      {grid.count > 0 && match === 'near' && <ComesClose query={search.query} />}
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
