import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { CreatorGrid, type CreatorGridData } from '#app/web/components/creator-grid.tsx'

type FeedViewProps = {
  grid: CreatorGridData
  /** How many there are to see before subscribing, at most 10. */
  total: number
  /** The address that shows four more; null when all are shown. */
  discoverHref: string | null
  /** Where everything that requires a pass links to. */
  subscribeHref: string
  weeklyHref: string
  /** The cheapest pass price as text, such as "UGX 180,000". */
  price: string
  /** The fan's pass has ended. */
  expired: boolean
  /** The list could not be read; this is the address to retry. */
  retryHref?: string | null
}

/** The public feed: up to ten creators, four at a time, then a link to the plans. */
export function FeedView({
  grid,
  total,
  discoverHref,
  subscribeHref,
  weeklyHref,
  price,
  expired,
  retryHref,
}: FeedViewProps) {
  return (
    <div className="container feed">
      {expired && <ExpiredBanner href={subscribeHref} />}
      <div className="feed-head">
        <h1 className="text-h1-small">Peaches</h1>
        <a className="link link-target feed-weekly" href={weeklyHref}>
          <Icon name="sparkles" size={20} />
          Weekly New Peaches
        </a>
        {grid.count > 0 && <p className="text-muted feed-count">{`${grid.count} of ${total}`}</p>}
      </div>
      {retryHref && <LoadError retryHref={retryHref} />}
      {grid.count === 0 && !retryHref && <NobodyYet />}
      {grid.count > 0 && (
        <>
          <CreatorGrid grid={grid} after={discoverHref && <WeeklyTile href={weeklyHref} />} />
          <div className="feed-more">
            {discoverHref ? (
              <LinkButton
                wide
                variant={expired ? 'outline' : 'primary'}
                href={`${discoverHref}#peach-${grid.count + 1}`}
              >
                Discover More Peaches
              </LinkButton>
            ) : (
              <>
                <LinkButton
                  wide
                  variant={expired ? 'outline' : 'primary'}
                  className="button-balanced"
                  href={subscribeHref}
                >
                  {`Subscribe from ${price} to See More Peaches`}
                </LinkButton>
                <p className="text-muted">{`${grid.count} of ${total} shown. With a pass you see everyone.`}</p>
              </>
            )}
          </div>
          {!discoverHref && <WeeklyStrip href={weeklyHref} />}
        </>
      )}
    </div>
  )
}

function ExpiredBanner({ href }: { href: string }) {
  return (
    <Banner
      tone="warning"
      title="Your subscription has expired. Subscribe again to unlock all Peach Creators"
      action={
        <LinkButton variant="primary" size="small" href={href}>
          Renew Subscription
        </LinkButton>
      }
    />
  )
}

function LoadError({ retryHref }: { retryHref: string }) {
  return (
    <Banner
      tone="danger"
      title="Could not load the Peaches."
      role="alert"
      action={
        <LinkButton size="small" icon="refresh-cw" href={retryHref}>
          Retry
        </LinkButton>
      }
    >
      Check your connection and try again.
    </Banner>
  )
}

function NobodyYet() {
  return (
    <EmptyState
      icon="sparkles"
      heading="h2"
      title="No creators are visible yet."
      action={
        <LinkButton variant="primary" href="/onboarding">
          Become a Creator
        </LinkButton>
      }
    >
      Please come back soon.
    </EmptyState>
  )
}

function WeeklyTile({ href }: { href: string }) {
  return (
    <aside className="card weekly-tile">
      <span className="weekly-sign">
        <Icon name="sparkles" />
      </span>
      <p className="text-h2 weekly-title">New faces every week</p>
      <p>With a pass you see them first.</p>
      <LinkButton variant="light" className="weekly-go" href={href}>
        Weekly New Peaches
      </LinkButton>
    </aside>
  )
}

function WeeklyStrip({ href }: { href: string }) {
  return (
    <aside className="card weekly-strip">
      <span className="weekly-sign">
        <Icon name="sparkles" />
      </span>
      <p className="grow">
        <b className="text-h2">New faces every week</b>
        <br />
        With a pass you see them first.
      </p>
      <LinkButton variant="light" href={href}>
        Weekly New Peaches
      </LinkButton>
    </aside>
  )
}
