import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission, type Permission } from '#app/domain/identity/roles.ts'
import type { WaitingPlace } from '#app/domain/overview/waiting.ts'
import { toAdmin } from '#app/admin-links.ts'

export type EarningsTab = {
  path: string
  label: string
  permission: Permission
  /** The tasks on this page that may wait for a person. */
  waiting?: WaitingPlace
}

/** The tabs inside Earnings, in their order, each with the permission that opens it. Add new pages here. */
export const EARNINGS_TABS: readonly EarningsTab[] = [
  { path: toAdmin.earnings, label: 'Overview', permission: 'ledger.view' },
  { path: toAdmin.payouts, label: 'Payouts', permission: 'payouts.run', waiting: 'payouts' },
  { path: toAdmin.refunds, label: 'Refunds', permission: 'refunds.view', waiting: 'refunds' },
  { path: toAdmin.chargebacks, label: 'Chargebacks', permission: 'refunds.decide', waiting: 'chargebacks' },
  {
    path: toAdmin.reconciliation,
    label: 'Reconciliation',
    permission: 'reconciliation.view',
    waiting: 'differences',
  },
  { path: toAdmin.corrections, label: 'Manual entries', permission: 'reconciliation.view' },
  { path: toAdmin.ledger, label: 'Ledger', permission: 'ledger.view' },
]

export function earningsTabsOf(actor: Actor): EarningsTab[] {
  return EARNINGS_TABS.filter((tab) => hasPermission(actor, tab.permission))
}
