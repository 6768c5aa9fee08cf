import type { ListedChargeback } from '#app/domain/refunds/chargeback-queries.server.ts'
import type { Tone } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icons/names.ts'

/** How a chargeback stands, in a word. */
export function standingOf(one: Pick<ListedChargeback, 'status' | 'answer' | 'ended'>): {
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
