import { fromGatewayAmount, fromGatewayFee } from '#app/domain/money/gateway-amount.ts'
import type { Charge, ChargeStatus } from './port.ts'
import { providerIdOf, textOf, type Wire } from './wire.ts'

// Only these exact statuses are known. Everything else, however positive it reads, is unknown: neither paid nor failed.
const STATUSES: Record<string, ChargeStatus> = { successful: 'succeeded', failed: 'failed', pending: 'pending' }

/**
 * Reads a transaction of verify or of the list: ids as number or text, fees null, fields missing or new. Null when it has no id or no
 * reference: then it can't be matched.
 */
export function readCharge(wire: Wire): Charge | null {
  const providerId = providerIdOf(textOf(wire, 'id'))
  const reference = textOf(wire, 'tx_ref')
  if (providerId === null || reference === null) return null
  const rawStatus = (textOf(wire, 'status') ?? 'none').slice(0, 60)
  const currency = (textOf(wire, 'currency') ?? '').slice(0, 10)
  const amountMinor = amount(wire, 'amount', currency)
  const known = Object.hasOwn(STATUSES, rawStatus) ? STATUSES[rawStatus]! : 'unknown'
  return {
    providerId,
    reference: reference.slice(0, 200),
    // A success whose amount can't be read exactly must not be processed.
    status: known === 'succeeded' && amountMinor === null ? 'unknown' : known,
    rawStatus,
    amountMinor,
    currency,
    feeMinor: feeOf(wire, amountMinor),
    chargedMinor: fee(wire, 'charged_amount'),
    accountId: providerIdOf(textOf(wire, 'account_id')),
    processorText: (textOf(wire, 'processor_response') ?? '').slice(0, 300),
    paymentType: (textOf(wire, 'payment_type') ?? '').slice(0, 60),
  }
}

/** The fee on our amount: best from the settled sum; else the fee, minus what the payer paid on top. */
function feeOf(wire: Wire, amountMinor: bigint | null): bigint | null {
  if (amountMinor === null) return null
  const settled = fee(wire, 'amount_settled')
  if (settled !== null && settled > 0n && settled <= amountMinor) return amountMinor - settled
  const kept = fee(wire, 'app_fee')
  if (kept === null) return null
  const onTop = (fee(wire, 'charged_amount') ?? amountMinor) - amountMinor
  const ours = onTop > 0n ? kept - onTop : kept
  return ours < 0n ? 0n : ours > amountMinor ? null : ours
}

function amount(wire: Wire, field: string, currency: string): bigint | null {
  const text = textOf(wire, field)
  return text === null ? null : fromGatewayAmount(text, currency)
}

function fee(wire: Wire, field: string): bigint | null {
  const text = textOf(wire, field)
  return text === null ? null : fromGatewayFee(text)
}
