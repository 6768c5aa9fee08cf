import earningsStylesUrl from '#app/web/creator/earnings/earnings.css?url'
import { loadEarningsBoard } from '#app/web/creator/earnings/board.server.ts'
import { EarningsView } from './earnings-view.tsx'
import { loadToday } from '#app/web/creator/earnings/today.server.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/earnings'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: earningsStylesUrl }]

export const handle = {
  audience: 'creators',
  policy: { GET: 'signed_in' },
  title: 'Earnings',
  screen: { shell: 'full', tab: 'profile' },
} satisfies RouteHandle

/** The Earnings tab of the signed-in creator: pending and available balance, by day and by source, payouts and statements. */
export async function loader({ context }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const [board, today] = await Promise.all([loadEarningsBoard(creator.id), loadToday(creator.id)])
  return { board, today }
}

export default function Earnings({ loaderData }: Route.ComponentProps) {
  return <EarningsView board={loaderData.board} today={loaderData.today} />
}
