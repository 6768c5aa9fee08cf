import { fromGatewayFee } from '#app/domain/money/gateway-amount.ts'
import type { ListedSettlement } from './list-port.ts'
import { providerIdOf, textOf, type Wire } from './wire.ts'

/** Reads a day's settlement; null when it has no id. */
export function readSettlement(wire: Wire): Omit<ListedSettlement, 'createdAt'> | null {
  const settlementId = providerIdOf(textOf(wire, 'id'))
  if (settlementId === null) return null
  const reversed = textOf(wire, 'chargeback')
  return {
    settlementId,
    currency: (textOf(wire, 'currency') ?? '').slice(0, 3),
    reversedMinor: reversed === null ? null : fromGatewayFee(reversed),
  }
}
