import type { ListedChargeback } from '#app/domain/refunds/chargeback-queries.server.ts'
import type { Tie } from '#app/domain/refunds/ties.ts'
import type { Tone } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icons/names.ts'

/** How a chargeback stands, in a word. */
export function chargebackStatus(one: Pick<ListedChargeback, 'status' | 'answer' | 'ended'>): {
  text: string
  tone: Tone
  icon: IconName
} {
  if (one.status === 'won' || one.status === 'reversed') return { text: 'Won', tone: 'success', icon: 'circle-check' }
  if (one.status === 'lost') return { text: 'Lost', tone: 'danger', icon: 'circle-x' }
  if (one.answer === 'accept') return { text: 'Accepted', tone: 'neutral', icon: 'check' }
  if (one.answer === 'decline') return { text: 'Declined, waits', tone: 'info', icon: 'hourglass' }
  return { text: 'To answer', tone: 'warning', icon: 'clock' }
}

/** Why a creator gives their part of a chargeback back. */
export const TIE_LABELS: Record<Tie, string> = {
  same_device: 'signed in with the payer’s browser',
  same_payout_number: 'is paid to the payer’s number',
  same_payout_name: 'is paid to an account in the payer’s name',
  same_sign_up_network: 'began in the payer’s network, which hardly anybody shares',
}
