import { formatMoney } from '#app/domain/money/money.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { showDateTime } from '#app/platform/dates.ts'
import type { RefundDetail, RefundLine } from '#app/domain/refunds/queries.server.ts'
import { approvalSteps, sendingSteps } from './refund-steps.ts'
import { itemPage } from '#app/web/admin/review-queue/queue.ts'
import { accountName, REASONS, REFUNDS, STATES } from './texts.ts'

const PAID_FROM: Record<string, string> = { gateway: 'Mobile money or card', wallet: 'Wallet', earnings: 'Earnings' }
const TO = { source: 'Back to mobile money or card', wallet: 'Wallet', earnings: 'Earnings' } as const

/** One refund as its page shows it. `preview`: who would bear it, while nothing is decided. */
export function refundPageOf(refund: RefundDetail, url: URL, preview: readonly RefundLine[]) {
  const isPreview = refund.bornBy.length === 0 && preview.length > 0
  return {
    ...itemPage(REFUNDS, url, refund.id),
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
      ...(refund.reason === 'unmatched'
        ? []
        : [{ label: 'After the refund', value: refund.ends ? 'Access ends' : 'Access stays' }]),
      ...(refund.reference
        ? [{ label: 'Reference', value: shortReference(refund.reference), copy: refund.reference }]
        : []),
    ],
    sums: [
      { label: 'Price', value: formatMoney(refund.price) },
      { label: 'Not yet refunded', value: formatMoney(refund.rest) },
      { label: 'This refund', value: formatMoney(refund.amount) },
    ],
    isPreview,
    bornBy: (isPreview ? preview : refund.bornBy)
      .filter((line) => line.purpose !== 'refunds_payable')
      .map((line) => ({ label: accountName(line.purpose, line.owner), value: formatMoney(line.amount) })),
    approvals: approvalSteps(refund),
    sending: sendingSteps(refund),
    rest: formatMoney(refund.rest),
    unmatched: refund.reason === 'unmatched',
    mayGoToWallet: refund.mayGoToWallet,
    may: refund.may,
    why: refund.may.why === null ? null : whyNotOf(refund),
  }
}

export type RefundPage = ReturnType<typeof refundPageOf>

/** Why a viewer of the refund can't decide it. */
export const WHY_NOT = {
  not_permitted: 'Your role can’t decide this.',
  own_account: 'This is about your own account. Another person must decide.',
  own_request: 'You requested this refund. Another person must decide.',
  own_decision: 'You gave the first approval. Another person must give the second.',
} as const

function whyNotOf({ may, state }: RefundDetail): string | null {
  if (may.why === 'not_permitted' && state === 'agreed')
    return 'Only a super-admin or the owner can give the second approval.'
  const texts: Readonly<Record<string, string>> = WHY_NOT
  return texts[may.why!] ?? null
}

function warningsOf(refund: RefundDetail): string[] {
  return [
    refund.used ? 'The pass was used. By the rules, refund it only after a dispute.' : '',
    refund.flagged ? 'The account is flagged because of a chargeback.' : '',
    refund.reason === 'unmatched' && refund.may.decide
      ? 'This payment did not match the price, so the buyer got nothing for it. You can only refund it.'
      : '',
    refund.disputed ? 'This payment has a chargeback. It can’t be refunded too.' : '',
  ].filter((text) => text !== '')
}
