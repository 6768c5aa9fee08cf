import type { ChargebackFilter, ListedChargeback } from '#app/domain/refunds/chargeback-queries.server.ts'
import type { Tie } from '#app/domain/refunds/ties.ts'
import { to } from '#app/links.ts'
import type { Tone } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icons/names.ts'
import type { QueueDefinition } from '#app/web/admin/review-queue/queue.ts'

/** The queue of chargebacks: its chips and its order. */
export const CHARGEBACKS: QueueDefinition<ChargebackFilter> = {
  path: to.admin.chargebacks,
  filters: { open: 'To answer', contested: 'Answered', ended: 'Ended', all: 'All' },
  standard: 'open',
  oldestFirst: ['open'],
}

/** Each decision has its own address below the chargeback. */
export const CHARGEBACK_DECISIONS = ['contest', 'acceptance', 'flag-removal'] as const
export type ChargebackDecision = (typeof CHARGEBACK_DECISIONS)[number]

/** The status of a chargeback, as a chip. */
export function chargebackStatus(one: Pick<ListedChargeback, 'status' | 'answer' | 'ended'>): {
  text: string
  tone: Tone
  icon: IconName
} {
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
