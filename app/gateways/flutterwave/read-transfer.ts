import { fromGatewayAmount, fromGatewayFee } from '#app/domain/money/gateway-amount.ts'
import type { Transfer, TransferStatus } from './transfer-port.ts'
import { providerIdOf, referenceOf, textOf, type Wire } from './wire.ts'

// Only these exact statuses are known; anything else is unknown: neither paid nor failed.
const STATUSES: Record<string, TransferStatus> = {
  NEW: 'pending',
  PENDING: 'pending',
  SUCCESSFUL: 'succeeded',
  FAILED: 'failed',
  REVERSED: 'reversed',
}

/** Reads a transfer of an answer, a look-up or the list. Null without an id or a reference: then it can't be matched. */
export function readTransfer(wire: Wire): Transfer | null {
  const providerId = providerIdOf(textOf(wire, 'id'))
  const reference = referenceOf(textOf(wire, 'reference'))
  if (providerId === null || reference === null) return null
  const rawStatus = (textOf(wire, 'status') ?? 'none').slice(0, 60)
  const currency = (textOf(wire, 'currency') ?? '').slice(0, 10)
  const created = Date.parse(textOf(wire, 'created_at') ?? '')
  const amount = textOf(wire, 'amount')
  const fee = textOf(wire, 'fee')
  return {
    providerId,
    reference,
    status: Object.hasOwn(STATUSES, rawStatus) ? STATUSES[rawStatus]! : 'unknown',
    rawStatus,
    amountMinor: amount === null ? null : fromGatewayAmount(amount, currency),
    currency,
    feeMinor: fee === null ? null : fromGatewayFee(fee),
    receiverName: (textOf(wire, 'full_name', 'fullname') ?? '').slice(0, 200),
    message: (textOf(wire, 'complete_message') ?? '').slice(0, 300),
    awaitsApproval: textOf(wire, 'requires_approval') === '1' && textOf(wire, 'is_approved') === '0',
    createdAt: Number.isNaN(created) ? null : new Date(created),
  }
}
