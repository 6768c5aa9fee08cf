import { CHAT_CALLS_BOOKINGS, listWorking } from '#app/domain/settings/features.ts'
import { data } from 'react-router'
import { type FeedFilter, listHeldCreators } from '#app/domain/creators/feed.server.ts'
import { PRICE_STEPS } from '#app/domain/creators/search.ts'
import type { Found } from '#app/domain/creators/search-creators.server.ts'
import { countVisibleUpTo } from '#app/domain/creators/queries.server.ts'
import { hasPass } from '#app/domain/entitlements/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { PUBLIC_FEED } from '#app/domain/settings/constants.ts'
import { cheapestPrice } from '#app/domain/subscriptions/plan.ts'
import { findNewestPass, findPlansForSale } from '#app/domain/subscriptions/queries.server.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { log } from '#app/platform/log.server.ts'
import { isAdult } from '#app/web/adult.server.ts'
import type { FeedViewer } from '#app/web/components/creator-card-data.ts'
import { creatorGrid } from '#app/web/components/creator-card-markup.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { findForFeed } from '#app/web/components/feed-creators.server.ts'
import { ComesClose, FeedSearch, NobodyFits } from '#app/web/components/feed-search.tsx'
import {
  type FeedAsked,
  feedAddress,
  feedAsked,
  feedSearchData,
  isNarrowed,
  shillingsOf,
} from '#app/web/components/feed-search-data.ts'
import { FeedNotLoaded } from '#app/web/components/notices.tsx'
import { publicMeta } from '#app/web/page-meta.ts'
import { AgeGateView } from './age-gate-view.tsx'
import { FEED_STEPS, shownOf } from './feed-steps.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { HeldCreators } from '#app/web/components/held-creators.tsx'
import { heldRow } from '#app/web/components/held-row.ts'
import { CreatorGrid } from '#app/web/components/creator-grid.tsx'
import type { Route } from './+types/feed'
import { afterAllButSheets } from '#app/web/use-sheet.ts'

const FILTERS: readonly FeedFilter[] = ['all', 'online', 'new']

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  // An open sheet is one of many addresses of a feed, and hardly anybody asks for it: with script it opens without a request. A search can
  // be any text, and would push out the pages that many ask for.
  cacheable: {
    query: {
      expired: ['true'],
      shown: FEED_STEPS.slice(1).map(String),
      filter: FILTERS.slice(1),
      price: PRICE_STEPS.map(shillingsOf),
    },
    except: ['more', 'q'],
  },
  screen: { shell: 'full', tab: 'feed', hydrate: 'unless_saving_data', firstView: 'feed' },
} satisfies RouteHandle

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const expired = url.searchParams.get('expired') === 'true'
  if (!isAdult(request, actor)) return { gate: true as const, returnTo: url.pathname + url.search }

  const shown = shownOf(url.searchParams.get('shown'))
  const asked = feedAsked(url.searchParams, FILTERS)
  const narrowed = isNarrowed(asked)
  const [{ plans }, newest, held] = await Promise.all([
    findPlansForSale(),
    expired && actor ? findNewestPass(actor.id) : null,
    actor ? listHeldCreators(actor.id) : [],
  ])
  const price = cheapestPrice(plans, now())
  const common = {
    gate: false as const,
    // Whoever has a creator's page open has not come to buy again.
    expired: expired && held.length === 0,
    held: held.map((creator) => heldRow(creator)),
    // Signing in without a pass leads here, also for those who never had one: nothing of theirs has expired.
    newcomer: expired && actor !== null && newest === null,
    price: price && formatMoney(price),
    subscribeHref: `${to.subscribe}?from=public-feed`,
    weeklyHref: `${to.subscribe}?from=weekly`,
    search: feedSearchData(to.feed, asked, FILTERS),
    narrowed,
  }
  const feedHref = addressOf(asked, shown, expired)
  let found: Found
  let total: number
  let viewer: FeedViewer
  try {
    ;[found, total, viewer] = await Promise.all([
      // A search shows no more creators than the feed: it reads all that it may show, and so knows how many there are.
      findForFeed(asked, { limit: narrowed ? PUBLIC_FEED.max : shown, viewerId: actor?.id ?? null }),
      narrowed ? 0 : countVisibleUpTo(PUBLIC_FEED.max),
      viewerOf(actor),
    ])
  } catch (error) {
    log.error({ err: error }, 'the public feed could not be read')
    const grid = creatorGrid(request, url, [], { feed: 'public', viewer: 'visitor', feedHref })
    return data(
      { ...common, grid, match: 'exact' as const, total: 0, discoverHref: null, retryHref: feedHref },
      { status: 503 },
    )
  }
  const next = Math.min(shown + PUBLIC_FEED.step, PUBLIC_FEED.max)
  const creators = found.creators.slice(0, shown)
  const more = found.more || found.creators.length > shown
  return {
    ...common,
    grid: creatorGrid(
      request,
      url,
      creators,
      { feed: 'public', viewer, feedHref },
      {
        keep: asked.query === '',
        held: held.map(({ id }) => id),
      },
    ),
    match: found.match,
    total: narrowed ? found.creators.length : total,
    discoverHref: more && shown < PUBLIC_FEED.max ? addressOf(asked, next, expired) : null,
    retryHref: null,
  }
}

