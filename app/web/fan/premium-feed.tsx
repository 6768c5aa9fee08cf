import { data } from 'react-router'
import type { FeedFilter } from '#app/domain/creators/feed.server.ts'
import type { Found } from '#app/domain/creators/search-creators.server.ts'
import { showDate } from '#app/platform/dates.ts'
import { PREMIUM_FEED } from '#app/domain/settings/constants.ts'
import { to } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import type { FeedPlace } from '#app/web/components/creator-card-data.ts'
import { creatorGrid } from '#app/web/components/creator-card-markup.tsx'
import { findForFeed } from '#app/web/components/feed-creators.server.ts'
import { type FeedAsked, feedAddress, feedAsked, feedSearchData } from '#app/web/components/feed-search-data.ts'
import { personContext } from '#app/web/context.server.ts'
import { passContext, passGate } from '#app/web/premium-gate.server.ts'
import { PremiumFeedView } from './premium-feed-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/premium-feed'
import { afterAllButSheets } from '#app/web/use-sheet.ts'

export const handle = {
  audience: 'members',
  policy: { GET: { who: 'pass', gate: passGate } },
  title: 'Premium Peach',
  screen: { shell: 'full', tab: 'feed', hydrate: 'unless_saving_data' },
} satisfies RouteHandle

const FILTERS: readonly FeedFilter[] = ['all', 'online', 'new', 'following']

/** The maximum on one page, since an address can ask for any number. */
const MAX_SHOWN = 240

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const { endsAt } = context.get(passContext)
  const asked = feedAsked(url.searchParams, FILTERS)
  const shown = shownOf(url.searchParams.get('shown'))
  const search = feedSearchData(to.premiumFeed, asked, FILTERS)
  const common = { activeUntil: endsAt && showDate(endsAt), search }
  const place: FeedPlace = { feed: 'premium', viewer: 'entitled', feedHref: addressOf(asked, shown) }
  let found: Found
  try {
    found = await findForFeed(asked, { limit: shown, viewerId: person.id })
  } catch (error) {
    log.error({ err: error }, 'the premium feed could not be read')
    const grid = creatorGrid(request, url, [], place)
    return data(
      { ...common, grid, match: 'exact' as const, discoverHref: null, retryHref: place.feedHref },
      { status: 503 },
    )
  }
  return data({
    ...common,
    grid: creatorGrid(request, url, found.creators, place, { keep: asked.query === '' }),
    match: found.match,
    discoverHref: found.more && shown < MAX_SHOWN ? addressOf(asked, shown + PREMIUM_FEED.step) : null,
    retryHref: null,
  })
}

function shownOf(text: string | null): number {
  const wanted = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 0
  const { first, step } = PREMIUM_FEED
  return Math.min(MAX_SHOWN, first + Math.max(0, Math.ceil((wanted - first) / step)) * step)
}

function addressOf(asked: FeedAsked, shown: number): string {
  return feedAddress(to.premiumFeed, asked, { shown: shown > PREMIUM_FEED.first && shown })
}

export const shouldRevalidate = afterAllButSheets

export default function PremiumFeed({ loaderData }: Route.ComponentProps) {
  return <PremiumFeedView {...loaderData} />
}
