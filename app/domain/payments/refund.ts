import type { Failure } from '#app/gateways/flutterwave/port.ts'
import type { GatewayRefund } from '#app/gateways/flutterwave/refund-port.ts'

/** Why money is refunded; `not_approved` is a creator's week that never began. The first five follow from the payment itself. */
export const RULE_REASONS = ['arrived_late', 'paid_twice', 'paid_too_much', 'product_gone', 'not_approved'] as const
export type RuleReason = (typeof RULE_REASONS)[number]
/**
 * `unmatched` is money that is not what we requested: staff checks it, and all of it is refunded. `top_up_charged_back` is what a wallet
 * bought with money that a bank reversed.
 */
export type RefundReason = RuleReason | 'unmatched' | 'unused' | 'removed' | 'asked' | 'top_up_charged_back'

/** Refunds with these reasons are for something that was granted, and the grant may end with them. */
export const ENDING_REASONS = ['unused', 'removed', 'asked', 'not_approved', 'top_up_charged_back'] as const

/**
 * `asked` waits for staff, `agreed` for a second person. `requested` is decided: its money is in refunds_payable. `sending` and `unknown`
 * may have happened at the gateway; `sent` was accepted there; `completed` and `failed` are final.
 */
export const REFUND_STATES = [
  'asked',
  'agreed',
  'declined',
  'requested',
  'sending',
  'unknown',
  'sent',
  'completed',
  'failed',
] as const
export type RefundState = (typeof REFUND_STATES)[number]
export type Destination = 'source' | 'wallet' | 'earnings'

const MINUTE = 1
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The mark in a refund at the gateway, by which we find it again: no two tries of one refund have the same mark. */
export function refundMark(refundId: string, attempt: number): string {
  return `refund ${refundId} ${attempt}`
}

/** Our refund among those of a charge, or null. A failed one counts only for its own try. */
export function findOwn(found: readonly GatewayRefund[], refundId: string, attempt: number): GatewayRefund | null {
  const ours = found.filter((one) => one.comments.startsWith(`refund ${refundId} `))
  return (
    ours.find((one) => one.status !== 'failed') ??
    ours.find((one) => one.comments === refundMark(refundId, attempt)) ??
    null
  )
}

/** What to record after a refund was checked with the gateway. Waits are in minutes. */
export type Finding =
  | { kind: 'taken_in'; refund: GatewayRefund }
  | { kind: 'wait'; minutes: number; because: string; alert: boolean }
  | { kind: 'search'; minutes: number }
  | { kind: 'failed'; because: string; refund: GatewayRefund | null }

const TOO_LITTLE = /insufficient|not enough|balance/i

/** The meaning of the answer to a request. Only a clear "no" allows another request. */
export function readRefundAnswer(answer: { kind: 'ok'; value: GatewayRefund } | Failure): Finding {
  switch (answer.kind) {
    case 'ok':
      return answer.value.status === 'failed'
        ? { kind: 'failed', because: answer.value.rawStatus, refund: answer.value }
        : { kind: 'taken_in', refund: answer.value }
    case 'rejected':
      return TOO_LITTLE.test(answer.message)
        ? { kind: 'wait', minutes: HOUR, because: answer.message, alert: true }
        : { kind: 'failed', because: answer.message, refund: null }
    case 'not_found':
      return { kind: 'failed', because: 'the gateway does not know the charge', refund: null }
    case 'throttled':
      return { kind: 'wait', minutes: 5 * MINUTE, because: 'too many requests', alert: false }
    case 'misconfigured':
      return { kind: 'wait', minutes: 30 * MINUTE, because: answer.message, alert: true }
    case 'ambiguous':
      return { kind: 'search', minutes: 5 * MINUTE }
    default:
      return answer satisfies never
  }
}

const MAX_EMPTY_SEARCHES = 3
const SEARCH_AGAIN = [5 * MINUTE, 30 * MINUTE, 60 * MINUTE]

/** The meaning of a search for a refund that may have happened: found, or after an hour without a result for staff. */
export function readSearch(own: GatewayRefund | null, emptySearches: number): Finding {
  if (own) return readRefundAnswer({ kind: 'ok', value: own })
  if (emptySearches + 1 >= MAX_EMPTY_SEARCHES)
    return { kind: 'failed', because: 'the gateway has no trace of it', refund: null }
  return { kind: 'search', minutes: SEARCH_AGAIN[emptySearches + 1] ?? HOUR }
}

/** Minutes until an accepted refund is checked again; null when checking ends. */
export function nextCheckMinutes(sentMinutesAgo: number): number | null {
  if (sentMinutesAgo < 3 * DAY) return 6 * HOUR
  return sentMinutesAgo < 30 * DAY ? DAY : null
}
