import type { Currency } from '#app/domain/money/money.ts'

export type DifferenceKind = keyof typeof TEXTS
export type DifferenceState = 'open' | 'explained' | 'settled'

/** One disagreement between two books. The same kind and subject is the same difference, however often it is found. */
export type Difference = {
  kind: DifferenceKind
  subject: string
  /** Theirs minus ours, in minor units: the unexplained sum. Null where no sum is at stake. */
  amount: { amountMinor: bigint; currency: Currency } | null
  /** One sentence for the person who checks it. */
  description: string
  /** When the underlying event happened. */
  causesAt: Date
  object: { kind: string; id: string } | null
}

/** The kinds of differences. The first ones compare the gateway's lists with ours; `breach` is an inconsistency within our own books. */
const TEXTS = {
  charge_unknown: {
    title: 'Payment without a purchase',
    advice:
      'The gateway holds money under a reference that we never created, or have lost. Find the payer at the gateway and refund it there.',
  },
  charge_unbooked: {
    title: 'Payment not posted',
    advice:
      'The gateway shows this payment as paid and our checks did not accept it. Find out whose money it is and refund it there. Settling this difference abandons the payment: the buyer may start again.',
  },
  charge_amount: {
    title: 'Payment of another amount',
    advice: 'Compare the payment with its entry. Two people correct what was posted wrongly.',
  },
  charge_fee: {
    title: 'Gateway fee of another amount',
    advice:
      'The fee that we posted is not the one that the gateway charges now. Correct gateway fees by the difference.',
  },
  charge_reversed: {
    title: 'Payment reversed by the gateway',
    advice:
      'We granted what was paid for and the gateway no longer shows it as paid. Ask the gateway; handle it as a chargeback if the gateway is right.',
  },
  charge_missing: {
    title: 'Payment that the gateway does not know',
    advice: 'We posted a payment that the gateway’s list and search do not show. Ask the gateway at once.',
  },
  payment_unclear: {
    title: 'Payment that stays unclear',
    advice:
      'Ask the gateway about its reference. Settling this difference abandons the payment: the buyer may start again. Money that arrives later buys the product or is refunded.',
  },
  transfer_unknown: {
    title: 'Transfer without a payout',
    advice:
      'Money left under a reference that no payout has. Somebody used the gateway’s dashboard or has stolen its key.',
  },
  transfer_amount: { title: 'Transfer of another amount', advice: 'Compare the transfer with its payout.' },
  transfer_fee: {
    title: 'Transfer fee of another amount',
    advice:
      'The fee that we posted for a payout is not the one that the gateway charges. Correct payout fees by the difference.',
  },
  transfer_state: {
    title: 'Transfer and payout disagree',
    advice:
      'The gateway and the payout show different results. The payout’s next check may still settle it; otherwise a person decides.',
  },
  transfer_twice: {
    title: 'Paid out twice',
    advice: 'Two transfers succeeded under one reference. Ask the gateway for the second one back.',
  },
  transfer_missing: {
    title: 'Payout that the gateway does not know',
    advice: 'A payout is completed and the gateway’s list does not show it. Ask the gateway before paying again.',
  },
  refund_unknown: {
    title: 'Refund that is not ours',
    advice:
      'The gateway refunded money that we did not ask it to refund. Somebody used its dashboard: two people post a correction.',
  },
  refund_amount: { title: 'Refund of another amount', advice: 'Compare the refund with what was decided.' },
  refund_state: {
    title: 'Refund and decision disagree',
    advice:
      'The gateway and the refund show different results. Ask the gateway whether the money arrived before anybody sends it again.',
  },
  refund_missing: {
    title: 'Refund that the gateway does not know',
    advice: 'A refund is sent and the gateway’s list does not show it. Ask the gateway before sending it again.',
  },
  settlement_short: {
    title: 'Settlement that keeps more back',
    advice:
      'The gateway kept back money that no chargeback explains: a mobile money operator may have reversed a payment. Ask the gateway which one; two people post a correction.',
  },
  unreadable: {
    title: 'Rows that we cannot read',
    advice: 'The gateway’s list has rows without an id or a reference. View them in its dashboard.',
  },
  breach: {
    title: 'Our own books contradict themselves',
    advice:
      'An invariant of the ledger does not hold. Stop payouts and refunds, and find the entry before anything is corrected.',
  },
} as const satisfies Record<string, { title: string; advice: string }>

export function differenceText(kind: string): { title: string; advice: string } {
  return Object.hasOwn(TEXTS, kind) ? TEXTS[kind as DifferenceKind] : { title: kind, advice: '' }
}
