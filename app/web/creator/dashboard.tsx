import { data, redirect } from 'react-router'
import { findCreatorStanding } from '#app/domain/moderation/creator-standing.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/domain/payments/show-time.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { now } from '#app/platform/clock.ts'
import type { RouteHandle } from '#app/root.tsx'
import { requirePerson } from '#app/web/middleware/actor.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { creatorStatePage } from './creator-state.ts'
import { CreatorStateView } from './creator-state-view.tsx'
import creatorStylesUrl from '#app/web/styles/creator.css?url'
import type { Route } from './+types/dashboard'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = { shell: 'full', tab: 'profile', bottomBar: false } satisfies RouteHandle

/** A creator's own place: where the page stands, whether it is visible or not, and what to do next. */
export async function loader({ context }: Route.LoaderArgs) {
  const creator = requirePerson(context)
  const [standing, { creatorFeeMinor }] = await Promise.all([findCreatorStanding(creator.id), settings()])
  const page = creatorStatePage({
    standing,
    username: creator.username,
    price: formatMoney({ amountMinor: creatorFeeMinor, currency: 'UGX' }),
    today: showDate(now()),
  })
  if (!page) throw redirect('/onboarding', 303)
  return data({ page }, { headers: { 'cache-control': 'private, no-store' } })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Your page', matches)
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return <CreatorStateView page={loaderData.page} />
}
