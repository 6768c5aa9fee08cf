import { Outlet, useLocation } from 'react-router'
import { FilterChip, FilterChips } from '#app/ui/chip.tsx'
import { requireStaff } from '#app/web/middleware/actor.server.ts'
import earningsStylesUrl from '#app/web/styles/admin-earnings.css?url'
import { earningsTabsOf } from './tabs.ts'
import type { Route } from './+types/layout'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: earningsStylesUrl }]

export function loader({ context }: Route.LoaderArgs) {
  return { tabs: earningsTabsOf(requireStaff(context, 'overview.view')) }
}

/** Everything about money: its own places stand above each of its pages. */
export default function EarningsLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const active = loaderData.tabs.findLast(
    ({ path }) => pathname === path || (path !== '/admin/earnings' && pathname.startsWith(`${path}/`)),
  )
  return (
    <div className="earnings stack stack-16">
      {loaderData.tabs.length > 1 && (
        <div className="earnings-places">
          <FilterChips label="Earnings">
            {loaderData.tabs.map((tab) => (
              <FilterChip key={tab.path} href={tab.path} active={tab === active}>
                {tab.label}
              </FilterChip>
            ))}
          </FilterChips>
        </div>
      )}
      <Outlet />
    </div>
  )
}
