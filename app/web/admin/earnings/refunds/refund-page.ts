import { formatMoney } from '#app/domain/money/money.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { showDateTime } from '#app/domain/payments/show-time.ts'
import type { RefundDetail } from '#app/domain/refunds/queries.server.ts'
import { approvalSteps, sendingSteps } from './refund-steps.ts'
import { accountName, REASONS, STATES } from './texts.ts'

const HOME = '/admin/earnings/refunds'
const PAID_FROM: Record<string, string> = { gateway: 'Mobile money or card', wallet: 'Wallet', earnings: 'Earnings' }
const TO = { source: 'The way it came', wallet: 'Wallet', earnings: 'Earnings' } as const

/** One refund as its page shows it. */
export function refundPageOf(refund: RefundDetail, url: URL) {
  const filter = url.searchParams.get('filter')
  return {
    title: formatMoney(refund.amount),
    about: `Refund to ${refund.buyer}`,
    state: STATES[refund.state],
    reason: REASONS[refund.reason],
    note: refund.note,
    askedBy: refund.askedBy,
    warnings: warningsOf(refund),
    facts: [
      { label: 'For', value: refund.productName },
      { label: 'Paid on', value: showDateTime(refund.paidAt) },
      { label: 'Paid from', value: PAID_FROM[refund.paidFrom] ?? refund.paidFrom },
      { label: 'Goes to', value: TO[refund.destination] },
      ...(refund.reason === 'unmatched' ? [] : [{ label: 'Access', value: refund.ends ? 'Ends with it' : 'Stays' }]),
      ...(refund.reference
        ? [{ label: 'Reference', value: shortReference(refund.reference), copy: refund.reference }]
        : []),
    ],
    sums: [
      { label: 'Price', value: formatMoney(refund.price) },
      { label: 'Not yet returned', value: formatMoney(refund.rest) },
      { label: 'This refund', value: formatMoney(refund.amount) },
    ],
    bornBy: refund.bornBy
      .filter((line) => line.purpose !== 'refunds_payable')
      .map((line) => ({ label: accountName(line.purpose, line.owner), value: formatMoney(line.amount) })),
    approvals: approvalSteps(refund),
    sending: sendingSteps(refund),
    rest: formatMoney(refund.rest),
    unmatched: refund.reason === 'unmatched',
    mayGoToWallet: refund.mayGoToWallet,
    may: refund.may,
    why: refund.may.why === null ? null : whyNotOf(refund),
    closeHref: filter ? `${HOME}?${new URLSearchParams({ filter })}` : HOME,
    action: url.pathname + url.search,
  }
}

export type RefundPage = ReturnType<typeof refundPageOf>

/** Why somebody who sees it can't decide it. */
export const WHY_NOT: Record<string, string> = {
  not_permitted: 'Your role does not decide this.',
  own_account: 'This is about your own account: somebody else decides.',
  own_request: 'You asked for it: somebody else decides.',
  own_decision: 'You decided first: the second approval is somebody else’s.',
}

function whyNotOf({ may, state }: RefundDetail): string | null {
  if (may.why === 'not_permitted' && state === 'agreed') return 'A super-admin or the owner gives the second approval.'
  return WHY_NOT[may.why!] ?? null
}

function warningsOf(refund: RefundDetail): string[] {
  return [
    refund.used ? 'The pass was used. By the rules it is returned after a dispute only.' : '',
    refund.flagged ? 'The account is flagged because of a chargeback.' : '',
    refund.reason === 'unmatched' && refund.may.decide
      ? 'This money is not what we asked for, so nothing was given for it. It can only go back.'
      : '',
    refund.disputed ? 'A bank is asking for this payment: it can’t go back twice.' : '',
  ].filter((text) => text !== '')
}
