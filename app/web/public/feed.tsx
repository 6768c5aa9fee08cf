import { data } from 'react-router'
import { feedPage, type FeedPage } from '#app/domain/creators/feed.server.ts'
import { countVisibleUpTo } from '#app/domain/creators/queries.server.ts'
import { hasPass } from '#app/domain/entitlements/queries.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { PUBLIC_FEED } from '#app/domain/settings/constants.ts'
import { cheapestPrice } from '#app/domain/subscriptions/plan.ts'
import { findPlansForSale } from '#app/domain/subscriptions/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import { log } from '#app/platform/log.server.ts'
import { isAdult } from '#app/web/adult.server.ts'
import type { FeedViewer } from '#app/web/components/creator-card-data.ts'
import { creatorGrid } from '#app/web/components/creator-card-markup.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { publicMeta } from '#app/web/page-meta.ts'
import { AgeGateView } from './age-gate-view.tsx'
import { shownOf } from './feed-steps.ts'
import { FeedView } from './feed-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { FEED_STEPS } from './feed-steps.ts'
import type { Route } from './+types/feed'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  // An open sheet is one of many addresses of a feed, and hardly anybody asks for it: with script it opens without a request.
  cacheable: { query: { expired: ['true'], shown: FEED_STEPS.slice(1).map(String) }, except: ['more'] },
  screen: { shell: 'full', tab: 'feed' },
} satisfies RouteHandle

const SUBSCRIBE = '/subscribe?from=public-feed'
const WEEKLY = '/subscribe?from=weekly'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const expired = url.searchParams.get('expired') === 'true'
  if (!isAdult(request, actor)) return data({ gate: true as const, returnTo: url.pathname + url.search })

  const shown = shownOf(url.searchParams.get('shown'))
  const { plans } = await findPlansForSale()
  const common = {
    gate: false as const,
    expired,
    price: formatMoney(cheapestPrice(plans, now())),
    subscribeHref: SUBSCRIBE,
    weeklyHref: WEEKLY,
  }
  const feedHref = addressOf(shown, expired)
  let page: FeedPage
  let total: number
  let viewer: FeedViewer
  try {
    ;[page, total, viewer] = await Promise.all([
      feedPage({ limit: shown, viewerId: actor?.id ?? null }),
      countVisibleUpTo(PUBLIC_FEED.max),
      viewerOf(actor),
    ])
  } catch (error) {
    log.error({ err: error }, 'the public feed could not be read')
    const grid = creatorGrid(request, url, [], { feed: 'public', viewer: 'visitor', feedHref })
    return data({ ...common, grid, total: 0, discoverHref: null, retryHref: feedHref }, { status: 503 })
  }
  const next = Math.min(shown + PUBLIC_FEED.step, PUBLIC_FEED.max)
  return data({
    ...common,
    grid: creatorGrid(request, url, page.creators, { feed: 'public', viewer, feedHref }),
    total,
    discoverHref: page.next && shown < PUBLIC_FEED.max ? addressOf(next, expired) : null,
    retryHref: null,
  })
}

async function viewerOf(actor: Actor): Promise<FeedViewer> {
  if (!actor) return 'visitor'
  return (await hasPass(actor.id)) ? 'entitled' : 'fan'
}

function addressOf(shown: number, expired: boolean): string {
  const query = new URLSearchParams()
  if (expired) query.set('expired', 'true')
  if (shown > PUBLIC_FEED.first) query.set('shown', String(shown))
  return query.size > 0 ? `/public-feed?${query}` : '/public-feed'
}

export function meta({ matches }: Route.MetaArgs) {
  const description =
    'Verified creators from Uganda: private posts, chat, calls and bookings. Pay by mobile money or card. 18+ only.'
  return publicMeta({ title: 'Peaches', description, path: '/public-feed' }, matches)
}

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
  const { gate: _, ...view } = loaderData
  return <FeedView {...view} />
}
