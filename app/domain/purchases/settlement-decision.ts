import type { RefundReason } from '#app/domain/payments/request-refund.server.ts'
import type { Preconditions } from '#app/domain/products/product.ts'
import { PAYMENT } from '#app/domain/settings/constants.ts'

/** What is known when money has arrived for a purchase. */
export type Arrival = {
  purchaseState: 'open' | 'completed' | 'abandoned'
  /** Hours since the payment page closed; zero or less while it is open. */
  hoursLate: number
  buyerActive: boolean
} & Preconditions

export type SettlementDecision =
  | { kind: 'grant' }
  | { kind: 'refund'; reason: Exclude<RefundReason, 'paid_too_much' | 'not_approved'> }

/** Whether money buys the product or is refunded. It is always one of the two. */
export function decideSettlement(arrival: Arrival): SettlementDecision {
  if (arrival.purchaseState === 'completed') return { kind: 'refund', reason: 'paid_twice' }
  if (!arrival.buyerActive || !arrival.productExists) return { kind: 'refund', reason: 'product_gone' }
  if (arrival.boughtElsewhere) return { kind: 'refund', reason: 'paid_twice' }
  if (arrival.hoursLate > PAYMENT.lateHours && arrival.holdsOne) return { kind: 'refund', reason: 'arrived_late' }
  return { kind: 'grant' }
}
