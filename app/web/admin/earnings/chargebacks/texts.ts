import type { ChargebackFilter, ListedChargeback } from '#app/domain/refunds/chargeback-queries.server.ts'
import type { Tie } from '#app/domain/refunds/chargeback-ties.ts'
import { toAdmin } from '#app/admin-links.ts'
import type { Status } from '#app/ui/chip.tsx'
import type { Queue } from '#app/web/admin/review-queue/queue.ts'

/** Each decision has its own address below the chargeback. */
export const CHARGEBACK_DECISIONS = ['contest', 'acceptance', 'flag-removal'] as const

export const CHARGEBACKS: Queue<ChargebackFilter, (typeof CHARGEBACK_DECISIONS)[number]> = {
  path: toAdmin.chargebacks,
  item: { page: toAdmin.chargeback, decision: toAdmin.chargebackDecision },
  decisions: CHARGEBACK_DECISIONS,
  filters: { open: 'To answer', contested: 'Answered', ended: 'Ended', all: 'All' },
  standard: 'open',
  oldestFirst: ['open'],
  title: 'Chargebacks',
  one: 'chargeback',
  many: 'chargebacks',
  empty: { icon: 'flag', at: { all: 'No bank has reversed a payment.' } },
  searchTip: 'Try a part of the product’s name.',
}

/** The status of a chargeback, as a chip. */
export function chargebackStatus(one: Pick<ListedChargeback, 'status' | 'answer' | 'ended'>): Status {
  if (one.status === 'won' || one.status === 'reversed') return { text: 'Won', tone: 'success', icon: 'circle-check' }
  if (one.status === 'lost') return { text: 'Lost', tone: 'danger', icon: 'circle-x' }
  if (one.answer === 'accept') return { text: 'Accepted', tone: 'neutral', icon: 'check' }
  if (one.answer === 'decline') return { text: 'Contested, waiting', tone: 'info', icon: 'hourglass' }
  return { text: 'To answer', tone: 'warning', icon: 'clock' }
}

/** Why a creator's part of a chargeback is reversed. */
export const TIE_LABELS: Record<Tie, string> = {
  same_device: 'signed in with the payer’s browser',
  same_payout_number: 'has a payout account with the payer’s number',
  same_payout_name: 'has a payout account in the payer’s name',
  same_sign_up_network: 'signed up from the payer’s network, which few people use',
}
