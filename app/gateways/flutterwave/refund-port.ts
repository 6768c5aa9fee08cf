import type { Money } from '#app/domain/money/money.ts'
import type { Outcome } from './outcome.ts'

/**
 * `accepted`: the gateway has accepted it and its money has left our balance; `done`: it was sent on; only `failed` releases the money.
 */
export type GatewayRefundStatus = 'accepted' | 'done' | 'failed' | 'unknown'

export type GatewayRefund = {
  refundId: string
  /** The refunded charge. */
  providerId: string
  status: GatewayRefundStatus
  rawStatus: string
  /** Minor units; null where it can't be read exactly. */
  amountMinor: bigint | null
  /** Our own note in it, so that we find it again. */
  comments: string
}

export type RefundRequest = { providerId: string; amount: Money; comments: string }

/** A dispute that a payer has raised at their bank. */
export type GatewayChargeback = {
  chargebackId: string
  /** The disputed charge, and our reference of it. */
  providerId: string | null
  reference: string | null
  status: ChargebackStatus
  rawStatus: string
  stage: string
  amountMinor: bigint | null
  comment: string
  dueAt: Date | null
  openedAt: Date | null
}

export const CHARGEBACK_STATUSES = [
  'initiated',
  'pending',
  'accepted',
  'declined',
  'won',
  'lost',
  'reversed',
  'unknown',
] as const
export type ChargebackStatus = (typeof CHARGEBACK_STATUSES)[number]

export type ChargebackPage = { chargebacks: GatewayChargeback[]; more: boolean }

/**
 * Money that is refunded by us, or taken back by a bank. There is no idempotency key: after an ambiguous answer check before anything
 * else.
 */
export type RefundGateway = {
  createRefund(request: RefundRequest): Promise<Outcome<GatewayRefund>>
  getRefund(refundId: string): Promise<Outcome<GatewayRefund>>
  /** Every refund of a charge, newest pages included. */
  findRefunds(providerId: string): Promise<Outcome<GatewayRefund[]>>
  listChargebacks(page: number): Promise<Outcome<ChargebackPage>>
  answerChargeback(
    chargebackId: string,
    answer: { action: 'accept' | 'decline'; comment: string },
  ): Promise<Outcome<GatewayChargeback>>
}
