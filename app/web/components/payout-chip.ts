import { isForApproval } from '#app/domain/payouts/failure.ts'
import type { PayoutState } from '#app/domain/payouts/payout.ts'
import type { Tone } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icons/names.ts'

type Label = { tone: Tone; icon: IconName; text: string }

const UNDER_WAY: Label = { tone: 'info', icon: 'refresh-cw', text: 'Sending' }
const STATES: Record<PayoutState, Label> = {
  pending: { tone: 'warning', icon: 'hourglass', text: 'Pending' },
  sending: UNDER_WAY,
  sent: UNDER_WAY,
  unknown: UNDER_WAY,
  completed: { tone: 'success', icon: 'circle-check', text: 'Completed' },
  failed: { tone: 'danger', icon: 'circle-x', text: 'Failed' },
  cancelled: { tone: 'neutral', icon: 'x', text: 'Cancelled' },
  reversed: { tone: 'danger', icon: 'circle-x', text: 'Returned' },
}

const FOR_APPROVAL: Label = { tone: 'warning', icon: 'shield-check', text: 'For approval' }

/** The status of a payout as a chip. `reason`: why it waits. */
export function payoutChip(state: PayoutState, reason: string | null): Label {
  return state === 'pending' && isForApproval(reason) ? FOR_APPROVAL : STATES[state]
}

/** For what the next payout run will send. */
export const SCHEDULED: Label = { tone: 'neutral', icon: 'calendar-days', text: 'Scheduled' }
