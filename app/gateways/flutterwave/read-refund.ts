import { fromGatewayFee } from '#app/domain/money/gateway-amount.ts'
import {
  CHARGEBACK_STATUSES,
  type ChargebackStatus,
  type GatewayChargeback,
  type GatewayRefund,
  type GatewayRefundStatus,
} from './refund-port.ts'
import { isWire, providerIdOf, referenceOf, textOf, type Wire } from './wire.ts'

// "completed" alone means that it was accepted; the money has left only with the suffix after the dash.
const IN_PROGRESS = new Set(['completed', 'pending', 'pending-momo', 'processing', 'new'])
const SENT = new Set([
  'completed-momo',
  'completed-mpgs',
  'completed-bank-transfer',
  'completed-offline',
  'completed-preauth',
])

/** Reads a refund; null when it has no id: then it can't be matched. */
export function readRefund(wire: Wire): GatewayRefund | null {
  const refundId = providerIdOf(textOf(wire, 'id'))
  if (refundId === null) return null
  const rawStatus = (textOf(wire, 'status') ?? 'none').toLowerCase().slice(0, 60)
  const amount = textOf(wire, 'amount_refunded')
  return {
    refundId,
    providerId: providerIdOf(textOf(wire, 'tx_id')) ?? '',
    status: statusOf(rawStatus, wire),
    rawStatus,
    amountMinor: amount === null ? null : fromGatewayFee(amount),
    comments: (textOf(wire, 'comments') ?? '').slice(0, 500),
  }
}

function statusOf(rawStatus: string, wire: Wire): GatewayRefundStatus {
  const disbursed = isWire(wire.meta) ? textOf(wire.meta, 'disburse_status') : null
  if (rawStatus === 'failed' || disbursed?.toLowerCase() === 'failed') return 'failed'
  if (SENT.has(rawStatus)) return 'done'
  return IN_PROGRESS.has(rawStatus) ? 'accepted' : 'unknown'
}

/** Reads a chargeback; null when it has no id. It has no currency of its own: the charge's applies. */
export function readChargeback(wire: Wire): GatewayChargeback | null {
  const chargebackId = providerIdOf(textOf(wire, 'id'))
  if (chargebackId === null) return null
  const rawStatus = (textOf(wire, 'status') ?? 'none').toLowerCase().slice(0, 60)
  const amount = textOf(wire, 'amount')
  return {
    chargebackId,
    providerId: providerIdOf(textOf(wire, 'transaction_id')),
    reference: referenceOf(textOf(wire, 'tx_ref')),
    status: CHARGEBACK_STATUSES.find((known) => known === rawStatus) ?? ('unknown' satisfies ChargebackStatus),
    rawStatus,
    stage: (textOf(wire, 'stage') ?? '').slice(0, 40),
    amountMinor: amount === null ? null : fromGatewayFee(amount),
    comment: (textOf(wire, 'comment') ?? '').slice(0, 1_000),
    dueAt: timeOf(wire, 'due_date'),
    openedAt: timeOf(wire, 'created_at'),
  }
}

function timeOf(wire: Wire, field: string): Date | null {
  const at = new Date(textOf(wire, field) ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}
