/**
 * The states of one attempt to collect. Only a verified success ends it for good: money that arrives late is accepted from every other
 * state. Redirects and notifications are no events here; they only trigger a check with the gateway.
 */
export const PAYMENT_STATES = [
  'created',
  'initiating',
  'awaiting_customer',
  'processing',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
  'review',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

export const PAYMENT_EVENTS = [
  // Answers to our request for a payment page.
  'call_started',
  'link_issued',
  'create_rejected',
  'create_ambiguous',
  'create_misconfigured',
  // What a check has shown. `matched` has passed every check; `mismatched` is money that doesn't match.
  'matched',
  'matched_again',
  'mismatched',
  'seen_pending',
  'seen_unknown',
  'seen_failed',
  'seen_nothing',
  'look_up_failed',
  // A check that has shown no money, and in addition: the payer left, the page's time is over (after nothing, or after a failed try), or
  // the result is unknown after a day.
  'left_without_money',
  'time_over_without_money',
  'failed_at_the_end',
  'unclear_for_a_day',
  // Nobody waits for it any more: staff found no money that we hold, or the buyer had no answer for a day.
  'abandoned',
] as const
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number]

/** What has to be done in addition to the change of state. */
export type PaymentEffect = 'settle' | 'refund_charge' | 'keep_for_review' | 'close_link' | 'alert'
export type Decision = { next: PaymentState; effect: PaymentEffect | null }

type Row = Partial<Record<PaymentEvent, PaymentState | [PaymentState, PaymentEffect]>>

// In any state before success, matching money settles it and other money makes it wait for staff.
const money = { matched: ['succeeded', 'settle'], mismatched: ['review', 'keep_for_review'] } satisfies Row
const seen = { seen_pending: 'processing', seen_unknown: 'processing' } satisfies Row

const TABLE: Record<PaymentState, Row> = {
  created: {
    ...money,
    ...seen,
    call_started: 'initiating',
    link_issued: 'awaiting_customer',
    create_rejected: 'failed',
    create_ambiguous: 'initiating',
    create_misconfigured: ['failed', 'alert'],
    left_without_money: 'cancelled',
    time_over_without_money: 'expired',
    failed_at_the_end: 'failed',
  },
  initiating: {
    ...money,
    ...seen,
    link_issued: 'awaiting_customer',
    create_rejected: 'failed',
    create_misconfigured: ['failed', 'alert'],
    left_without_money: 'cancelled',
    time_over_without_money: 'expired',
    failed_at_the_end: 'failed',
  },
  awaiting_customer: {
    ...money,
    ...seen,
    left_without_money: ['cancelled', 'close_link'],
    time_over_without_money: ['expired', 'close_link'],
    failed_at_the_end: ['failed', 'close_link'],
  },
  processing: {
    ...money,
    seen_failed: 'awaiting_customer',
    failed_at_the_end: ['failed', 'close_link'],
    unclear_for_a_day: ['review', 'alert'],
    abandoned: 'failed',
  },
  succeeded: {
    matched: ['succeeded', 'refund_charge'],
    mismatched: ['succeeded', 'keep_for_review'],
    link_issued: ['succeeded', 'close_link'],
    seen_pending: ['succeeded', 'alert'],
    seen_unknown: ['succeeded', 'alert'],
    seen_failed: ['succeeded', 'alert'],
    seen_nothing: ['succeeded', 'alert'],
  },
  // A link that arrives after the end was decided is closed at once.
  failed: { ...money, ...seen, link_issued: ['failed', 'close_link'] },
  cancelled: { ...money, ...seen, link_issued: ['cancelled', 'close_link'] },
  expired: { ...money, ...seen, link_issued: ['expired', 'close_link'] },
  review: { ...money, link_issued: ['review', 'close_link'], abandoned: 'failed' },
}

/** The effect of an event on a payment. An event that adds nothing new leaves it unchanged. */
export function decide(state: PaymentState, event: PaymentEvent): Decision {
  const entry = TABLE[state][event]
  if (entry === undefined) return { next: state, effect: null }
  return typeof entry === 'string' ? { next: entry, effect: null } : { next: entry[0], effect: entry[1] }
}

type Stage = 'created' | 'initiating' | 'awaiting_customer' | 'processing' | 'closed'
type Status = 'pending' | 'succeeded' | 'failed' | 'cancelled' | 'expired' | 'review'

/** A payment as its row stores it: the specification's status, and the stage of a pending one. */
export type PaymentRow = { status: Status; stage: Stage }

export function stateOf(row: { status: string; stage: string }): PaymentState {
  return (row.status === 'pending' ? row.stage : row.status) as PaymentState
}

const STAGES: readonly string[] = ['created', 'initiating', 'awaiting_customer', 'processing'] satisfies Stage[]

export function rowOf(state: PaymentState): PaymentRow {
  if (STAGES.includes(state)) return { status: 'pending', stage: state as Stage }
  return { status: state as Status, stage: 'closed' }
}
