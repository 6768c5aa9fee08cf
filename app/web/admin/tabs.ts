import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission, type Permission } from '#app/domain/identity/roles.ts'
import { toAdmin } from '#app/admin-links.ts'
import type { IconName } from '#app/ui/icons/names.ts'

export type AdminTab = { path: string; label: string; icon: IconName; permission: Permission }

/** The eight tabs of the owner's dashboard in their order, each with the permission that opens it. */
export const ADMIN_TABS = [
  { path: toAdmin.overview, label: 'Overview', icon: 'layout-dashboard', permission: 'overview.view' },
  { path: toAdmin.invites, label: 'Invites', icon: 'mail-plus', permission: 'invites.manage' },
  { path: toAdmin.plans, label: 'Plans', icon: 'tags', permission: 'plans.manage' },
  { path: toAdmin.applications, label: 'Peaches', icon: 'badge-check', permission: 'applications.review' },
  { path: toAdmin.viewers, label: 'Viewers', icon: 'users', permission: 'accounts.view_masked' },
  { path: toAdmin.content, label: 'Content', icon: 'images', permission: 'content.review' },
  { path: toAdmin.earnings, label: 'Earnings', icon: 'wallet', permission: 'ledger.view' },
  { path: toAdmin.activity, label: 'Activity', icon: 'activity', permission: 'activity.view' },
] as const satisfies readonly AdminTab[]

/** The pages below the tabs: the team, the settings, and the actor's own sign-in methods. */
const FURTHER_PAGES: readonly AdminTab[] = [
  // Refunds for roles that can't open Earnings.
  { path: toAdmin.refunds, label: 'Refunds', icon: 'hand-coins', permission: 'refunds.ask' },
  { path: toAdmin.reports, label: 'Reports', icon: 'flag', permission: 'reports.review' },
  { path: toAdmin.payments, label: 'Payments', icon: 'receipt-text', permission: 'accounts.view_masked' },
  { path: toAdmin.team, label: 'Team', icon: 'user-round-cog', permission: 'invites.manage' },
  { path: toAdmin.settings, label: 'Settings', icon: 'sliders-horizontal', permission: 'settings.change' },
  { path: toAdmin.security, label: 'Security', icon: 'shield-check', permission: 'overview.view' },
]

/** The pages below the tabs that the actor's role may open. Refunds is listed only for actors without the Earnings tab. */
export function furtherPagesOf(actor: Actor): AdminTab[] {
  const seesEarnings = hasPermission(actor, 'ledger.view')
  return FURTHER_PAGES.filter(
    (page) => hasPermission(actor, page.permission) && !(seesEarnings && page.path === toAdmin.refunds),
  )
}

/** The tabs that the actor's role may open, in their order. */
export function tabsOf(actor: Actor): AdminTab[] {
  return ADMIN_TABS.filter((tab) => hasPermission(actor, tab.permission))
}
