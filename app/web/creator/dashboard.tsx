import { redirect } from 'react-router'
import { findCreatorStatus } from '#app/domain/moderation/creator-status.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { creatorStatePage } from './creator-state.ts'
import { CreatorStateView } from './creator-state-view.tsx'
import { DashboardTabs } from './earnings/dashboard-tabs.tsx'
import { loadToday } from '#app/web/creator/earnings/today.server.ts'
import { TodayCard } from './earnings/today-card.tsx'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import earningsStylesUrl from '#app/web/creator/earnings/earnings.css?url'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/dashboard'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: creatorStylesUrl },
  { rel: 'stylesheet', href: earningsStylesUrl },
]

export const handle = {
  audience: 'creators',
  policy: { GET: 'signed_in' },
  title: 'Your page',
  screen: { shell: 'full', tab: 'profile', bottomBar: false },
} satisfies RouteHandle

/** A creator's own dashboard: the status of the page, and what to do next. */
export async function loader({ context }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const [status, { creatorFeeMinor }] = await Promise.all([findCreatorStatus(creator.id), settings()])
  const page = creatorStatePage({
    status,
    username: creator.username,
    price: formatMoney({ amountMinor: creatorFeeMinor, currency: 'UGX' }),
    today: showDate(now()),
  })
  if (!page) throw redirect(to.creatorOnboarding.intro, 303)
  // A creator who was never approved has no earnings yet.
  const today = status.verification === 'approved' || status.lastEnd ? await loadToday(creator.id) : null
  return { page, today, moneyFirst: status.visible }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { page, today, moneyFirst } = loaderData
  if (!today) return <CreatorStateView page={page} />
  // Today's earnings come first, unless the page is not visible.
  return (
    <>
      <div className="container container-narrow stack stack-16">
        <DashboardTabs active="page" />
        {moneyFirst && <TodayCard today={today} />}
      </div>
      <CreatorStateView page={page}>{!moneyFirst && <TodayCard today={today} />}</CreatorStateView>
    </>
  )
}
