import type { PayoutFilter } from '#app/domain/payouts/staff-queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import type { Queue } from '#app/web/admin/review-queue/queue.ts'

/** Each decision has its own address below the payout. */
export const PAYOUT_DECISIONS = ['approval', 'cancellation', 'retry', 'release'] as const
export type PayoutDecision = (typeof PAYOUT_DECISIONS)[number]

export const PAYOUTS: Queue<PayoutFilter, PayoutDecision> = {
  path: toAdmin.payouts,
  item: { page: toAdmin.payout, decision: toAdmin.payoutDecision },
  decisions: PAYOUT_DECISIONS,
  filters: {
    all: 'All',
    approval: 'Needs approval',
    pending: 'Pending',
    sending: 'Sending',
    unknown: 'Unknown',
    failed: 'Failed',
    completed: 'Completed',
  },
  standard: 'all',
  oldestFirst: [],
  title: 'Payouts',
  one: 'payout',
  many: 'payouts',
  empty: { icon: 'wallet', text: 'The weekly run creates payouts every Friday.' },
  searchTip: 'Try a part of the creator’s name, or the whole number.',
}

/** Why a payout can't be made, or a decision about one. */
export const PAYOUT_REFUSALS = {
  not_yours: 'Your role does not include this.',
  own_account: 'You can’t decide about your own account.',
  not_waiting: 'Status has changed: this payout no longer needs an approval.',
  approved_before: 'You gave the first approval. Another person must give the second.',
  second_only: 'Only a super-admin or the owner can give the second approval.',
  too_late: 'Status has changed: the payout is already on its way.',
  not_lost: 'The gateway has this payout, or it has ended.',
  too_early: 'A payout counts as lost after a day. Try again then.',
  found: 'Status has changed: the gateway found the payout.',
  gateway_silent: 'The gateway gave no clear answer. Nothing was changed. Try again later.',
  no_account: 'This creator has no payout account yet.',
  account_frozen: 'The payout account is new. We pay to it after the waiting time.',
  account_refused: 'The payout account can’t receive payments. We asked the creator for another one.',
  name_unchecked: 'Check the name on the payout account first.',
  not_active: 'This creator is suspended, blocked, flagged or not verified.',
  too_little: 'The available amount is too small to pay out.',
  retried_before: 'This payout was already paid again, or it did not fail.',
  judged_before: 'Status has changed: the name was already checked, or the account was replaced.',
} as const

/** After a payout was made outside of the weekly run: its page. */
export function payoutCreated([payoutId]: readonly string[]) {
  return {
    title: 'Payout created',
    description: 'We send it automatically. A large payout needs approvals first.',
    at: toAdmin.payout(payoutId!),
  }
}
