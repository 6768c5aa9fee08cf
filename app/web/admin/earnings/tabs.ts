import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission, type Permission } from '#app/domain/identity/roles.ts'

export type EarningsTab = { path: string; label: string; permission: Permission }

/** The places inside Earnings, in their order, each with the power that opens it. A new page adds its line here. */
export const EARNINGS_TABS: readonly EarningsTab[] = [
  { path: '/admin/earnings', label: 'Overview', permission: 'ledger.view' },
  { path: '/admin/earnings/payouts', label: 'Payouts', permission: 'payouts.run' },
  { path: '/admin/earnings/refunds', label: 'Refunds', permission: 'refunds.view' },
  { path: '/admin/earnings/chargebacks', label: 'Chargebacks', permission: 'refunds.decide' },
  { path: '/admin/earnings/reconciliation', label: 'Reconciliation', permission: 'reconciliation.view' },
  { path: '/admin/earnings/ledger', label: 'Ledger', permission: 'ledger.view' },
]

export function earningsTabsOf(actor: Actor): EarningsTab[] {
  return EARNINGS_TABS.filter((tab) => hasPermission(actor, tab.permission))
}
