import type { Currency } from '#app/domain/money/money.ts'

/** How books may disagree. The first words of the list are the gateway's lists against ours; `breach` is our books against themselves. */
export const DIFFERENCE_KINDS = [
  'charge_unknown',
  'charge_unbooked',
  'charge_amount',
  'charge_fee',
  'charge_undone',
  'charge_missing',
  'payment_unclear',
  'transfer_unknown',
  'transfer_amount',
  'transfer_fee',
  'transfer_state',
  'transfer_twice',
  'transfer_missing',
  'refund_unknown',
  'refund_amount',
  'refund_state',
  'refund_missing',
  'settlement_short',
  'unreadable',
  'breach',
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]
export type DifferenceState = 'open' | 'explained' | 'settled'

/** One place where two books don't agree. The same kind and subject is the same difference, however often it is seen. */
export type Difference = {
  kind: DifferenceKind
  subject: string
  /** Theirs less ours, in minor units: what nobody has explained. Null where no sum is at stake. */
  amount: { amountMinor: bigint; currency: Currency } | null
  /** One sentence for whoever looks at it. */
  description: string
  /** When what it is about happened. */
  causesAt: Date
  object: { kind: string; id: string } | null
}

const TEXTS: Record<DifferenceKind, { title: string; advice: string }> = {
  charge_unknown: {
    title: 'Payment without a purchase',
    advice:
      'The gateway holds money under a reference that we never gave out, or have lost. Find the payer at the gateway; return it there.',
  },
  charge_unbooked: {
    title: 'Payment not booked',
    advice:
      'The gateway says paid and our checks did not accept it. Find out whose money it is and return it there. Settling gives the payment up: whoever wanted to pay may begin again.',
  },
  charge_amount: {
    title: 'Payment of another amount',
    advice: 'Compare the payment with its entry. What was booked wrongly is corrected by two people.',
  },
  charge_fee: {
    title: 'Gateway fee of another amount',
    advice: 'The fee that we booked is not the one that the gateway keeps now. Correct gateway fees by the difference.',
  },
  charge_undone: {
    title: 'Payment undone by the gateway',
    advice:
      'We gave what was paid for and the gateway no longer calls it paid. Ask the gateway; treat it as a chargeback if it is right.',
  },
  charge_missing: {
    title: 'Payment that the gateway does not know',
    advice: 'We booked a payment that the gateway’s list and look-up do not show. Ask the gateway at once.',
  },
  payment_unclear: {
    title: 'Payment that stays unclear',
    advice:
      'Ask the gateway about its reference. Settling gives the payment up: whoever wanted to pay may begin again, and money that still comes buys what it was meant for, or goes back.',
  },
  transfer_unknown: {
    title: 'Transfer without a payout',
    advice:
      'Money left under a reference that no payout has. Somebody used the gateway’s dashboard, or its key is in other hands.',
  },
  transfer_amount: { title: 'Transfer of another amount', advice: 'Compare the transfer with its payout.' },
  transfer_fee: {
    title: 'Transfer fee of another amount',
    advice:
      'The fee that we booked for a payout is not the one that the gateway keeps. Correct payout fees by the difference.',
  },
  transfer_state: {
    title: 'Transfer and payout disagree',
    advice:
      'The gateway and the payout tell different ends. The payout’s own look-up may still settle it; else a person decides.',
  },
  transfer_twice: {
    title: 'Paid out twice',
    advice: 'Two transfers succeeded under one reference. Ask the gateway for the second one back.',
  },
  transfer_missing: {
    title: 'Payout that the gateway does not know',
    advice:
      'A payout stands as completed and the gateway’s list does not show it. Ask the gateway before paying again.',
  },
  refund_unknown: {
    title: 'Refund that is not ours',
    advice:
      'The gateway returned money that we did not ask it to return. Somebody used its dashboard: book it by two people.',
  },
  refund_amount: { title: 'Refund of another amount', advice: 'Compare the refund with what was decided.' },
  refund_state: {
    title: 'Refund and decision disagree',
    advice:
      'The gateway and the refund tell different ends. Ask the gateway whether the money arrived before anybody sends it again.',
  },
  refund_missing: {
    title: 'Refund that the gateway does not know',
    advice: 'A refund stands as sent and the gateway’s list does not show it. Ask the gateway before sending it again.',
  },
  settlement_short: {
    title: 'Settlement that keeps more back',
    advice:
      'The gateway kept back money that no chargeback explains: an operator may have taken a payment back. Ask the gateway which one; book it by two people.',
  },
  unreadable: {
    title: 'Rows that we cannot read',
    advice: 'The gateway’s list has rows without an id or a reference. Look at them in its dashboard.',
  },
  breach: {
    title: 'Our own books contradict themselves',
    advice:
      'An invariant of the ledger does not hold. Stop payouts and refunds, and find the entry before anything is corrected.',
  },
}

export function differenceText(kind: string): { title: string; advice: string } {
  const known = DIFFERENCE_KINDS.find((one) => one === kind)
  return known ? TEXTS[known] : { title: kind, advice: '' }
}
