import { EmptyState } from '#app/ui/empty-state.tsx'
import { privateMeta } from '#app/web/page-meta.ts'
import { requireStaff } from '#app/web/middleware/actor.server.ts'
import { ADMIN_TABS } from './tabs.ts'
import type { Route } from './+types/later'

const LATER: Record<string, string> = {
  '/admin/viewers': 'A later release lets you search accounts, suspend fans and handle reports here.',
  '/admin/content':
    'A later release lets you review reported and pending content here. Review applications and their first posts under Peaches.',
  '/admin/activity':
    'A later release lets you filter the whole activity record here. Everything is recorded already; Overview shows the newest entries.',
}

/** The page of a tab that is not built yet. Its permission is already enforced. */
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
