import { data } from 'react-router'
import { feedPage, type FeedFilter, type FeedPage } from '#app/domain/creators/feed.server.ts'
import { showDate } from '#app/platform/dates.ts'
import { PREMIUM_FEED } from '#app/domain/settings/constants.ts'
import { to, withQuery } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import type { FeedPlace } from '#app/web/components/creator-card-data.ts'
import { creatorGrid } from '#app/web/components/creator-card-markup.tsx'
import { personContext } from '#app/web/context.server.ts'
import { passContext, passGate } from '#app/web/premium-gate.server.ts'
import { PremiumFeedView } from './premium-feed-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/premium-feed'

export const handle = {
  audience: 'members',
  policy: { GET: { who: 'pass', gate: passGate } },
  title: 'Premium Peach',
  screen: { shell: 'full', tab: 'feed', hydrate: 'unless_saving_data' },
} satisfies RouteHandle

const FILTERS: readonly { name: FeedFilter; label: string }[] = [
  { name: 'all', label: 'All' },
  { name: 'online', label: 'Online' },
  { name: 'new', label: 'New' },
  { name: 'following', label: 'Following' },
]

/** The maximum on one page, since an address can ask for any number. */
const MAX_SHOWN = 240

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const { endsAt } = context.get(passContext)
  const filter = FILTERS.find(({ name }) => name === url.searchParams.get('filter'))?.name ?? 'all'
  const shown = shownOf(url.searchParams.get('shown'))
  const common = {
    activeUntil: endsAt && showDate(endsAt),
    filters: FILTERS.map(({ name, label }) => ({
      label,
      href: addressOf(name, PREMIUM_FEED.first),
      active: name === filter,
    })),
    clearHref: to.premiumFeed,
  }
  const place: FeedPlace = { feed: 'premium', viewer: 'entitled', feedHref: addressOf(filter, shown) }
  let page: FeedPage
  try {
    page = await feedPage({ limit: shown, viewerId: person.id, filter })
  } catch (error) {
    log.error({ err: error }, 'the premium feed could not be read')
    const grid = creatorGrid(request, url, [], place)
    return data({ ...common, grid, discoverHref: null, retryHref: place.feedHref }, { status: 503 })
  }
  return data({
    ...common,
    grid: creatorGrid(request, url, page.creators, place),
    discoverHref: page.next && shown < MAX_SHOWN ? addressOf(filter, shown + PREMIUM_FEED.step) : null,
    retryHref: null,
  })
}

function shownOf(text: string | null): number {
  const wanted = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 0
  const { first, step } = PREMIUM_FEED
  return Math.min(MAX_SHOWN, first + Math.max(0, Math.ceil((wanted - first) / step)) * step)
}

function addressOf(filter: FeedFilter, shown: number): string {
  return withQuery(to.premiumFeed, {
    filter: filter !== 'all' && filter,
    shown: shown > PREMIUM_FEED.first && shown,
  })
}

export default function PremiumFeed({ loaderData }: Route.ComponentProps) {
  return <PremiumFeedView {...loaderData} />
}
