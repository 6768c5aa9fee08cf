import { Outlet, useLocation } from 'react-router'
import { findWaiting } from '#app/domain/overview/waiting.server.ts'
import { countsOf } from '#app/domain/overview/waiting.ts'
import { toAdmin } from '#app/admin-links.ts'
import { Tabs } from '#app/ui/segmented.tsx'
import { TabCount } from '#app/web/admin/tab-count.tsx'
import earningsStylesUrl from '#app/web/admin/earnings/earnings.css?url'
import { earningsTabsOf } from './tabs.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/layout'

export const handle = { audience: 'staff', policy: { GET: 'staff' } } satisfies RouteHandle

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: earningsStylesUrl }]

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const counts = countsOf(await findWaiting(actor))
  return {
    tabs: earningsTabsOf(actor).map(({ path, label, waiting }) => ({
      path,
      label,
      count: waiting ? counts[waiting] : 0,
    })),
  }
}

/** The frame of all pages about money, with their tabs above. */
export default function EarningsLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const active = loaderData.tabs.findLast(
    ({ path }) => pathname === path || (path !== toAdmin.earnings && pathname.startsWith(`${path}/`)),
  )
  return (
    <div className="earnings stack stack-16">
      {loaderData.tabs.length > 1 && (
        <Tabs
          scrolls
          label="Earnings"
          tabs={loaderData.tabs.map((tab) => ({
            href: tab.path,
            active: tab === active,
            label: (
              <span className="row">
                {tab.label}
                {tab.count > 0 && <TabCount count={tab.count} />}
              </span>
            ),
          }))}
        />
      )}
      <Outlet />
    </div>
  )
}
