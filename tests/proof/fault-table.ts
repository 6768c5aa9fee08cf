import type { PaymentEnd, PaymentPlay, PayoutEnd } from './fault-plays.ts'
import type { ChargebackEnd, RefundEnd } from './fault-plays-refunds.ts'

/**
 * The expected result of each fault in the gateway's catalogue, kept by hand; `PAID` is one charge, one pass, one entry, nothing owed back.
 */
const PAID: PaymentEnd = { start: 'link', status: 'succeeded', charged: 1, passes: 1, booked: 'pass_paid', back: '' }
const unpaid = (status: string): PaymentEnd => ({ ...PAID, status, charged: 0, passes: 0, booked: '' })
const onPage: PaymentPlay = { strikes: 'page' }
const atStart: PaymentPlay = { strikes: 'start' }
const byCard: PaymentPlay = { strikes: 'page', method: 'card' }
const whenAsked: PaymentPlay = { strikes: 'check' }
const tooSmall = { kind: 'wallet_top_up', amountMinor: 40_000n, restMinor: 0n } as const
const nothing: PaymentEnd = { start: 'amount_out_of_bounds', status: '', charged: 0, passes: 0, booked: '', back: '' }

export const PAYMENT_FAULTS: readonly [id: string, how: string, play: PaymentPlay, end: PaymentEnd][] = [
  ['P01', 'mobile money succeeds', onPage, PAID],
  ['P02', 'a card succeeds', byCard, PAID],
  ['P03', 'the return has the status completed', onPage, PAID],
  ['P04', 'no money', onPage, unpaid('failed')],
  ['P05', 'declined by the payer', onPage, unpaid('failed')],
  ['P06', 'the prompt is ignored', onPage, unpaid('failed')],
  ['P07', 'a wrong PIN', onPage, unpaid('failed')],
  ['P08', 'the daily limit', onPage, unpaid('failed')],
  ['P09', 'the wrong network', onPage, unpaid('failed')],
  ['P10', 'the official failure', onPage, unpaid('failed')],
  ['P11', 'cancelled before trying', onPage, unpaid('cancelled')],
  ['P12', 'cancelled after approving', onPage, PAID],
  ['P13', 'the browser is closed', onPage, PAID],
  ['P14', 'no return and no webhook', onPage, PAID],
  ['P15', 'the return comes too early', onPage, PAID],
  ['P16', 'the return is false', onPage, unpaid('failed')],
  ['P17', 'pending for six hours', onPage, PAID],
  ['P18', 'pending for ever', onPage, unpaid('review')],
  ['P19', 'the second attempt succeeds', onPage, PAID],
  [
    'P20',
    'paid twice',
    onPage,
    { ...PAID, charged: 2, booked: 'pass_paid, payment_to_return', back: 'paid_twice 180000 completed' },
  ],
  [
    'P21',
    'the old page stays payable',
    { ...atStart, twoPages: true },
    {
      ...PAID,
      status: 'succeeded, succeeded',
      charged: 2,
      booked: 'pass_paid, payment_to_return',
      back: 'paid_twice 180000 completed',
    },
  ],
  [
    'P22',
    'too little',
    onPage,
    { ...unpaid('review'), charged: 1, booked: 'payment_to_return', back: 'unmatched 1000 asked' },
  ],
  ['P23', 'too much', onPage, { ...PAID, back: 'paid_too_much 1000 completed' }],
  // None of our prices is in naira: a person checks it, and no entry is made.
  ['P24', 'another currency', onPage, { ...unpaid('review'), charged: 1 }],
  ['P25', 'the payer bears the fee', onPage, PAID],
  ['P26', 'not found at first', onPage, PAID],
  ['P27', 'an unknown status', onPage, unpaid('review')],
  ['P28', 'the check finds another payment', onPage, { ...unpaid('expired'), charged: 1 }],
  ['P29', 'the session is over', onPage, unpaid('expired')],
  ['P30', 'the page is closed while open', onPage, unpaid('expired')],
  ['P31', 'the page was made, but 503', atStart, PAID],
  ['P32', 'refused', atStart, { ...PAID, start: 'gateway_refused', status: 'failed, succeeded' }],
  ['P33', 'a wrong key', atStart, { ...PAID, start: 'gateway_refused', status: 'failed, succeeded' }],
  ['P34', 'too many requests', atStart, PAID],
  ['P35.html', 'an HTML answer', atStart, PAID],
  ['P35.truncated', 'half an answer', atStart, PAID],
  ['P35.reset', 'a connection that breaks', atStart, PAID],
  ['P35.drip', 'an answer that drips', atStart, PAID],
  ['P33', 'charged, and the check is refused', whenAsked, PAID],
  ['P34', 'charged, and the check is rate-limited', whenAsked, PAID],
  ['P35.html', 'charged, and the check answers HTML', { ...whenAsked, times: 3 }, PAID],
  ['P35.truncated', 'charged, and the check is cut off', whenAsked, PAID],
  ['P35.reset', 'charged, and the check breaks', whenAsked, PAID],
  ['P35.drip', 'charged, and the check times out', whenAsked, PAID],
  ['P36.duplicated', 'a return with duplicated parameters', onPage, PAID],
  ['P36.missing', 'a return without a reference', onPage, PAID],
  ['P37.declined', 'the bank declines', byCard, unpaid('failed')],
  ['P37.fraudulent', 'the bank suspects fraud', byCard, unpaid('failed')],
  ['P37.restricted', 'the card is restricted', byCard, unpaid('failed')],
  ['P38', 'bodies that drift', onPage, PAID],
  ['P39', 'below the minimum amount', { ...onPage, product: tooSmall }, nothing],
  ['P39', 'a prompt that never comes', onPage, unpaid('review')],
  ['P40', 'a success that becomes a failure', onPage, PAID],
  ['W01', 'the webhook twice', onPage, PAID],
  ['W02', 'the webhook before the answer', atStart, PAID],
  ['W03', 'the webhook before the return', onPage, PAID],
  ['W04', 'the webhook late', onPage, PAID],
  ['W05', 'the flat webhook', onPage, PAID],
  ['W06', 'the bare webhook', onPage, PAID],
  ['W07', 'a wrong hash and none', onPage, PAID],
  ['W08', 'a replay', onPage, unpaid('expired')],
  ['W09', 'our answers are lost', onPage, PAID],
  ['W10', 'out of order', onPage, PAID],
  ['W11', 'an unknown event', onPage, PAID],
  ['W12', 'huge and broken bodies', onPage, PAID],
  ['W13', 'a foreign account', onPage, unpaid('expired')],
  ['X01', 'charged, and the API is down for two hours', whenAsked, PAID],
  ['X02.ahead', 'their clock is ahead', onPage, PAID],
  ['X02.behind', 'their clock is behind', onPage, PAID],
  ['X03', 'settlements are late', onPage, PAID],
  ['X04', 'their balance is frozen', onPage, PAID],
  ['X05', 'charged, and the key is revoked', whenAsked, PAID],
  ['X06', 'a flood of webhooks', onPage, PAID],
]

