import { EmptyState } from '#app/ui/empty-state.tsx'
import { privateMeta } from '#app/web/page-meta.ts'
import { requireStaff } from '#app/web/middleware/actor.server.ts'
import { ADMIN_TABS } from './tabs.ts'
import type { Route } from './+types/later'

const LATER: Record<string, string> = {
  '/admin/viewers': 'Searching accounts, suspending fans and handling reports opens with a later release.',
  '/admin/content':
    'The queue of reported and pending content opens with a later release. Applications, with their first posts, are reviewed under Peaches.',
  '/admin/activity':
    'The whole record with its filters opens with a later release. It is kept from the first day on; the newest entries stand on Overview.',
}

/** A tab that a later release fills says so; who may see it is decided already. */
export function loader({ url, context }: Route.LoaderArgs) {
  const tab = ADMIN_TABS.find(({ path }) => path === url.pathname)
  const description = tab && LATER[tab.path]
  if (!tab || !description) throw new Response('Not found', { status: 404 })
  requireStaff(context, tab.permission)
  return { label: tab.label, icon: tab.icon, description }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return privateMeta(loaderData?.label ?? 'Dashboard', matches)
}

export default function Later({ loaderData }: Route.ComponentProps) {
  return (
    <EmptyState icon={loaderData.icon} title={`${loaderData.label} is not open yet`}>
      {loaderData.description}
    </EmptyState>
  )
}
