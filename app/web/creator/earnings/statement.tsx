import { data } from 'react-router'
import { NotFoundView } from '#app/web/components/not-found-view.tsx'
import earningsStylesUrl from '#app/web/creator/earnings/earnings.css?url'
import { askedMonth } from '#app/web/creator/earnings/load-statement.server.ts'
import { loadStatementPage } from '#app/web/creator/earnings/statement-page.server.ts'
import { StatementView } from './statement-view.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/statement'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: earningsStylesUrl }]

export const handle = {
  audience: 'creators',
  policy: { GET: 'signed_in' },
  title: 'Statement',
  screen: { shell: 'full', tab: 'profile' },
} satisfies RouteHandle

/** One month of the signed-in creator's earnings, transaction by transaction. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const asked = await askedMonth(creator.id, url)
  if (!asked) return data({ state: 'not_found' as const }, 404)
  const page = await loadStatementPage(creator.id, asked)
  return { state: 'page' as const, page }
}

export default function Statement({ loaderData }: Route.ComponentProps) {
  return loaderData.state === 'page' ? <StatementView page={loaderData.page} /> : <NotFoundView />
}
