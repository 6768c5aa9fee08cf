import type { RefundFilter } from '#app/domain/refunds/queries.server.ts'
import type { RefundReason, RefundState } from '#app/domain/payments/refund.ts'
import { toAdmin } from '#app/admin-links.ts'
import type { Status } from '#app/ui/chip.tsx'
import type { Queue } from '#app/web/admin/review-queue/queue.ts'

/** Each decision has its own address below the refund. */
export const REFUND_DECISIONS = ['approval', 'second-approval', 'rejection', 'return', 'retry', 'wallet'] as const
export type RefundDecision = (typeof REFUND_DECISIONS)[number]

export const REFUNDS: Queue<RefundFilter, RefundDecision> = {
  path: toAdmin.refunds,
  item: { page: toAdmin.refund, decision: toAdmin.refundDecision },
  decisions: REFUND_DECISIONS,
  filters: { open: 'To decide', sending: 'On the way', failed: 'Failed', done: 'Done', all: 'All' },
  standard: 'open',
  oldestFirst: ['open'],
  title: 'Refunds',
  one: 'refund',
  many: 'refunds',
  empty: { icon: 'hand-coins', title: 'No refunds here', at: { open: 'All requests are decided.' } },
  searchTip: 'Try a part of the name, or the whole payment reference.',
}

export const REASONS: Record<RefundReason, string> = {
  arrived_late: 'Arrived too late',
  paid_twice: 'Paid twice',
  paid_too_much: 'Paid too much',
  product_gone: 'No longer available',
  not_approved: 'Creator not approved',
  unmatched: 'Did not match the price',
  unused: 'Pass not used',
  removed: 'Content removed',
  asked: 'Requested',
  top_up_charged_back: 'Top-up charged back',
}

export const STATES: Record<RefundState, Status> = {
  asked: { text: 'To decide', tone: 'warning', icon: 'hourglass' },
  agreed: { text: 'Second approval', tone: 'warning', icon: 'shield-check' },
  declined: { text: 'Declined', tone: 'neutral', icon: 'circle-x' },
  requested: { text: 'To be sent', tone: 'info', icon: 'clock' },
  sending: { text: 'Sending', tone: 'info', icon: 'refresh-cw' },
  unknown: { text: 'Unclear', tone: 'warning', icon: 'search' },
  sent: { text: 'Sent', tone: 'info', icon: 'arrow-up-right' },
  completed: { text: 'Completed', tone: 'success', icon: 'circle-check' },
  failed: { text: 'Failed', tone: 'danger', icon: 'circle-x' },
}

/** The labels of ledger accounts on these pages, with their owner. */
export function accountName(purpose: string, owner: string | null): string {
  const names: Record<string, string> = {
    creator_pending: 'pending earnings',
    creator_available: 'available earnings',
    creator_debt: 'owed, deducted from next earnings',
    wallet: 'wallet',
    deferred_pass_revenue: 'Pass, not yet earned',
    deferred_creator_subscriptions: 'Subscription, not yet earned',
    deferred_creator_fees: 'Creator fee, not yet earned',
    breakage: 'Passes that ended unused',
    platform_revenue: 'Our fee',
    creator_fee_revenue: 'Our creator fees',
    taxes_payable: 'Tax within our fee',
    refunds_payable: 'Refunds to send',
    gateway_clearing: 'Our balance at the gateway',
    chargeback_losses: 'Our loss',
    exchange: 'Exchange',
  }
  const name = names[purpose] ?? purpose.replaceAll('_', ' ')
  return owner ? `${owner}, ${name}` : name
}
