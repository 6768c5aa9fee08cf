import { data } from 'react-router'
import type { RouteHandle } from '#app/root.tsx'
import { requirePerson } from '#app/web/middleware/actor.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import earningsStylesUrl from '#app/web/creator/earnings/earnings.css?url'
import { loadEarningsBoard } from '#app/web/creator/earnings/board.server.ts'
import { EarningsView } from './earnings-view.tsx'
import { loadToday } from '#app/web/creator/earnings/today.server.ts'
import type { Route } from './+types/earnings'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: earningsStylesUrl }]

export const handle = { shell: 'full', tab: 'profile' } satisfies RouteHandle

/** The Earnings tab of the signed-in creator: pending and available balance, by day and by source, payouts and statements. */
export async function loader({ context }: Route.LoaderArgs) {
  const creator = requirePerson(context)
  const [board, today] = await Promise.all([loadEarningsBoard(creator.id), loadToday(creator.id)])
  return data({ board, today }, { headers: { 'cache-control': 'private, no-store' } })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Earnings', matches)
}

export default function Earnings({ loaderData }: Route.ComponentProps) {
  return <EarningsView board={loaderData.board} today={loaderData.today} />
}