const SENT: PayoutEnd = { state: 'completed', reason: null, transfers: 'SUCCESSFUL', available: 0n, debt: 0n }
const backAgain = (reason: string): PayoutEnd => ({
  ...SENT,
  state: 'failed',
  reason,
  transfers: 'FAILED',
  available: 80_000n,
})
const onItsWay = (state: string, reason: string | null, transfers = ''): PayoutEnd => ({
  ...SENT,
  state,
  reason,
  transfers,
})

/** `end` after a day and a half; `later` three days after the fault has ended and people have resumed payouts, if that differs. */
export const PAYOUT_FAULTS: readonly [id: string, how: string, end: PayoutEnd, later?: PayoutEnd][] = [
  ['T01', 'it arrives', SENT],
  ['T02', 'it fails later', backAgain('network')],
  ['T03', 'the gateway’s wallet is empty', backAgain('gateway_balance')],
  ['T04.daily', 'the receiver’s daily limit', backAgain('limit')],
  ['T04.single', 'the limit for one transfer', backAgain('single_limit')],
  ['T04.restricted', 'a restricted wallet', backAgain('restricted')],
  ['T04.unknown', 'an unknown receiver', backAgain('wrong_number')],
  ['T05', 'pending for three days', onItsWay('sent', null, 'PENDING'), SENT],
  ['T06', 'made, but 503', SENT],
  ['T07', 'not made, and 503', onItsWay('unknown', null)],
  ['T08', 'a reference used twice', onItsWay('unknown', null)],
  ['T09.off', 'allow-listing is off', onItsWay('pending', 'gateway_refused'), SENT],
  ['T09.unlisted', 'our address is not listed', onItsWay('pending', 'gateway_refused'), SENT],
  ['T10', 'reversed a day later', { ...backAgain('reversed'), state: 'reversed', transfers: 'REVERSED' }],
  ['T11', 'failed, then successful', SENT],
  ['T12.twice', 'the webhook twice', SENT],
  ['T12.missing', 'no webhook', SENT],
  ['T12.early', 'the webhook before the answer', SENT],
  ['T13', 'it waits for an approval there', onItsWay('sent', 'gateway_approval', 'NEW')],
  ['T14', 'another fee', SENT],
  ['T15', 'a receiver on the black list', { ...backAgain('blacklisted'), transfers: '' }],
  ['T16', 'no name', backAgain('refused')],
  ['T17', 'somebody else’s number', { ...SENT, reason: 'other_name' }],
  ['T18', 'the answer is held back', SENT],
  ['X01', 'the API is down for two hours', SENT],
  ['X04', 'their balance is frozen', onItsWay('pending', 'gateway_balance'), SENT],
  ['X05', 'the key is revoked', onItsWay('pending', null), SENT],
]

