import type { ReactNode } from 'react'
import { isRouteErrorResponse, Outlet, useLocation, useNavigation, useRouteLoaderData } from 'react-router'
import { ROLE_LABELS } from '#app/domain/identity/role-texts.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { countApplications, countOpenReports } from '#app/domain/overview/queries.server.ts'
import { findWaiting } from '#app/domain/overview/waiting.server.ts'
import { countsOf } from '#app/domain/overview/waiting.ts'
import { TabCount } from './tab-count.tsx'
import { toAdmin } from '#app/admin-links.ts'
import { to } from '#app/links.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { ToastRegion } from '#app/ui/toast.tsx'
import { ErrorView, NotFoundView } from '#app/web/components/notices.tsx'
import { Bell } from '#app/web/components/shell/bell.tsx'
import { DemoStrip } from '#app/web/components/shell/page.tsx'
import { SkipLink } from '#app/web/components/shell/skip-link.tsx'
import adminStylesUrl from '#app/web/admin/admin.css?url'
import { type AdminTab, furtherPagesOf, tabsOf } from './tabs.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/layout'

// The admin pages inherit it: they use this layout, not the fans' shell.
export const handle = { audience: 'staff', policy: { GET: 'staff' }, screen: { shell: 'none' } } satisfies RouteHandle

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStylesUrl }]

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const counts = await countTasks(actor)
  const counted = (tab: AdminTab) => ({ ...tab, count: counts.get(tab.path) ?? 0 })
  return {
    email: actor.email,
    role: ROLE_LABELS[actor.staffRole!],
    tabs: tabsOf(actor).map(counted),
    further: furtherPagesOf(actor).map(counted),
  }
}

/** How many tasks wait on each page, as the overview counts them. */
async function countTasks(actor: Person): Promise<Map<string, number>> {
  const [applications, reports, waiting] = await Promise.all([
    countApplications(actor),
    countOpenReports(actor),
    findWaiting(actor),
  ])
  const money = countsOf(waiting)
  const sum = Object.values(money).reduce((all, count) => all + count, 0)
  return new Map<string, number>([
    [toAdmin.applications, applications?.waiting ?? 0],
    [toAdmin.reports, reports?.open ?? 0],
    [toAdmin.earnings, sum],
    [toAdmin.refunds, money.refunds],
  ])
}

type CountedTab = AdminTab & { count: number }
type Staff = Route.ComponentProps['loaderData']

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame staff={loaderData}>
      <Outlet />
    </AdminFrame>
  )
}

/** Errors keep the admin layout, so that the navigation stays. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <AdminFrame staff={loaderData ?? null}>
      {status === 403 ? <Forbidden /> : status === 404 ? <NotFoundView /> : <ErrorView />}
    </AdminFrame>
  )
}

function Forbidden() {
  return (
    <EmptyState
      icon="lock"
      title="Your role can’t open this page"
      action={<LinkButton href={toAdmin.overview}>Back to Overview</LinkButton>}
    >
      Ask the owner if you need access.
    </EmptyState>
  )
}

function AdminFrame({ staff, children }: { staff: Staff | null; children: ReactNode }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const toast = root?.toast
  return (
    <div className="page admin">
      <SkipLink />
      {root?.demo && <DemoStrip />}
      <header className="header admin-header no-print">
        <a className="logo admin-title" href={toAdmin.overview}>
          <Mark />
          Owner Dashboard
        </a>
        <span className="grow" />
        {root?.viewer && <Bell unread={root.viewer.unread} />}
        {staff && <SignedIn staff={staff} />}
      </header>
      {staff && <NarrowNavigation staff={staff} />}
      <div className="admin-columns">
        {staff && (
          <div className="admin-navigation no-print">
            <Navigation staff={staff} />
          </div>
        )}
        <main id="main" className="admin-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <ToastRegion flash={toast ? { ...toast, tone: toast.tone === 'error' ? 'error' : 'success' } : null} />
    </div>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 22 22" width="22" height="22" aria-hidden="true">
      <path d="M11 0a11 11 0 0 1 0 22H3.1A3.1 3.1 0 0 1 0 18.9V11A11 11 0 0 1 11 0Z" />
      <circle cx="8" cy="8" r="3" />
    </svg>
  )
}

function SignedIn({ staff }: { staff: Staff }) {
  const navigation = useNavigation()
  const leaving = navigation.state === 'submitting' && navigation.formAction === to.signOut
  return (
    <>
      <p className="admin-signed-in">
        Signed in as <b>{staff.email}</b> <span className="admin-role">{staff.role}</span>
      </p>
      <form method="post" action={to.signOut}>
        <Button size="small" className="nowrap" icon="log-out" pending={leaving} pendingLabel="Signing out...">
          Sign Out
        </Button>
      </form>
    </>
  )
}

/** On a phone the navigation folds into one line, which opens without JavaScript. */
function NarrowNavigation({ staff }: { staff: Staff }) {
  const active = useActiveTab([...staff.tabs, ...staff.further])
  return (
    <>
      <p className="admin-person no-print">
        Signed in as <b>{staff.email}</b> <span className="admin-role">{staff.role}</span>
      </p>
      {/* The key closes it when the page changes. */}
      <details className="admin-select no-print" key={active?.path}>
        <summary>
          <Icon name={active?.icon ?? 'layout-dashboard'} size={20} />
          <span className="grow">{active?.label ?? 'Dashboard'}</span>
          <Icon name="chevron-down" size={20} />
        </summary>
        <Navigation staff={staff} />
      </details>
    </>
  )
}

function Navigation({ staff }: { staff: Staff }) {
  // Of both lists only one page is the current one.
  const active = useActiveTab([...staff.tabs, ...staff.further])
  return (
    <>
      <nav aria-label="Dashboard">
        <TabLinks tabs={staff.tabs} active={active} />
      </nav>
      <nav aria-label="More pages">
        <TabLinks tabs={staff.further} active={active} />
      </nav>
    </>
  )
}

function TabLinks({ tabs, active }: { tabs: CountedTab[]; active: AdminTab | undefined }) {
  return tabs.map((tab) => (
    <a
      key={tab.path}
      href={tab.path}
      className={joinClasses('admin-tab', tab === active && 'admin-tab-active')}
      aria-current={tab === active ? 'page' : undefined}
    >
      <Icon name={tab.icon} size={20} className="admin-tab-icon" />
      {tab.label}
      {tab.count > 0 && <TabCount count={tab.count} />}
    </a>
  ))
}

function useActiveTab(tabs: AdminTab[]): AdminTab | undefined {
  const { pathname } = useLocation()
  return tabs.findLast(
    (tab) => pathname === tab.path || (tab.path !== toAdmin.overview && pathname.startsWith(`${tab.path}/`)),
  )
}
