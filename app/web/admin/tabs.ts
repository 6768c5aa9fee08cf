import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission, type Permission } from '#app/domain/identity/roles.ts'
import type { IconName } from '#app/ui/icons/names.ts'

export type AdminTab = { path: string; label: string; icon: IconName; permission: Permission }

/** The eight places of the owner's dashboard, in their order, each with the power that opens it. */
export const ADMIN_TABS = [
  { path: '/admin', label: 'Overview', icon: 'layout-dashboard', permission: 'overview.view' },
  { path: '/admin/invites', label: 'Invites', icon: 'mail-plus', permission: 'invites.manage' },
  { path: '/admin/plans', label: 'Plans', icon: 'tags', permission: 'plans.manage' },
  { path: '/admin/peaches', label: 'Peaches', icon: 'badge-check', permission: 'applications.review' },
  { path: '/admin/viewers', label: 'Viewers', icon: 'users', permission: 'accounts.view_masked' },
  { path: '/admin/content', label: 'Content', icon: 'images', permission: 'content.review' },
  { path: '/admin/earnings', label: 'Earnings', icon: 'wallet', permission: 'ledger.view' },
  { path: '/admin/activity', label: 'Activity', icon: 'activity', permission: 'activity.view' },
] as const satisfies readonly AdminTab[]

/** What stands below them: the team, the constants, and one's own ways of signing in. */
const FURTHER_PLACES: readonly AdminTab[] = [
  // Whoever doesn't see the rest of the earnings finds refunds here.
  { path: '/admin/earnings/refunds', label: 'Refunds', icon: 'hand-coins', permission: 'refunds.ask' },
  { path: '/admin/payments', label: 'Payments', icon: 'receipt-text', permission: 'accounts.view_masked' },
  { path: '/admin/team', label: 'Team', icon: 'user-round-cog', permission: 'invites.manage' },
  { path: '/admin/settings', label: 'Settings', icon: 'sliders-horizontal', permission: 'settings.change' },
  { path: '/admin/security', label: 'Your sign-in', icon: 'shield-check', permission: 'overview.view' },
]

export function furtherPlacesOf(actor: Actor): AdminTab[] {
  const seesEarnings = hasPermission(actor, 'ledger.view')
  return FURTHER_PLACES.filter(
    (place) => hasPermission(actor, place.permission) && !(seesEarnings && place.path === '/admin/earnings/refunds'),
  )
}

/** What an actor finds in the navigation: the tabs that the role opens, nothing else. */
export function tabsOf(actor: Actor): AdminTab[] {
  return ADMIN_TABS.filter((tab) => hasPermission(actor, tab.permission))
}