async function viewerOf(actor: Actor): Promise<FeedViewer> {
  if (!actor) return 'visitor'
  return (await hasPass(actor.id)) ? 'entitled' : 'fan'
}

function addressOf(asked: FeedAsked, shown: number, expired: boolean): string {
  return feedAddress(to.feed, asked, { expired: expired && 'true', shown: shown > PUBLIC_FEED.first && shown })
}

export function meta({ matches }: Route.MetaArgs) {
  const description = `Verified creators from Uganda: ${listWorking(['private posts', ...CHAT_CALLS_BOOKINGS])}. Pay by mobile money or card. 18+ only.`
  return publicMeta({ title: 'Peaches', description, path: to.feed }, matches)
}

export const shouldRevalidate = afterAllButSheets

export default function PublicFeed({ loaderData, matches }: Route.ComponentProps) {
  if (loaderData.gate) {
    return (
      <AgeGateView
        heading="Peaches"
        brandName={matches[0].loaderData?.brandName ?? 'Peach'}
        returnTo={loaderData.returnTo}
      />
    )
  }
  return <Feed page={loaderData} />
}

type ShownFeed = Exclude<Route.ComponentProps['loaderData'], { gate: true }>

/** The public feed: up to ten creators, four at a time, then a link to the plans. */
function Feed({ page }: { page: ShownFeed }) {
  const { held, grid, match, search, narrowed, total, discoverHref, subscribeHref, weeklyHref, price } = page
  const { expired, newcomer, retryHref } = page
  return (
    <div className="container feed">
      {expired && price && <PassBanner href={subscribeHref} newcomer={newcomer} />}
      {held.length > 0 && <HeldCreators rows={held} />}
      <div className="feed-head">
        <h1 className="text-h1-small">Peaches</h1>
        <a className="link link-target feed-weekly" href={weeklyHref}>
          <Icon name="sparkles" size={20} />
          Weekly New Peaches
        </a>
        {grid.count > 0 && <p className="text-muted feed-count">{`${grid.count} of ${total}`}</p>}
      </div>
      <FeedSearch search={search} />
      {retryHref && <FeedNotLoaded retryHref={retryHref} />}
      {grid.count === 0 && !retryHref && (narrowed ? <NobodyFits search={search} /> : <NobodyYet />)}
      {grid.count > 0 && match === 'near' && <ComesClose query={search.query} />}
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
                {price && (
                  <LinkButton
                    wide
                    variant={expired ? 'outline' : 'primary'}
                    className="button-balanced"
                    href={subscribeHref}
                  >
                    {`Subscribe from ${price} to See More Peaches`}
                  </LinkButton>
                )}
                <p className="text-muted">
                  {`${grid.count} of ${total} shown. `}
                  {price ? 'With a pass you see everyone.' : 'Passes for all creators are not on sale now.'}
                </p>
              </>
            )}
          </div>
          {!discoverHref && <WeeklyStrip href={weeklyHref} />}
        </>
      )}
    </div>
  )
}

function PassBanner({ href, newcomer }: { href: string; newcomer: boolean }) {
  return (
    <Banner
      tone={newcomer ? 'neutral' : 'warning'}
      title={
        newcomer
          ? 'Subscribe to open every Peach'
          : 'Your subscription has expired. Subscribe again to unlock all Peach Creators'
      }
      action={
        <LinkButton variant="primary" size="small" href={href}>
          {newcomer ? 'See the plans' : 'Renew Subscription'}
        </LinkButton>
      }
    />
  )
}

function NobodyYet() {
  return (
    <EmptyState
      icon="sparkles"
      heading="h2"
      title="No creators are visible yet."
      action={
        <LinkButton variant="primary" href={to.creatorOnboarding.intro}>
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
