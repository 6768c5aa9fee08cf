import { amountOf } from '#app/platform/exact-text.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { isForApproval, reasonText } from '#app/domain/payouts/failure.ts'
import { maskedAccount } from '#app/domain/payouts/account.ts'
import { ugxOf } from '#app/domain/payouts/payout.ts'
import type { StaffPayout } from '#app/domain/payouts/staff-queries.server.ts'
import type { Status } from '#app/ui/chip.tsx'
import type { TrackerStep } from '#app/ui/tracker.tsx'
import { payoutChip } from '#app/web/components/payout-chip.ts'

type Notice = { tone: 'info' | 'warning' | 'danger'; title: string; text: string }

/** The status of a payout for staff, who see where it is unclear. */
export function staffPayoutChip(state: StaffPayout['state'], reason: string | null = null): Status {
  if (state === 'unknown') return { tone: 'warning', icon: 'search', text: 'Unknown' }
  if (state === 'completed' && reason === 'other_name')
    return { tone: 'warning', icon: 'user-round', text: 'Other name' }
  if (state === 'pending' && isForApproval(reason))
    return { tone: 'warning', icon: 'shield-check', text: reason === 'approval' ? 'Two approvals' : 'Second approval' }
  return payoutChip(state, reason)
}

/** The notice at the top of a payout; null if there is nothing special. */
export function noticeOf(payout: StaffPayout, viewerId: string): Notice | null {
  if (payout.state === 'pending') return waitingNotice(payout, viewerId)
  if (payout.state === 'unknown')
    return {
      tone: 'warning',
      title: 'Result not known yet',
      text: `${reasonText(payout.reason) || 'The gateway has not answered.'} We check it and never send it twice. Checks so far: ${payout.lookups}.`,
    }
  if (payout.state === 'failed' || payout.state === 'reversed')
    return {
      tone: 'danger',
      title: payout.state === 'failed' ? 'The payout failed' : 'The payout was returned',
      text: `${reasonText(payout.reason)} The full amount is back in the creator\u2019s available earnings.`.trim(),
    }
  if (payout.failureSeenAt)
    return {
      tone: 'warning',
      title: 'The gateway reports a failure',
      text: 'Some networks pay after such a report. The payout counts as failed if the gateway still reports it after 30 minutes.',
    }
  if (payout.reason === 'other_name')
    return {
      tone: 'warning',
      title: 'Paid to another name',
      text: `The network has another name than ${payout.accountName} for this account. Ask the creator and the gateway whose it is.`,
    }
  if (payout.reason === 'arrived_late')
    return {
      tone: 'warning',
      title: 'Completed after it had failed',
      text: 'We had put the amount back into the earnings, so we deducted it again. If it was already spent, the creator owes it.',
    }
  return payout.reason === null
    ? null
    : { tone: 'warning', title: 'Check this payout', text: reasonText(payout.reason) }
}

function waitingNotice(payout: StaffPayout, viewerId: string): Notice | null {
  const [first] = payout.approvals
  if (payout.reason === 'approval')
    return {
      tone: 'warning',
      title: 'Two approvals needed',
      text: 'Two different people must approve a payout of this size.',
    }
  if (payout.reason === 'first_approval' && first)
    return first.approverId === viewerId
      ? { tone: 'info', title: 'You gave the first approval', text: 'Another person must give the second.' }
      : {
          tone: 'warning',
          title: 'Second approval needed',
          text: `First: ${first.name}, ${showDateTime(first.at)}`,
        }
  return payout.reason === null ? null : { tone: 'info', title: 'Waiting', text: reasonText(payout.reason) }
}

/** Facts about a payout, as labels and values. */
export function payoutFacts(payout: StaffPayout): { label: string; value: string; copy?: string }[] {
  const facts: { label: string; value: string | null; copy?: string }[] = [
    {
      label: 'To',
      value: maskedAccount({ kind: payout.accountKind, bankName: payout.accountBank, number: payout.accountNumber }),
    },
    { label: 'Account name', value: payout.accountName },
    { label: 'Name checked', value: payout.nameCheckedAt && showDateTime(payout.nameCheckedAt) },
    { label: 'Debts', value: payout.debtMinor > 0n ? formatMoney(ugxOf(payout.debtMinor)) : 'None' },
    { label: 'Created by', value: payout.askedBy ?? (payout.runDay ? 'Weekly run' : 'Automatic retry') },
    { label: 'Reference', value: `\u2026${payout.reference.slice(-12)}`, copy: payout.reference },
    { label: 'Gateway ID', value: payout.providerId },
    {
      label: 'Gateway fee',
      value: payout.providerFeeMinor === null ? null : formatMoney(ugxOf(payout.providerFeeMinor)),
    },
    { label: 'Gateway message', value: payout.providerText },
    { label: 'Ended', value: payout.endedAt && showDateTime(payout.endedAt) },
  ]
  return facts.flatMap(({ value, ...rest }) => (value === null || value === '' ? [] : [{ ...rest, value }]))
}

/** The steps of a payout: the approvals that it needs, and the sending. */
export function approvalSteps(payout: StaffPayout, viewerId: string): TrackerStep[] {
  const over = payout.state === 'cancelled'
  const names = ['First', 'Second']
  const approvals = names.slice(0, payout.approvalsNeeded).map((name, index): TrackerStep => {
    const given = payout.approvals[index]
    if (given)
      return {
        title: `${name}, ${given.approverId === viewerId ? 'you' : given.name}`,
        note: showDateTime(given.at),
        state: 'done',
      }
    const isNext = payout.approvals.length === index && payout.state === 'pending'
    return { title: `${name} approval`, note: isNext ? 'Waiting' : undefined, state: isNext ? 'now' : 'later' }
  })
  return [...approvals, over ? { title: 'Cancelled', state: 'failed' } : sendingStep(payout)]
}

function sendingStep(payout: StaffPayout): TrackerStep {
  switch (payout.state) {
    case 'completed':
      return { title: 'Sent', note: payout.completedAt ? showDateTime(payout.completedAt) : undefined, state: 'done' }
    case 'failed':
    case 'reversed':
      return {
        title: payout.state === 'failed' ? 'Failed' : 'Returned',
        note: reasonText(payout.reason),
        state: 'failed',
      }
    case 'pending':
    case 'cancelled':
      return {
        title: 'Sent to the gateway',
        note: 'Next: "Completed" or "Failed"',
        state: payout.approvals.length >= payout.approvalsNeeded ? 'now' : 'later',
      }
    case 'sending':
    case 'sent':
    case 'unknown':
      return {
        title: 'Sent to the gateway',
        note: payout.sentAt ? showDateTime(payout.sentAt) : 'Waiting for the gateway',
        state: 'now',
      }
    default:
      return payout.state satisfies never
  }
}

/** The amount that an approver typed, in minor units; null unless it is whole shillings. Dots are invalid: "1,425.00" is not 142,500. */
export function typedSum(text: string): bigint | null {
  const digits = amountOf(text).replaceAll(/,|UGX/gi, '')
  return /^\d{1,15}$/.test(digits) ? BigInt(digits) * 100n : null
}
