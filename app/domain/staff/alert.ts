import type { Permission } from '#app/domain/identity/roles.ts'
import type { StaffAlertKind } from '#app/domain/notifications/staff-alert.ts'

type Place = {
  /** Staff with this permission are notified. */
  permission: Permission
  page: string
  /** The matter has a page of its own below it. */
  single: boolean
}

const CHARGEBACKS: Place = { permission: 'refunds.decide', page: '/admin/earnings/chargebacks', single: true }
const PAYOUTS: Place = { permission: 'payouts.run', page: '/admin/earnings/payouts', single: true }
const REFUNDS: Place = { permission: 'refunds.decide', page: '/admin/earnings/refunds', single: true }
const BOOKS: Place = { permission: 'reconciliation.view', page: '/admin/earnings/reconciliation', single: false }

/** The page of each matter, and the permission that it requires. */
export const ALERT_PLACES: Record<StaffAlertKind, Place> = {
  chargeback_received: CHARGEBACKS,
  chargeback_due_soon: CHARGEBACKS,
  chargeback_due_very_soon: CHARGEBACKS,
  chargeback_answer_refused: CHARGEBACKS,
  payouts_halted: { ...PAYOUTS, single: false },
  payout_needs_review: PAYOUTS,
  payout_reversed: PAYOUTS,
  payout_arrived_late: PAYOUTS,
  refund_failed: REFUNDS,
  refund_held_up: REFUNDS,
  refund_without_an_end: REFUNDS,
  gateway_differs: BOOKS,
  books_breached: BOOKS,
}