const DECIDED = 'refund_decided, refund_sent'
const TAKEN_IN: RefundEnd = { state: 'sent', atGateway: 'completed', booked: DECIDED, left: 0 }
const ARRIVED: RefundEnd = { state: 'completed', atGateway: 'completed-momo', booked: DECIDED, left: 0 }

/** `first` right after sending; `later` when days have passed and a person has retried what failed. R05 has its own test. */
export const REFUND_FAULTS: readonly [id: string, how: string, first: RefundEnd, later: RefundEnd][] = [
  ['R01', 'it arrives', TAKEN_IN, ARRIVED],
  [
    'R02',
    'their balance is too small',
    { ...TAKEN_IN, state: 'requested', atGateway: '', booked: 'refund_decided' },
    ARRIVED,
  ],
  [
    'R03',
    'it fails a day later',
    TAKEN_IN,
    { ...ARRIVED, atGateway: 'failed, completed-momo', booked: `${DECIDED}, refund_failed, refund_sent` },
  ],
  ['R04', 'made, but 503', { ...TAKEN_IN, state: 'unknown', booked: 'refund_decided' }, ARRIVED],
  ['R06', 'with a webhook', TAKEN_IN, ARRIVED],
]

const LOST: ChargebackEnd = { status: 'lost', booked: 'chargeback_received', left: 0, puzzling: false, found: '' }

export const CHARGEBACK_FAULTS: readonly [
  id: string,
  how: string,
  answer: 'accept' | 'decline' | null,
  end: ChargebackEnd,
][] = [
  ['C01', 'opened', null, LOST],
  ['C02', 'accepted', 'accept', LOST],
  [
    'C03',
    'declined and won',
    'decline',
    { ...LOST, status: 'won', booked: 'chargeback_received, chargeback_won', left: 1 },
  ],
  ['C04', 'declined and lost', 'decline', LOST],
  ['C05', 'without an answer', null, LOST],
  ['C06', 'after a refund that we did not make', null, { ...LOST, found: 'refund_unknown' }],
  // The bank is not involved: the payer's operator reversed the payment, and only the settlement shows it.
  [
    'C07',
    'reversed by the operator',
    null,
    { ...LOST, status: 'none', booked: '', left: 1, found: 'settlement_short' },
  ],
]
