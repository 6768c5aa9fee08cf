import { redirect } from 'react-router'
import { findCreatorStatus } from '#app/domain/moderation/creator-status.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { creatorStatePage } from './creator-state.ts'
import { CreatorStateView } from './creator-state-view.tsx'
import { DashboardTabs } from './earnings/dashboard-tabs.tsx'
import { TodayCard } from './earnings/today-card.tsx'
import { HomeView, MoneyLine, Needs, NextPayout } from './overview/home-view.tsx'
import { loadHome } from '#app/web/creator/overview/load-home.server.ts'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import earningsStylesUrl from '#app/web/creator/earnings/earnings.css?url'
import homeStylesUrl from '#app/web/creator/overview/home.css?url'
import { personContext } from '#app/web/context.server.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import type { Route } from './+types/dashboard'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: creatorStylesUrl },
  { rel: 'stylesheet', href: earningsStylesUrl },
  { rel: 'stylesheet', href: homeStylesUrl },
]

export const handle = creatorPage('Dashboard', { shell: 'full', tab: 'home' })

/** A creator's own dashboard: what was earned, when it is paid, and what needs them; before the first visible day, the status of the page. */
export async function loader({ context }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const [status, { creatorFeeMinor }] = await Promise.all([findCreatorStatus(creator.id), settings()])
  const price = formatMoney({ amountMinor: creatorFeeMinor, currency: 'UGX' })
  const page = creatorStatePage({ status, username: creator.username, price, now: now() })
  if (!page) throw redirect(to.creatorOnboarding.intro, 303)
  // A creator who was never approved has no earnings yet.
  const known = status.verification === 'approved' || status.lastEnd !== null
  const home = known
    ? await loadHome({ creatorId: creator.id, status, page, price, priceMinor: creatorFeeMinor })
    : null
  return { page, home, name: creator.displayName ?? creator.username ?? 'Your page' }
}

export default function Dashboard({ loaderData: { page, home, name } }: Route.ComponentProps) {
  if (!home) return <CreatorStateView page={page} />
  if (home.visible)
    return (
      <div className="container stack stack-16">
        <DashboardTabs active="home" />
        <HomeView home={home} page={page} name={name} />
      </div>
    )
  // What makes the page visible again comes first; the money stays in reach.
  return (
    <>
      <div className="container container-narrow stack stack-16">
        <DashboardTabs active="home" />
      </div>
      <CreatorStateView page={page}>
        <TodayCard today={home.today}>
          <NextPayout next={home.nextPayout} />
        </TodayCard>
        {home.needs.length > 0 && <Needs rows={home.needs} />}
        <MoneyLine money={home.money} />
      </CreatorStateView>
    </>
  )
}
