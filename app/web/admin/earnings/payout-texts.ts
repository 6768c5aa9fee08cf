import { formatMoney } from '#app/domain/money/money.ts'
import { showDateTime } from '#app/domain/payments/show-time.ts'
import { reasonText } from '#app/domain/payouts/failure.ts'
import { maskedAccount } from '#app/domain/payouts/account.ts'
import { ugxOf } from '#app/domain/payouts/payout.ts'
import type { StaffPayout } from '#app/domain/payouts/staff-queries.server.ts'
import type { TrackerStep } from '#app/ui/tracker.tsx'

type Notice = { tone: 'info' | 'warning' | 'danger'; title: string; text: string }

/** What somebody who opens a payout should know first; null where nothing stands out. */
export function noticeOf(payout: StaffPayout, viewerId: string): Notice | null {
  if (payout.state === 'pending') return waitingNotice(payout, viewerId)
  if (payout.state === 'unknown')
    return {
      tone: 'warning',
      title: 'Nobody can say yet',
      text: `${reasonText(payout.reason) || 'The gateway has not answered.'} It is looked up by its reference and never sent again. Look-ups: ${payout.lookups}.`,
    }
  if (payout.state === 'failed' || payout.state === 'reversed')
    return {
      tone: 'danger',
      title: payout.state === 'failed' ? 'It did not arrive' : 'It came back',
      text: `${reasonText(payout.reason)} The whole sum is with the creator\u2019s available earnings.`.trim(),
    }
  if (payout.failureSeenAt)
    return {
      tone: 'warning',
      title: 'The gateway says that it failed',
      text: 'Operators have paid after saying so. It counts when the gateway still says it after half an hour.',
    }
  if (payout.reason === 'other_name')
    return {
      tone: 'warning',
      title: 'It went to another name',
      text: `It completed, but the network knows this account under another name than ${payout.accountName}. Find out whose it is, with the creator and the gateway, before anything more goes there.`,
    }
  if (payout.reason === 'arrived_late')
    return {
      tone: 'warning',
      title: 'It arrived after it had failed',
      text: 'Its sum had been given back by then, so it was taken from the earnings again; what was gone is owed.',
    }
  return payout.reason === null ? null : { tone: 'warning', title: 'Look here', text: reasonText(payout.reason) }
}

function waitingNotice(payout: StaffPayout, viewerId: string): Notice | null {
  const [first] = payout.approvals
  if (payout.reason === 'approval')
    return {
      tone: 'warning',
      title: 'Two approvals needed',
      text: 'Two different people agree to a payout of this size.',
    }
  if (payout.reason === 'first_approval' && first)
    return first.approverId === viewerId
      ? { tone: 'info', title: 'You gave the first approval', text: 'Another person gives the second.' }
      : {
          tone: 'warning',
          title: 'Second approval needed',
          text: `First: ${first.name}, ${showDateTime(first.at)}`,
        }
  return payout.reason === null ? null : { tone: 'info', title: 'It waits', text: reasonText(payout.reason) }
}

/** Facts about a payout, as pairs of word and value. */
export function payoutFacts(payout: StaffPayout): { label: string; value: string; copy?: string }[] {
  const facts: { label: string; value: string | null; copy?: string }[] = [
    {
      label: 'To',
      value: maskedAccount({ kind: payout.accountKind, bankName: payout.accountBank, number: payout.accountNumber }),
    },
    { label: 'Account name', value: payout.accountName },
    { label: 'Name checked', value: payout.nameCheckedAt && showDateTime(payout.nameCheckedAt) },
    { label: 'Debts', value: payout.debtMinor > 0n ? formatMoney(ugxOf(payout.debtMinor)) : 'None' },
    { label: 'Made by', value: payout.askedBy ?? (payout.runDay ? 'The weekly run' : 'Tried again by itself') },
    { label: 'Reference', value: `\u2026${payout.reference.slice(-12)}`, copy: payout.reference },
    { label: 'Number at the gateway', value: payout.providerId },
    {
      label: 'Kept by the gateway',
      value: payout.providerFeeMinor === null ? null : formatMoney(ugxOf(payout.providerFeeMinor)),
    },
    { label: 'The gateway\u2019s words', value: payout.providerText },
    { label: 'Ended', value: payout.endedAt && showDateTime(payout.endedAt) },
  ]
  return facts.flatMap(({ value, ...rest }) => (value === null || value === '' ? [] : [{ ...rest, value }]))
}

/** The way of a payout: the approvals that it needs, and the sending. */
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
        title: payout.state === 'failed' ? 'Failed' : 'Came back',
        note: reasonText(payout.reason),
        state: 'failed',
      }
    case 'pending':
    case 'cancelled':
      return {
        title: 'Sent to the gateway',
        note: 'Then "Completed" or "Failed"',
        state: payout.approvals.length >= payout.approvalsNeeded ? 'now' : 'later',
      }
    case 'sending':
    case 'sent':
    case 'unknown':
      return {
        title: 'Sent to the gateway',
        note: payout.sentAt ? showDateTime(payout.sentAt) : 'Asking',
        state: 'now',
      }
    default:
      return payout.state satisfies never
  }
}

/** The sum that an approver typed, in minor units; null for what is no whole shillings. No dot is skipped: "1,425.00" is not 142,500. */
export function typedSum(text: string): bigint | null {
  const digits = text.replaceAll(/[\s,\u00a0]|UGX/gi, '')
  return /^\d{1,15}$/.test(digits) ? BigInt(digits) * 100n : null
}
