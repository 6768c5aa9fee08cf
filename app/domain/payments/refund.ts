import type { Failure } from '#app/gateways/flutterwave/port.ts'
import type { GatewayRefund } from '#app/gateways/flutterwave/refund-port.ts'

/** Why money goes back; `not_approved` is a creator's week that never began. The first five follow from the payment itself. */
export const RULE_REASONS = ['arrived_late', 'paid_twice', 'paid_too_much', 'product_gone', 'not_approved'] as const
export type RuleReason = (typeof RULE_REASONS)[number]
/**
 * `unmatched` is money that is not what we asked for: a person looks at it, and all of it goes back. `top_up_charged_back` is what a wallet
 * bought with money that a bank took back.
 */
export type RefundReason = RuleReason | 'unmatched' | 'unused' | 'removed' | 'asked' | 'top_up_charged_back'

/** Money of these goes back for what was bought and given, which may end with it. */
export const ENDING_REASONS = ['unused', 'removed', 'asked', 'not_approved', 'top_up_charged_back'] as const

/**
 * `asked` waits for a person, `agreed` for a second one. `requested` is decided: its money stands in refunds_payable. `sending` and
 * `unknown` may have happened at the gateway; `sent` was taken in there; `completed` and `failed` are what became of it.
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

/** What we write into a refund at the gateway, so that we find it again: no two tries of one refund look the same. */
export function refundMark(refundId: string, attempt: number): string {
  return `refund ${refundId} ${attempt}`
}

/** The refund among those of a charge that is ours, or null. One that failed counts only for the try that it was. */
export function findOwn(found: readonly GatewayRefund[], refundId: string, attempt: number): GatewayRefund | null {
  const ours = found.filter((one) => one.comments.startsWith(`refund ${refundId} `))
  return (
    ours.find((one) => one.status !== 'failed') ??
    ours.find((one) => one.comments === refundMark(refundId, attempt)) ??
    null
  )
}

/** What is to be noted after the gateway was asked about a refund. Waits are in minutes. */
export type Finding =
  | { kind: 'taken_in'; refund: GatewayRefund }
  | { kind: 'wait'; minutes: number; because: string; alert: boolean }
  | { kind: 'look'; minutes: number }
  | { kind: 'failed'; because: string; refund: GatewayRefund | null }

const TOO_LITTLE = /insufficient|not enough|balance/i

/** What the answer to a request means. Only a clear "no" lets a refund be asked for again. */
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
      return { kind: 'wait', minutes: 5 * MINUTE, because: 'too many questions', alert: false }
    case 'misconfigured':
      return { kind: 'wait', minutes: 30 * MINUTE, because: answer.message, alert: true }
    case 'ambiguous':
      return { kind: 'look', minutes: 5 * MINUTE }
    default:
      return answer satisfies never
  }
}

const MAX_EMPTY_SEARCHES = 3
const SEARCH_AGAIN = [5 * MINUTE, 30 * MINUTE, 60 * MINUTE]

/** What a search means for a refund that may have happened: found, or after an hour of finding nothing a person's. */
export function readSearch(own: GatewayRefund | null, emptySearches: number): Finding {
  if (own) return readRefundAnswer({ kind: 'ok', value: own })
  if (emptySearches + 1 >= MAX_EMPTY_SEARCHES)
    return { kind: 'failed', because: 'the gateway has no trace of it', refund: null }
  return { kind: 'look', minutes: SEARCH_AGAIN[emptySearches + 1] ?? HOUR }
}

/** Minutes until a refund that was taken in is asked about again; null once nobody should wait any longer. */
export function nextCheckMinutes(sentMinutesAgo: number): number | null {
  if (sentMinutesAgo < 3 * DAY) return 6 * HOUR
  return sentMinutesAgo < 30 * DAY ? DAY : null
}
