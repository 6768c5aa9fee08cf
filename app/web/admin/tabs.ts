import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission, type Permission } from '#app/domain/identity/roles.ts'
import { to } from '#app/links.ts'
import type { IconName } from '#app/ui/icons/names.ts'

export type AdminTab = { path: string; label: string; icon: IconName; permission: Permission }

/** The eight tabs of the owner's dashboard in their order, each with the permission that opens it. */
export const ADMIN_TABS = [
  { path: to.admin.overview, label: 'Overview', icon: 'layout-dashboard', permission: 'overview.view' },
  { path: to.admin.invites, label: 'Invites', icon: 'mail-plus', permission: 'invites.manage' },
  { path: to.admin.plans, label: 'Plans', icon: 'tags', permission: 'plans.manage' },
  { path: to.admin.applications, label: 'Peaches', icon: 'badge-check', permission: 'applications.review' },
  { path: to.admin.viewers, label: 'Viewers', icon: 'users', permission: 'accounts.view_masked' },
  { path: to.admin.content, label: 'Content', icon: 'images', permission: 'content.review' },
  { path: to.admin.earnings, label: 'Earnings', icon: 'wallet', permission: 'ledger.view' },
  { path: to.admin.activity, label: 'Activity', icon: 'activity', permission: 'activity.view' },
] as const satisfies readonly AdminTab[]

/** The pages below the tabs: the team, the settings, and the actor's own sign-in methods. */
const FURTHER_PAGES: readonly AdminTab[] = [
  // Refunds for roles that can't open Earnings.
  { path: to.admin.refunds, label: 'Refunds', icon: 'hand-coins', permission: 'refunds.ask' },
  { path: to.admin.reports, label: 'Reports', icon: 'flag', permission: 'reports.review' },
  { path: to.admin.payments, label: 'Payments', icon: 'receipt-text', permission: 'accounts.view_masked' },
  { path: to.admin.team, label: 'Team', icon: 'user-round-cog', permission: 'invites.manage' },
  { path: to.admin.settings, label: 'Settings', icon: 'sliders-horizontal', permission: 'settings.change' },
  { path: to.admin.security, label: 'Security', icon: 'shield-check', permission: 'overview.view' },
]

/** The pages below the tabs that the actor's role may open. Refunds is listed only for actors without the Earnings tab. */
export function furtherPagesOf(actor: Actor): AdminTab[] {
  const seesEarnings = hasPermission(actor, 'ledger.view')
  return FURTHER_PAGES.filter(
    (page) => hasPermission(actor, page.permission) && !(seesEarnings && page.path === to.admin.refunds),
  )
}

/** The tabs that the actor's role may open, in their order. */
export function tabsOf(actor: Actor): AdminTab[] {
  return ADMIN_TABS.filter((tab) => hasPermission(actor, tab.permission))
}
